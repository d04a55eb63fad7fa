import { z } from 'zod'
import type { Plan } from '../companies/plans.ts'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, instant, jsonObject, pageOf, pageQuery, person, version } from '../shared.ts'
import { triggerKinds } from './automation-events.ts'
import { automationGraph } from './automation-graph.ts'
import { graphFinding } from './check-graph.ts'

/** Most automations of a company, archived ones not counted. */
export const automationLimit = 500

/**
 * What plans allow: automations that are active at once, and runs that begin within a month of the company's calendar; null
 * for any number. A company on trial has what is free.
 */
export const automationPlans: Readonly<Record<Plan, { active: number | null; runs: number | null }>> = {
  free: { active: 5, runs: 1000 },
  business: { active: 50, runs: 100_000 },
  enterprise: { active: 500, runs: 2_000_000 },
  unlimited: { active: null, runs: null },
}

/** `draft`: never published. */
export const automationStates = ['draft', 'active', 'paused', 'archived'] as const
export type AutomationState = (typeof automationStates)[number]
export const pauseReasons = ['manual', 'errors', 'access_revoked'] as const

export const automation = z.object({
  id,
  name: z.string(),
  /** Empty for none. */
  folder: z.string(),
  state: z.enum(automationStates),
  pauseReason: z.enum(pauseReasons).nullable(),
  /** Of the live version, or of the draft before the first one; null for none yet. */
  trigger: z.enum(triggerKinds).nullable(),
  /** The number of the live version. */
  liveVersion: z.number().int().nullable(),
  /** Whether the draft differs from what is live. */
  changed: z.boolean(),
  owner: person.nullable(),
  /** Within 24 hours. */
  day: z.object({ started: z.number().int(), completed: z.number().int(), failed: z.number().int() }),
  /** Runs that go on or wait. */
  running: z.number().int(),
  lastRunAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
})
export type Automation = z.infer<typeof automation>

export const automationDetail = automation.extend({
  draft: automationGraph,
  findings: z.array(graphFinding),
})
export type AutomationDetail = z.infer<typeof automationDetail>

export const automationVersion = z.object({
  number: z.number().int(),
  note: z.string(),
  author: person.nullable(),
  publishedAt: instant,
  live: z.boolean(),
  /** Runs that go by it. */
  running: z.number().int(),
})
export type AutomationVersion = z.infer<typeof automationVersion>

const share = z.object({ used: z.number().int(), limit: z.number().int().nullable() })

/** How much of what its plan allows a company uses: active automations, and runs that began this month. */
export const automationAllowance = z.object({ active: share, runs: share })
export type AutomationAllowance = z.infer<typeof automationAllowance>

const view = 'automations.view'
const write = 'automations.write'
const name = filledText(80)
const folder = z.string().trim().max(60)

export const listAutomations = endpoint({
  method: 'GET',
  path: '/api/v1/automations',
  can: view,
  summary: 'Automations of the company, those changed last first',
  query: pageQuery.extend({
    /** Archived ones only when they are asked for. */
    state: z.enum(automationStates).optional(),
    trigger: z.enum(triggerKinds).optional(),
    folder: z.string().max(60).optional(),
    search: z.string().trim().max(100).optional(),
  }),
  response: pageOf(automation).extend({ folders: z.array(z.string()), allowance: automationAllowance }),
})
export const getAutomation = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id',
  can: view,
  summary: 'An automation with its draft and what keeps that from being published',
  params: idParams,
  response: automationDetail,
})
export const createAutomation = endpoint({
  method: 'POST',
  path: '/api/v1/automations',
  can: write,
  summary: 'Adds an automation as a draft',
  body: z.object({ name, folder: folder.default(''), draft: automationGraph.optional() }),
  response: automationDetail,
  status: 201,
  errors: ['limit_reached'],
})
export const updateAutomation = endpoint({
  method: 'PATCH',
  path: '/api/v1/automations/:id',
  can: write,
  summary: 'Changes the name, the folder or the draft; what is live stays as it is',
  params: idParams,
  body: z.object({ name: name.optional(), folder: folder.optional(), draft: automationGraph.optional(), version }),
  response: automationDetail,
  errors: ['conflict', 'state_invalid'],
})
export const duplicateAutomation = endpoint({
  method: 'POST',
  path: '/api/v1/automations/:id/copies',
  can: write,
  summary: 'Makes a draft of an automation as it is',
  params: idParams,
  body: z.object({ name }),
  response: automationDetail,
  status: 201,
  errors: ['limit_reached'],
})
export const publishAutomation = endpoint({
  method: 'POST',
  path: '/api/v1/automations/:id/publish',
  can: write,
  summary:
    'Makes the draft the live version, by which new runs go, and starts it if it was a draft. Runs that go on keep theirs',
  params: idParams,
  body: z.object({ note: z.string().trim().max(300).default(''), version }),
  response: automationDetail,
  errors: ['automation_not_ready', 'conflict', 'limit_reached', 'state_invalid'],
})
export const setAutomationState = endpoint({
  method: 'PUT',
  path: '/api/v1/automations/:id/state',
  can: write,
  summary: 'Pauses an automation or starts it again: paused, nothing new enters, and its runs wait. Archived, they end',
  params: idParams,
  body: z.object({ state: z.enum(['active', 'paused', 'archived']) }),
  response: automationDetail,
  errors: ['state_invalid', 'automation_not_ready', 'limit_reached'],
})
export const listAutomationVersions = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id/versions',
  can: view,
  summary: 'Published versions, the newest first',
  params: idParams,
  response: z.object({ data: z.array(automationVersion) }),
})
export const getAutomationVersion = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id/versions/:number',
  can: view,
  summary: 'A published version with its graph',
  params: z.object({ id, number: z.coerce.number().int().min(1).max(1_000_000) }),
  response: automationVersion.extend({ graph: automationGraph }),
})

