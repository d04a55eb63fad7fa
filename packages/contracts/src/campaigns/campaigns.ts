import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome, bulkSelection, countQuery } from '../shared/lists.ts'
import { id, idParams, instant, pageOf, pageQuery, person, version } from '../shared.ts'
import { audienceUpload, audienceWaterfall, campaignAudience } from './audience.ts'
import { campaignName } from './campaign-name.ts'
import { campaignContent, variantKeys, winnerMetrics, winnerReasons, winnerRules } from './content.ts'
import { blockingFinding } from './findings.ts'
import { campaignSchedule } from './schedule.ts'

/**
 * `validating`: launched, and its recipients are being written down. `scheduled`: waits for its time, or for approval.
 */
export const campaignStates = [
  'draft',
  'validating',
  'scheduled',
  'running',
  'paused',
  'completed',
  'completed_with_errors',
  'canceled',
  'failed',
] as const
export type CampaignState = (typeof campaignStates)[number]

/**
 * `limit_reached` and `quiet_hours` end alone, `template_paused` once the template is approved again; others need a person.
 * `held` and `review` need one of the platform. `blocked`: something is in the way of one of a series at its time. `full`: the
 * company has as many campaigns as it can, so that a series cannot go on.
 */
export const pauseReasons = [
  'manual',
  'quality',
  'template_paused',
  'limit_reached',
  'spend_cap',
  'quiet_hours',
  'access_revoked',
  'channel_down',
  'error_rate',
  'opt_out_rate',
  'platform',
  'held',
  'review',
  'blocked',
  'full',
] as const
export type PauseReason = (typeof pauseReasons)[number]

/** `stored`: drafts and old ones included. `unapproved`: launches to more recipients need the approval of a colleague. */
export const campaignLimits = { stored: 10_000, running: 5, recipients: 1_000_000, unapproved: 10_000 } as const

/** How many there are of each; those further along count with every step that they have passed. */
export const campaignCounts = z.object({
  recipients: z.number().int(),
  /** Not on their way yet. */
  pending: z.number().int(),
  queued: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  read: z.number().int(),
  clicked: z.number().int(),
  replied: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  canceled: z.number().int(),
  optedOut: z.number().int(),
})
export type CampaignCounts = z.infer<typeof campaignCounts>

/** In the currency of the company; `low` and `high` are the ends of what it can come to. */
export const costRange = z.object({
  currency: z.string(),
  low: z.number(),
  high: z.number(),
  ratesFrom: z.iso.date().nullable(),
})
export type CostRange = z.infer<typeof costRange>

