import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../shared.ts'

/** What a channel did lately. */
export const channelUsage = z.object({
  id,
  teamName: z.string().nullable(),
  /** Messages in and out since 24 hours ago, the hour in which that was included. */
  messagesDay: z.number().int(),
  /** Messages that failed in this hour and the one before it. */
  errorsHour: z.number().int(),
  spendToday: z.number(),
  spendDay: z.number(),
  spendMonth: z.number(),
  currency: z.string().nullable(),
  /** The effective date of the rate card. */
  ratesFrom: z.iso.date().nullable(),
  webhookLagSeconds: z.number().int().nullable(),
  /** People whom the portfolio's templates reached outside of a service window in 24 hours. */
  limitUsed: z.number().int(),
  /** Most such people; null when there is no limit, or it is not known. */
  limitSize: z.number().int().nullable(),
  /** Other companies of mine whose numbers share the limit. */
  sharedWith: z.number().int(),
  /** Set while the cap of the day holds messages back. */
  capped: z.boolean(),
})
export type ChannelUsage = z.infer<typeof channelUsage>

export const listChannelUsage = endpoint({
  method: 'GET',
  path: '/api/v1/channels/usage',
  can: 'channels.view',
  summary: 'What the connected numbers of the company did lately, and how much of their limits is used',
  response: z.object({ data: z.array(channelUsage) }),
})