export const graphChange = z.object({
  /** A step, `trigger`, `conditions`, `goal` or `rules`. */
  part: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'moved']),
  before: jsonObject.nullable(),
  after: jsonObject.nullable(),
})

export const compareAutomationVersions = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id/comparison',
  can: view,
  summary: 'What differs between two versions; without a number the draft is meant',
  params: idParams,
  query: z.object({
    from: z.coerce.number().int().min(1).max(1_000_000),
    to: z.coerce.number().int().min(1).max(1_000_000).optional(),
  }),
  response: z.object({ data: z.array(graphChange) }),
})
export const restoreAutomationVersion = endpoint({
  method: 'POST',
  path: '/api/v1/automations/:id/versions/:number/restore',
  can: write,
  summary: 'Makes a version the draft again; it is live once it is published',
  params: z.object({ id, number: z.coerce.number().int().min(1).max(1_000_000) }),
  body: z.object({ version }),
  response: automationDetail,
  errors: ['conflict', 'state_invalid'],
})

export const automationStats = z.object({
  started: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  canceled: z.number().int(),
  reachedGoal: z.number().int(),
  running: z.number().int(),
  /** What started nothing, by its reason. */
  refused: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** How often each step was done, and which way out it took. */
  steps: z.array(
    z.object({
      node: z.string(),
      reached: z.number().int(),
      failed: z.number().int(),
      skipped: z.number().int(),
      waiting: z.number().int(),
      outlets: z.record(z.string(), z.number().int()),
    }),
  ),
  errors: z.array(z.object({ node: z.string(), code: z.string(), count: z.number().int(), lastAt: instant })),
  days: z.array(
    z.object({ day: z.iso.date(), started: z.number().int(), completed: z.number().int(), failed: z.number().int() }),
  ),
})
export type AutomationStats = z.infer<typeof automationStats>

export const getAutomationStats = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id/stats',
  can: view,
  summary: 'What an automation did on the last days, as a whole and at each step',
  params: idParams,
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(7) }),
  response: automationStats,
})

const started = z.object({ runId: id })

export const startAutomation = endpoint({
  method: 'POST',
  path: '/api/v1/automations/:id/starts',
  can: 'automations.start',
  summary: 'Starts an automation that members start themselves, from a chat or for a contact',
  params: idParams,
  body: z.object({ contactId: id.optional(), conversationId: id.optional() }),
  response: started,
  status: 202,
  errors: ['automation_not_started', 'limit_reached'],
})
export const triggerAutomation = endpoint({
  method: 'POST',
  path: '/api/v1/automations/:id/trigger',
  can: 'automations.start',
  scope: 'automations:trigger',
  summary:
    'Starts an automation whose trigger is a call of the API, for a contact. An `Idempotency-Key` keeps it to one run',
  params: idParams,
  body: z.object({
    contactId: id,
    conversationId: id.optional(),
    /** What the automation knows as fields of the event. */
    data: z
      .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), z.unknown())
      .refine((data) => Object.keys(data).length <= 50 && JSON.stringify(data).length <= 20_000, {
        params: { code: 'too_long' },
      })
      .optional(),
  }),
  response: started,
  status: 202,
  errors: ['automation_not_started', 'limit_reached'],
})
