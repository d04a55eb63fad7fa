import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filterOperators } from '../shared/filter.ts'
import { id, idParams, instant, jsonObject, pageOf, pageQuery } from '../shared.ts'
import { contactEventKinds, triggerKinds } from './automation-events.ts'
import { automationGraph, nodeKinds } from './automation-graph.ts'

/**
 * `queued`: waits for another run of the contact to end. `pending`: has something to do now. `delayed`: waits for a moment
 * or an event.
 */
export const automationRunStates = ['queued', 'pending', 'delayed', 'completed', 'failed', 'canceled'] as const
export type AutomationRunState = (typeof automationRunStates)[number]
export const openRunStates = ['queued', 'pending', 'delayed'] as const satisfies readonly AutomationRunState[]

/** Why a run ended. */
export const runEndings = [
  'finished',
  'goal',
  'error',
  'too_many_steps',
  'too_long',
  'canceled',
  'replaced',
  'stopped',
  'contact_erased',
  'contact_gone',
  'archived',
  'access_revoked',
] as const
export type RunEnding = (typeof runEndings)[number]

/** Why something that happened started no run. */
export const entryRefusals = [
  'not_matched',
  'conditions',
  'running_already',
  'entered_before',
  'too_often',
  'too_deep',
  'quota',
  'access_revoked',
  'not_active',
  'contact_gone',
  'no_contact',
] as const
export type EntryRefusal = (typeof entryRefusals)[number]

export const stepStates = ['done', 'skipped', 'failed', 'waiting'] as const
export type StepState = (typeof stepStates)[number]

const scalar = z.union([z.string(), z.number(), z.boolean()])

/** One condition as it was found. */
export const conditionResult = z.object({
  /** Its place in the tree, such as `children.0.children.1`. */
  path: z.string(),
  field: z.string(),
  operator: z.enum(filterOperators),
  value: z.union([scalar, z.array(scalar)]),
  /** What was there, null for nothing; absent where it is not looked up or is not the reader's to see. */
  actual: z
    .union([scalar, z.array(scalar)])
    .nullable()
    .optional(),
  holds: z.boolean(),
})
export type ConditionResult = z.infer<typeof conditionResult>

/** Why a step was skipped, or a wait was none. */
export const stepReasons = [
  'no_contact',
  'no_conversation',
  'no_recipient',
  'text_empty',
  'window_closed',
  'opted_out',
  'contact_suppressed',
  'contact_blocked',
  'answered_before',
  'past',
  'skipped',
] as const
export type StepReason = (typeof stepReasons)[number]

/** What a step fails by, besides what the product refuses by the codes of its own errors. */
export const stepErrors = [
  'no_channel',
  'no_contact',
  'text_empty',
  'template_missing',
  'message_missing',
  'file_missing',
  'window_closed',
  'automation_missing',
  'http_forbidden',
  'http_unreachable',
  'http_no_answer',
  'http_too_large',
  'http_status',
  'too_many_requests',
  'loop_too_long',
  'date_missing',
  'wait_too_long',
  'too_many_steps',
  'internal',
] as const
export type StepError = (typeof stepErrors)[number]

/** How it was decided which way a run takes. */
export const stepDecision = z.object({
  /** Conditions of a branch, or of each case of a switch up to the one that holds. */
  cases: z.array(z.object({ outlet: z.string(), holds: z.boolean(), conditions: z.array(conditionResult) })).optional(),
  /** The number from 0 to 99 by which a split went. */
  draw: z.number().int().optional(),
  reason: z.enum(stepReasons).optional(),
})
export type StepDecision = z.infer<typeof stepDecision>

const stepShape = z.object({
  node: z.string(),
  kind: z.enum(nodeKinds),
  /** Which rounds of the loops around it; empty outside of loops. */
  rounds: z.array(z.number().int()),
  state: z.enum(stepStates),
  /** The way out that was taken; null while it waits, and where the run ended. */
  outlet: z.string().nullable(),
  decision: stepDecision.nullable(),
  /** What went in, filled in; null for readers who may not see personal data. */
  input: jsonObject.nullable(),
  output: jsonObject.nullable(),
  /** One of `stepErrors` or a code of the product's errors, and a text for developers. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export const automationRunStep = stepShape.extend({
  id,
  attempt: z.number().int(),
  startedAt: instant,
  endedAt: instant.nullable(),
})
export type AutomationRunStep = z.infer<typeof automationRunStep>

export const automationRun = z.object({
  id,
  automation: z.object({ id, name: z.string() }),
  /** The number of its version. */
  version: z.number().int(),
  trigger: z.enum(triggerKinds),
  contact: z.object({ id, name: z.string().nullable() }).nullable(),
  conversationId: id.nullable(),
  state: z.enum(automationRunStates),
  ending: z.enum(runEndings).nullable(),
  /** The step that it is at, or was at when it ended. */
  node: z.string().nullable(),
  /** What it waits for. */
  waiting: z
    .object({
      for: z.enum(['moment', 'event', 'turn']),
      until: instant.nullable(),
      event: z.enum(contactEventKinds).nullable(),
    })
    .nullable(),
  steps: z.number().int(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
})
export type AutomationRun = z.infer<typeof automationRun>

export const automationRunDetail = automationRun.extend({
  /** The graph that it goes by. */
  graph: automationGraph,
  /** What the event told, and what the run keeps; null for readers who may not see personal data. */
  event: jsonObject.nullable(),
  variables: jsonObject.nullable(),
  /** In the order in which they were done. */
  log: z.array(automationRunStep),
  /** The run that started it. */
  parentId: id.nullable(),
})
export type AutomationRunDetail = z.infer<typeof automationRunDetail>

const view = 'automations.view'
const write = 'automations.write'

const runFilters = z.object({
  state: z.enum(automationRunStates).optional(),
  contactId: id.optional(),
  /** Runs that stopped at this step. */
  node: z.string().max(40).optional(),
})

export const listAutomationRuns = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id/runs',
  can: view,
  summary: 'Runs of an automation, the newest first',
  params: idParams,
  query: pageQuery.extend(runFilters.shape),
  response: pageOf(automationRun),
})
export const listContactRuns = endpoint({
  method: 'GET',
  path: '/api/v1/automation-runs',
  can: view,
  summary: 'Runs of all automations, the newest first: of a contact, or in a state',
  query: pageQuery.extend({ contactId: id.optional(), state: z.enum(automationRunStates).optional() }),
  response: pageOf(automationRun),
})
export const getAutomationRun = endpoint({
  method: 'GET',
  path: '/api/v1/automation-runs/:id',
  can: view,
  summary: 'A run with all that it did, and why',
  params: idParams,
  response: automationRunDetail,
})
export const retryAutomationRun = endpoint({
  method: 'POST',
  path: '/api/v1/automation-runs/:id/retry',
  can: write,
  summary: 'Lets a run that failed go on from the step that failed',
  params: idParams,
  response: automationRun,
  errors: ['state_invalid'],
})
export const cancelAutomationRun = endpoint({
  method: 'POST',
  path: '/api/v1/automation-runs/:id/cancel',
  can: write,
  summary: 'Ends a run where it is',
  params: idParams,
  response: automationRun,
  errors: ['state_invalid'],
})
export const skipAutomationWait = endpoint({
  method: 'POST',
  path: '/api/v1/automation-runs/:id/skip-wait',
  can: write,
  summary: 'Lets a run that waits go on at once, as if its time had come',
  params: idParams,
  response: automationRun,
  errors: ['state_invalid'],
})

