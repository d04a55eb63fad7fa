import { z } from 'zod'
import { timezone } from '../shared.ts'

/** A day and time without a zone, such as `2026-11-25T09:30`. */
export const localTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const campaignStart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('now') }),
  z.object({ kind: z.literal('at'), at: localTime, timezone }),
  /** That time where each recipient lives, by country and area code; `timezone` for those of whom neither is known. */
  z.object({ kind: z.literal('local'), at: localTime, timezone }),
  /** Again and again by an RFC 5545 rule, with the audience of each time. */
  z.object({ kind: z.literal('recurring'), rule: z.string().min(1).max(500), at: localTime, timezone }),
])
export type CampaignStart = z.infer<typeof campaignStart>

const percent = z.number().min(0.1).max(100)

/** When a campaign pauses automatically. Shares are of the last `of` messages whose fate is known. */
export const stopRules = z.object({
  failures: z
    .object({ percent, of: z.number().int().min(20).max(10_000) })
    .nullable()
    .default({ percent: 20, of: 200 }),
  optOuts: z
    .object({ percent, of: z.number().int().min(20).max(10_000) })
    .nullable()
    .default({ percent: 3, of: 500 }),
  /** Pauses once a number or the template has this quality or a worse one. */
  quality: z.enum(['YELLOW', 'RED']).nullable().default('RED'),
  /** Most that the campaign may cost, in the currency of the company. */
  spend: z.number().positive().max(10_000_000).nullable().default(null),
})
export type StopRules = z.output<typeof stopRules>

export const campaignSchedule = z.object({
  start: campaignStart.default({ kind: 'now' }),
  quietHours: z
    .object({
      enabled: z.boolean(),
      from: clock,
      to: clock,
      /** Sundays are quiet as a whole. */
      sundays: z.boolean(),
      /** In the recipient's zone where it is known, otherwise the company's. */
      zone: z.enum(['recipient', 'company']),
    })
    .default({ enabled: true, from: '20:00', to: '08:00', sundays: true, zone: 'recipient' }),
  /** Messages a second for each number; null: as fast as the number may. */
  perSecond: z.number().int().min(1).max(1000).nullable().default(null),
  /** Messages a day for the whole campaign. */
  perDay: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** Begins with so many messages in the first hour, and doubles each hour. */
  ramp: z
    .object({ firstHour: z.number().int().min(10).max(100_000) })
    .nullable()
    .default(null),
  stops: stopRules.prefault({}),
})
export type CampaignSchedule = z.output<typeof campaignSchedule>
