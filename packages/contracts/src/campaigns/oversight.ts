import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { countQuery } from '../shared/lists.ts'
import { id, instant, pageOf, pageQuery, person } from '../shared.ts'
import { campaignStates, pauseReasons } from './campaigns.ts'
import { riskRules } from './risks.ts'

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
