import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { several } from '../shared/lists.ts'
import { id, idParams, instant } from '../shared.ts'
import { campaignCounts } from './campaigns.ts'
import { variantKeys } from './content.ts'
import { skipReasons } from './recipients.ts'

const rate = z.object({
  value: z.number(),
  /** Ends of the 95 % Wilson interval. */
  low: z.number(),
  high: z.number(),
})

/** Parts of the audience seen by themselves. Messages count once and with every step that they have passed. */
const part = campaignCounts.pick({
  sent: true,
  delivered: true,
  read: true,
  clicked: true,
  replied: true,
  failed: true,
  optedOut: true,
})

/** How much more often those did something to whom it was sent than those who were left out at random. */
const lift = z.object({
  holdout: z.number().int(),
  rate,
  sentRate: rate,
  /** With the ends of its 95 % interval. */
  difference: rate,
})

export const campaignAnalytics = z.object({
  counts: campaignCounts,
  /** Submitted, and no report of their delivery yet. */
  awaiting: z.number().int(),
  overTime: z.array(part.extend({ at: instant })),
  variants: z.array(
    part.extend({
      variant: z.enum(variantKeys),
      template: z.string(),
      readRate: rate,
      clickRate: rate,
      replyRate: rate,
      /**
       * Probability that the difference to the best other variant is chance; null while too few answers are in, and before
       * everyone on whom they are compared has got it.
       */
      pValue: z.number().nullable(),
      /** Chosen by the test; without one, better than each of the others, and not by chance. */
      winner: z.boolean(),
    }),
  ),
  /** Whether everyone on whom the variants are compared has got theirs. Earlier, differences come and go by chance. */
  compared: z.boolean(),
  channels: z.array(part.extend({ channelId: id })),
  /** By hour of the day in the company's zone, 0 to 23. */
  hours: z.array(part.extend({ hour: z.number().int() })),
  errors: z.array(
    z.object({ errorClass: z.string(), errorCode: z.number().int().nullable(), count: z.number().int() }),
  ),
  skipped: z.array(z.object({ reason: z.enum(skipReasons), count: z.number().int() })),
  buttons: z.array(z.object({ text: z.string(), count: z.number().int() })),
  /** Answers by the routes that they went by; `button` null for any other answer. `gone`: something of the route was, for so many. */
  replies: z.array(z.object({ button: z.string().nullable(), count: z.number().int(), gone: z.number().int() })),
  /** Tracked links, without those of tests; machines that look at links count nowhere. */
  links: z.array(
    z.object({
      /** Null where each recipient has an address of their own: the value of the variable `key`. */
      url: z.string().nullable(),
      key: z.string().nullable(),
      clicks: z.number().int(),
      people: z.number().int(),
    }),
  ),
  cost: z.object({
    currency: z.string(),
    amount: z.number(),
    perReply: z.number().nullable(),
    perClick: z.number().nullable(),
  }),
  /**
   * How many more wrote of those who got the message than of those who were left out at random; `difference` with the ends of
   * its 95 % interval. Null without a holdout, before the campaign has ended, and while too few have written.
   */
  lift: lift.extend({ wrote: z.number().int() }).nullable(),
  updatedAt: instant,
})
export type CampaignAnalytics = z.infer<typeof campaignAnalytics>

export const getCampaignAnalytics = endpoint({
  method: 'GET',
  path: '/api/v1/campaigns/:id/analytics',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'What came of a campaign, from sums that are kept as it runs',
  params: idParams,
  response: campaignAnalytics,
})

/** Most segments, and most lists, that are compared at once. */
export const comparedGroups = 10

/** A segment or list, and what came of those of the recipients who belong to it now. */
export const campaignGroup = z.object({
  kind: z.enum(['segment', 'list']),
  id,
  name: z.string(),
  /** Null for a segment with conditions that name what was deleted. */
  part: part.extend({ recipients: z.number().int() }).nullable(),
})
export type CampaignGroup = z.infer<typeof campaignGroup>

export const campaignGroups = z.object({
  /** A recipient counts in each that they belong to, so that these add up to more or less than the campaign. */
  data: z.array(campaignGroup),
  /** False for an estimate from a sample. */
  exact: z.boolean(),
})
export type CampaignGroups = z.infer<typeof campaignGroups>

export const compareCampaignGroups = endpoint({
  method: 'GET',
  path: '/api/v1/campaigns/:id/analytics/groups',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'What came of a campaign by segment and list: those given, or those that its audience was drawn from',
  params: idParams,
  query: z.object({ segments: several(id, comparedGroups).optional(), lists: several(id, comparedGroups).optional() }),
  response: campaignGroups,
  errors: ['filter_too_slow'],
})

/** Days after its delivery in which an order counts for a campaign. */
export const attributionDays = { least: 1, most: 30, usual: 7 } as const

export const campaignConversions = z.object({
  days: z.number().int(),
  /** Paid orders of which the campaign was the last one to be delivered before, and not longer ago than that. */
  orders: z.number().int(),
  /** Those who placed them. */
  buyers: z.number().int(),
  /** What they came to, by the currency that the system named; null where it named none. */
  revenue: z.array(z.object({ currency: z.string().nullable(), amount: z.number() })),
  /** Orders of which no amount was told. */
  withoutAmount: z.number().int(),
  cost: z.object({ currency: z.string(), perOrder: z.number().nullable() }),
  /** Whether orders can still come in that count. */
  open: z.boolean(),
  /**
   * Whoever bought something within the days after it was sent to them, against those left out at random who did within the
   * days after the start; whichever campaign their orders count for. Null without a holdout, while orders can still come in,
   * for an estimate, and while too few have bought.
   */
  lift: lift.extend({ bought: z.number().int() }).nullable(),
  /** False for an estimate from a sample. */
  exact: z.boolean(),
})
export type CampaignConversions = z.infer<typeof campaignConversions>

export const getCampaignConversions = endpoint({
  method: 'GET',
  path: '/api/v1/campaigns/:id/analytics/conversions',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'Orders that followed a campaign, by what connected systems told of their payment',
  params: idParams,
  query: z.object({
    days: z.coerce.number().int().min(attributionDays.least).max(attributionDays.most).default(attributionDays.usual),
  }),
  response: campaignConversions,
  errors: ['filter_too_slow'],
})