export const campaignSummary = z.object({
  id,
  name: z.string(),
  state: z.enum(campaignStates),
  pauseReason: z.enum(pauseReasons).nullable(),
  /** When a pause ends that ends alone. */
  resumesAt: instant.nullable(),
  templates: z.array(z.string()),
  channelIds: z.array(id),
  counts: campaignCounts,
  cost: z.object({ estimate: costRange.nullable(), actual: z.number(), currency: z.string() }),
  /** Of a series that goes on, when it next starts. */
  startsAt: instant.nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** About when the last message leaves. */
  finishEstimate: instant.nullable(),
  /** Whether it is a series: it starts again and again, each time as a campaign of its own. */
  series: z.boolean(),
  /** The series that it is of. */
  seriesId: id.nullable(),
  owner: person.nullable(),
  archived: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type CampaignSummary = z.infer<typeof campaignSummary>

/**
 * `sending`: its people are written to. `measuring`: what they do is counted until `endsAt`. `asked`: a person chooses.
 * `decided`: the others get the winner.
 */
export const testStates = ['sending', 'measuring', 'asked', 'decided'] as const

const testDecision = z.object({
  variant: z.enum(variantKeys),
  reason: z.enum(winnerReasons),
  at: instant,
  by: person.nullable(),
  /** Whether the test had run to its end. */
  complete: z.boolean(),
  /** What it went by: of those to whom the variant was delivered, how many did what is measured. */
  figures: z.array(z.object({ variant: z.enum(variantKeys), some: z.number().int(), all: z.number().int() })),
})

/** A test of variants on a part of the audience. */
export const campaignTest = z.object({
  state: z.enum(testStates),
  metric: z.enum(winnerMetrics),
  rule: z.enum(winnerRules),
  endsAt: instant.nullable(),
  /** How many get the winner. */
  rest: z.number().int(),
  decision: testDecision.nullable(),
})
export type CampaignTest = z.infer<typeof campaignTest>

export const wizardSteps = ['audience', 'content', 'schedule', 'review'] as const
export type WizardStep = (typeof wizardSteps)[number]

export const campaign = campaignSummary.extend({
  audience: campaignAudience,
  content: campaignContent,
  schedule: campaignSchedule,
  step: z.enum(wizardSteps),
  uploads: z.array(audienceUpload),
  /** What became of the audience at the launch. */
  waterfall: audienceWaterfall.nullable(),
  approval: z.object({ needed: z.boolean(), approvedBy: person.nullable(), at: instant.nullable() }),
  /** Null without a test, and before the launch. */
  test: campaignTest.nullable(),
  /** What was in the way of one of a series at its time. */
  blocking: z.array(blockingFinding),
  launchedBy: person.nullable(),
  /** Why the platform holds it, and how many messages a second it allows at most. */
  platform: z.object({ note: z.string().nullable(), perSecond: z.number().int().nullable() }),
  version,
})
export type Campaign = z.infer<typeof campaign>

export const campaignTabs = ['all', 'drafts', 'scheduled', 'running', 'done'] as const
export const campaignFilter = z.object({
  tab: z.enum(campaignTabs).optional(),
  search: z.string().max(100).optional(),
  state: z.enum(campaignStates).optional(),
  template: z.string().max(512).optional(),
  channelId: id.optional(),
  ownerId: id.optional(),
  /** Those of one series. */
  seriesId: id.optional(),
  archived: z.enum(['yes', 'no']).optional(),
  /** Of the start, both inclusive. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type CampaignFilter = z.infer<typeof campaignFilter>

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/api/v1/campaigns',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'Campaigns, newest first',
  query: pageQuery.extend(campaignFilter.shape).extend(countQuery.shape),
  response: pageOf(campaignSummary),
})
export const getCampaign = endpoint({
  method: 'GET',
  path: '/api/v1/campaigns/:id',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'One campaign with its draft and how far it is',
  params: idParams,
  response: campaign,
})
export const createCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns',
  can: 'campaigns.write',
  scope: 'campaigns:write',
  summary: 'Begins a draft',
  body: z.object({
    name: campaignName.shape.name,
    audience: campaignAudience.prefault({}),
    content: campaignContent.prefault({}),
    schedule: campaignSchedule.prefault({}),
  }),
  response: campaign,
  status: 201,
  errors: ['limit_reached'],
})
export const updateCampaign = endpoint({
  method: 'PATCH',
  path: '/api/v1/campaigns/:id',
  can: 'campaigns.write',
  scope: 'campaigns:write',
  summary: 'Saves a draft as far as it is; of a scheduled or paused campaign, what is still to come changes',
  params: idParams,
  body: z.object({
    version,
    name: campaignName.shape.name.optional(),
    audience: campaignAudience.optional(),
    content: campaignContent.optional(),
    schedule: campaignSchedule.optional(),
    step: z.enum(wizardSteps).optional(),
  }),
  response: campaign,
  errors: ['conflict', 'state_invalid'],
})
export const deleteCampaign = endpoint({
  method: 'DELETE',
  path: '/api/v1/campaigns/:id',
  can: 'campaigns.write',
  scope: 'campaigns:write',
  summary: 'Removes a draft; other campaigns are archived instead',
  params: idParams,
  response: null,
  errors: ['state_invalid'],
})
export const duplicateCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/duplicates',
  can: 'campaigns.write',
  scope: 'campaigns:write',
  summary: 'Begins a draft with the audience, content and schedule of a campaign',
  params: idParams,
  response: campaign,
  status: 201,
  errors: ['limit_reached'],
})
export const changeCampaigns = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/bulk',
  can: 'campaigns.write',
  summary: 'Archives, duplicates or cancels campaigns',
  body: z.object({ selection: bulkSelection, action: z.enum(['archive', 'unarchive', 'duplicate', 'cancel']) }),
  response: bulkOutcome,
  errors: ['conflict'],
})

export const uploadAudience = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/audience-uploads',
  can: 'campaigns.write',
  summary: 'Reads a file of numbers (CSV or XLSX) into the draft',
  notImpersonated: true,
  bodyKind: 'multipart',
  params: idParams,
  response: audienceUpload,
  status: 201,
  errors: ['state_invalid', 'file_type_refused', 'file_too_large', 'limit_reached', 'storage_quota_exceeded'],
})
export const pasteAudience = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/audience-pastes',
  can: 'campaigns.write',
  scope: 'campaigns:write',
  summary: 'Takes pasted numbers into the draft, one a line',
  params: idParams,
  body: z.object({ text: z.string().min(1).max(500_000) }),
  response: audienceUpload,
  status: 201,
  errors: ['state_invalid', 'limit_reached'],
})
export const removeAudienceUpload = endpoint({
  method: 'DELETE',
  path: '/api/v1/campaigns/:id/audience-uploads/:uploadId',
  can: 'campaigns.write',
  summary: 'Takes uploaded rows out of the draft',
  params: z.object({ id, uploadId: id }),
  response: null,
  errors: ['state_invalid'],
})
export const previewAudience = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/audience/preview',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'How many an audience comes to, and why others are left out; without a body, that of the draft',
  params: idParams,
  body: z.object({ audience: campaignAudience.optional(), content: campaignContent.optional() }),
  response: audienceWaterfall,
})

export const launchCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/launch',
  can: 'campaigns.launch',
  scope: 'campaigns:launch',
  summary: 'Launches a campaign as its pre-flight shows it; refused while something blocks it',
  notImpersonated: true,
  params: idParams,
  body: z.object({
    /** The version that the pre-flight was read for. */
    version,
    /** Of the person; a second call with the same key answers the same launch. */
    clientKey: z.string().min(8).max(64),
  }),
  response: campaign,
  status: 202,
  errors: ['conflict', 'state_invalid', 'campaign_not_ready', 'limit_reached'],
})
export const approveCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/approval',
  can: 'campaigns.launch',
  summary: 'Approves the launch of a colleague, or makes a draft of it again',
  notImpersonated: true,
  params: idParams,
  body: z.object({ version, approved: z.boolean(), note: z.string().trim().max(500).default('') }),
  response: campaign,
  errors: ['conflict', 'state_invalid', 'own_approval', 'campaign_not_ready'],
})
export const pauseCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/pause',
  can: 'campaigns.launch',
  scope: 'campaigns:launch',
  summary: 'Stops sending within five seconds; what has left stays sent',
  params: idParams,
  response: campaign,
  errors: ['state_invalid', 'campaign_held'],
})
export const resumeCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/resume',
  can: 'campaigns.launch',
  scope: 'campaigns:launch',
  summary: 'Goes on with the recipients that are left',
  params: idParams,
  response: campaign,
  errors: ['state_invalid', 'campaign_held', 'campaign_not_ready'],
})
export const cancelCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/cancellation',
  can: 'campaigns.launch',
  scope: 'campaigns:launch',
  summary: 'Ends a campaign; what has left stays sent',
  params: idParams,
  response: campaign,
  errors: ['state_invalid'],
})
export const decideCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/decision',
  can: 'campaigns.launch',
  summary:
    'Sends a variant to everyone who waits for the winner of a test; another one only while the template of the first is paused',
  notImpersonated: true,
  params: idParams,
  body: z.object({ variant: z.enum(variantKeys) }),
  response: campaign,
  errors: ['state_invalid', 'validation_failed'],
})
export const setWinnerRule = endpoint({
  method: 'PUT',
  path: '/api/v1/campaigns/:id/winner-rule',
  can: 'campaigns.launch',
  summary: 'Changes who chooses the winner of a test that is not decided yet',
  notImpersonated: true,
  params: idParams,
  body: z.object({ rule: z.enum(winnerRules) }),
  response: campaign,
  errors: ['state_invalid'],
})

/** A series: when it starts next, and what became of its campaigns together. */
export const campaignSeries = z.object({
  next: z.array(instant),
  campaigns: z.number().int(),
  counts: campaignCounts,
  cost: z.object({ actual: z.number(), currency: z.string() }),
})
export type CampaignSeries = z.infer<typeof campaignSeries>

export const getSeries = endpoint({
  method: 'GET',
  path: '/api/v1/campaigns/:id/series',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'The next times of a series, and what became of its campaigns together',
  params: idParams,
  response: campaignSeries,
})
