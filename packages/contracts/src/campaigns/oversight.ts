import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { countQuery } from '../shared/lists.ts'
import { id, idParams, instant, pageOf, pageQuery, person } from '../shared.ts'
import { campaignStates, pauseReasons } from './campaigns.ts'
import { riskRules, riskStates } from './risks.ts'

const launchedStates = campaignStates.filter((state) => state !== 'draft')

/** A campaign as the platform sees it: how it goes, and nothing of what it says or to whom. */
export const overseenCampaign = z.object({
  id,
  name: z.string(),
  company: z.object({ id, name: z.string() }),
  state: z.enum(campaignStates),
  pauseReason: z.enum(pauseReasons).nullable(),
  recipients: z.number().int(),
  queued: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  optedOut: z.number().int(),
  /** Messages a minute of one that runs, on average over the last one to two hours. */
  perMinute: z.number().nullable(),
  /** The lowest quality of the templates that it sends. */
  quality: z.string().nullable(),
  spend: z.object({ amount: z.number(), currency: z.string() }),
  /** What about it a person of the platform is to look at. */
  risks: z.array(z.enum(riskRules)),
  launchedBy: person.nullable(),
  startedAt: instant.nullable(),
  createdAt: instant,
})
export type OverseenCampaign = z.infer<typeof overseenCampaign>

export const overseenFilter = z.object({
  search: z.string().trim().max(100).optional(),
  state: z.enum(launchedStates).optional(),
  companyId: id.optional(),
  /** Those that a rule of risk names and nobody has looked at. */
  rule: z.enum(riskRules).optional(),
  /** Of creation in UTC, both inclusive. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type OverseenFilter = z.infer<typeof overseenFilter>

export const listAllCampaigns = endpoint({
  method: 'GET',
  path: '/api/v1/admin/campaigns',
  can: 'admin.platform',
  summary:
    'Campaigns of all companies once they are launched, newest first; searched by name, or by that of the company',
  query: pageQuery.extend({ ...overseenFilter.shape, ...countQuery.shape }),
  response: pageOf(overseenCampaign),
})

export const campaignRisk = z.object({
  rule: z.enum(riskRules),
  state: z.enum(riskStates),
  /** What the rule saw, by name. */
  evidence: z.record(z.string(), z.number()),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
})
export type CampaignRisk = z.infer<typeof campaignRisk>

export const overseenDetail = overseenCampaign.extend({
  templates: z.array(z.string()),
  startsAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** Why the platform holds it. */
  note: z.string().nullable(),
  /** Messages a second that the platform allows it at most. */
  perSecond: z.number().int().nullable(),
  /** Errors of its messages, the most frequent first: class and code. */
  failures: z.array(z.object({ error: z.string(), count: z.number().int() })),
  history: z.array(campaignRisk),
  /** Whether the company may send campaigns. */
  mayBulk: z.boolean(),
})
export type OverseenDetail = z.infer<typeof overseenDetail>

const reason = z.string().trim().min(3).max(300)
/** Slowest and quickest that the platform can have a campaign send: messages a second. */
export const throttleRange = { least: 1, most: 1000 } as const

export const getOverseenCampaign = endpoint({
  method: 'GET',
  path: '/api/v1/admin/campaigns/:id',
  can: 'admin.platform',
  summary:
    'One campaign of any company: its figures, its errors, and why a person should look at it; nothing of recipients',
  params: idParams,
  response: overseenDetail,
})
export const holdCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/admin/campaigns/:id/hold',
  can: 'admin.platform',
  summary: 'Stops a campaign for a reason that its company is told; the company can end it, but not go on with it',
  params: idParams,
  body: z.object({ reason }),
  response: overseenDetail,
  errors: ['state_invalid'],
})
export const releaseCampaign = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/campaigns/:id/hold',
  can: 'admin.platform',
  summary: 'Gives a campaign back to its company, which can go on with it; the company is told',
  params: idParams,
  response: overseenDetail,
  errors: ['state_invalid'],
})
export const throttleCampaign = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/campaigns/:id/throttle',
  can: 'admin.platform',
  summary:
    'Has a campaign send no more than so many messages a second, or as many as it may again; the company is told',
  params: idParams,
  body: z.object({
    perSecond: z.number().int().min(throttleRange.least).max(throttleRange.most).nullable(),
    reason,
  }),
  response: overseenDetail,
  errors: ['state_invalid'],
})
export const reviewCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/admin/campaigns/:id/review',
  can: 'admin.platform',
  summary:
    'Settles the open risks of a campaign: approved or dismissed, one that waits for it starts; paused, it is held',
  params: idParams,
  body: z.object({ decision: z.enum(['approved', 'dismissed', 'paused']), reason }),
  response: overseenDetail,
  errors: ['state_invalid', 'campaign_not_ready'],
})
export const countCampaignRisks = endpoint({
  method: 'GET',
  path: '/api/v1/admin/campaign-risks',
  can: 'admin.platform',
  summary: 'How many campaigns wait for a person to look at them',
  response: z.object({ open: z.number().int() }),
})
