import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
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
  lift: z
    .object({ holdout: z.number().int(), wrote: z.number().int(), rate, sentRate: rate, difference: rate })
    .nullable(),
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
