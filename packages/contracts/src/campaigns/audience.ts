import { z } from 'zod'
import { filterTree } from '../shared/filter.ts'
import { filledText, id } from '../shared.ts'

/** Recipients of an earlier campaign by what became of their messages. */
export const campaignOutcomes = [
  'not_delivered',
  'not_read',
  'not_replied',
  'read',
  'clicked',
  'replied',
  'failed_for_now',
] as const
export type CampaignOutcome = (typeof campaignOutcomes)[number]

export const audienceLimits = {
  sources: 20,
  ids: 100,
  numbers: 10_000,
  contacts: 10_000,
  fileBytes: 50 * 1024 * 1024,
  fileRows: 1_000_000,
} as const

const ids = z.array(id).min(1).max(audienceLimits.ids)

/** Whom a campaign is for. A contact that several sources name is one recipient. */
export const audienceSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('segments'), ids }),
  z.object({ kind: z.literal('lists'), ids }),
  z.object({ kind: z.literal('tags'), ids }),
  z.object({ kind: z.literal('filter'), filter: filterTree }),
  z.object({ kind: z.literal('contacts'), ids: z.array(id).min(1).max(audienceLimits.contacts) }),
  /** Rows that were uploaded or pasted into this campaign. Numbers that belong to no contact make one at launch. */
  z.object({ kind: z.literal('rows'), uploadId: id }),
  z.object({ kind: z.literal('campaign'), campaignId: id, outcome: z.enum(campaignOutcomes) }),
])
export type AudienceSource = z.infer<typeof audienceSource>

export const audienceExclusions = z.object({
  segments: z.array(id).max(audienceLimits.ids).default([]),
  lists: z.array(id).max(audienceLimits.ids).default([]),
  tags: z.array(id).max(audienceLimits.ids).default([]),
  /** Leaves out whoever got a campaign in so many days. */
  contactedWithinDays: z.number().int().min(1).max(90).nullable().default(null),
  /** Leaves out whoever has a conversation that is not resolved. */
  openConversation: z.boolean().default(false),
  /** Leaves out whoever waits for a message of another campaign that runs. */
  otherCampaigns: z.boolean().default(false),
  /** Countries as ISO 3166 to which the campaign goes; null for all. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .min(1)
    .max(100)
    .nullable()
    .default(null),
})
export type AudienceExclusions = z.output<typeof audienceExclusions>

export const campaignAudience = z.object({
  sources: z.array(audienceSource).max(audienceLimits.sources).default([]),
  exclusions: audienceExclusions.prefault({}),
  /** Recipients chosen at random who get nothing, so that the effect of the campaign can be measured. */
  holdoutPercent: z.number().int().min(0).max(50).default(0),
  /** `launch`: whoever belongs to it at the launch. `start`: whoever belongs to it when the campaign starts. */
  freezeAt: z.enum(['launch', 'start']).default('launch'),
})
export type CampaignAudience = z.output<typeof campaignAudience>

/**
 * Why a contact of the audience gets nothing, in the order in which it is asked; each contact counts for the first
 * reason. Each has a text in both languages, `campaigns/campaigns:reason.<name>`.
 */
export const exclusionReasons = [
  'no_identity',
  'invalid_number',
  'suppressed',
  'blocked',
  'opted_out',
  'no_consent',
  'excluded',
  'recently_contacted',
  'open_conversation',
  'other_campaign',
  'country_not_allowed',
  'marketing_not_delivered',
  'value_missing',
  'holdout',
] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** From all whom the sources name to those who get a message. What is left out adds up. */
export const audienceWaterfall = z.object({
  /** Names in all sources; a contact counts as often as sources name it. */
  matched: z.number().int(),
  duplicates: z.number().int(),
  excluded: z.array(z.object({ reason: z.enum(exclusionReasons), count: z.number().int() })),
  willSend: z.number().int(),
  /** False for an estimate from a sample. */
  exact: z.boolean(),
})
export type AudienceWaterfall = z.infer<typeof audienceWaterfall>

/** A file or pasted text of numbers for one campaign. */
export const audienceUpload = z.object({
  id,
  fileName: filledText(200),
  rows: z.number().int(),
  /** Numbers that can be written to; the others are invalid or repeat one. */
  valid: z.number().int(),
  invalid: z.number().int(),
  duplicates: z.number().int(),
  /** Numbers that belong to no contact yet. */
  unknown: z.number().int(),
  columns: z.array(z.string()),
  /** The column that holds the number. */
  phoneColumn: z.string(),
  sample: z.array(z.array(z.string())),
})
export type AudienceUpload = z.infer<typeof audienceUpload>