/** What became of something that happened, as far as one automation is concerned. */
export const automationEntry = z.object({
  eventId: id,
  at: instant,
  kind: z.enum(triggerKinds),
  contact: z.object({ id, name: z.string().nullable() }).nullable(),
  /** The run that it started. */
  runId: id.nullable(),
  refusal: z.enum(entryRefusals).nullable(),
  /** Conditions as they were found, where they kept it from starting. */
  conditions: z.array(conditionResult),
})
export type AutomationEntry = z.infer<typeof automationEntry>

export const listAutomationEntries = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id/entries',
  can: view,
  summary:
    'What happened of the kind that starts an automation within 30 days, and why it started no run. The newest first',
  params: idParams,
  query: pageQuery.extend({ contactId: id.optional(), refused: z.literal('yes').optional() }),
  response: pageOf(automationEntry),
})
export const explainAutomationEntry = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id/contacts/:contactId/explanation',
  can: view,
  summary: 'Whether a contact would enter an automation now, and why not',
  params: z.object({ id, contactId: id }),
  response: z.object({
    enters: z.boolean(),
    refusal: z.enum(entryRefusals).nullable(),
    conditions: z.array(conditionResult),
    /** How often it entered, and what was of the kind that starts it within 30 days. */
    runs: z.number().int(),
    events: z.number().int(),
  }),
})

/** Something to try an automation with: it happened, or it is made up. */
export const automationSample = z.object({
  /** Passed to the dry run. */
  id: z.string(),
  kind: z.enum(triggerKinds),
  at: instant.nullable(),
  contact: z.object({ id, name: z.string().nullable() }).nullable(),
  conversationId: id.nullable(),
  /** What it tells; null for readers who may not see personal data. */
  fields: jsonObject.nullable(),
})
export type AutomationSample = z.infer<typeof automationSample>

export const listAutomationSamples = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id/samples',
  can: view,
  summary: 'What happened lately that would start the draft of an automation, to try it with',
  params: idParams,
  response: z.object({ data: z.array(automationSample) }),
})

/** Days that an estimate looks back. */
export const estimateDays = 7

export const estimateAutomation = endpoint({
  method: 'GET',
  path: '/api/v1/automations/:id/estimate',
  can: write,
  summary: 'How many contacts the draft would have started for, of what happened in the last seven days',
  params: idParams,
  response: z.object({
    /** Null where nothing is known: of what people and clocks start, and of what was recorded for no automation. */
    contacts: z.number().int().nullable(),
    /** So many at least: more happened than was looked at. */
    more: z.boolean(),
  }),
})

export const dryRunStep = stepShape.extend({
  /** When it would be done, counted from now. */
  at: instant,
})

export const dryRun = z.object({
  enters: z.boolean(),
  refusal: z.enum(entryRefusals).nullable(),
  conditions: z.array(conditionResult),
  steps: z.array(dryRunStep),
  ending: z.enum(runEndings).nullable(),
  variables: jsonObject,
})
export type DryRun = z.infer<typeof dryRun>

export const testAutomation = endpoint({
  method: 'POST',
  path: '/api/v1/automations/:id/test',
  can: write,
  summary: 'Says what the draft would do about something that happened, step by step; nothing is done',
  params: idParams,
  body: z.object({
    /** A sample of `listAutomationSamples`; without one the event is made of `fields`. */
    sampleId: z.string().max(100).optional(),
    contactId: id.optional(),
    conversationId: id.optional(),
    fields: z.record(z.string().max(40), z.unknown()).optional(),
    /** The graph as it is on the screen; without it the stored draft. */
    graph: automationGraph.optional(),
    /** The way out of each step that waits for an event or an answer; without it the first that it has. */
    waits: z.record(z.string().max(40), z.enum(['event', 'yes', 'no', 'timeout'])).optional(),
    /** What calls of other systems answer, by step; nothing is called. */
    answers: z.record(z.string().max(40), z.unknown()).optional(),
  }),
  response: dryRun,
  errors: ['automation_not_ready'],
})
