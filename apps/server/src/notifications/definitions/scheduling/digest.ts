import { createHash } from 'node:crypto'
import type { StepMetadata, TimeUnit } from '@recado/contracts/notifications/domain'
import { isTimezone } from '#server/lib/zone.ts'
import { readPath } from '#server/notifications/shared/read-path.ts'
import { addInterval, intervalProblem, isPlannable } from './add-interval.ts'
import { nextOccurrence } from './timed-rule.ts'

export type Clock = { now: Date; timezone: string }
export type DelayOverride = { amount: number; unit: TimeUnit }
export type Invalid = { invalid: string }
type Length = { amount?: number | undefined; unit?: TimeUnit | undefined }

const shifted = (from: Date, by: Length, timezone: string, sign: 1 | -1): Date | Invalid => {
  const { amount, unit } = by
  if (amount === undefined || unit === undefined) return { invalid: 'amount and unit are required' }
  const problem = intervalProblem(amount, unit)
  if (problem !== null) return { invalid: problem }
  const moment = addInterval(from, sign * amount, unit, timezone)
  return isPlannable(moment) ? moment : { invalid: 'amount is too large' }
}

/** The end of an interval from now, of the length that a step has or that a trigger put in its place. */
export const waitFrom = (step: Length, { now, timezone }: Clock, override: DelayOverride | undefined): Date | Invalid =>
  shifted(now, override ?? step, timezone, 1)

const timedEnd = ({ amount, unit, timed: rule = {} }: StepMetadata, { now, timezone }: Clock): Date | Invalid => {
  if (amount === undefined || unit === undefined) return { invalid: 'amount and unit are required' }
  if (unit === 'seconds') return { invalid: 'a timed digest cannot repeat every few seconds' }
  if (rule.timezone !== undefined && !isTimezone(rule.timezone)) return { invalid: 'unknown time zone' }
  const end = nextOccurrence({ amount, unit, rule }, { now, timezone: rule.timezone ?? timezone })
  return end && isPlannable(end) ? end : { invalid: 'the calendar rule has no next occurrence' }
}

/**
 * When a digest that begins now is over. A rule's own time zone comes before the given one. The delay of a trigger
 * replaces the length of regular and back-off digests.
 */
export const digestWindowEnd = (
  metadata: StepMetadata,
  input: Clock & { delayOverride?: DelayOverride | undefined },
): Date | Invalid =>
  metadata.type === 'timed' ? timedEnd(metadata, input) : waitFrom(metadata, input, input.delayOverride)

/** Whether the first event of a while passes through a digest undigested. */
export const isBackoff = ({ type, backoff }: StepMetadata): boolean =>
  type === 'backoff' || (type !== 'timed' && backoff === true)

/** Since when an earlier event makes a back-off digest collect instead of letting this one through. */
export const backoffStart = ({ backoffAmount, backoffUnit }: StepMetadata, { now, timezone }: Clock): Date | Invalid =>
  shifted(now, { amount: backoffAmount, unit: backoffUnit }, timezone, -1)

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/**
 * What splits the windows of a digest: the text of the value at its key, or null. Objects with the same content are the
 * same value, and a long value stands as its hash.
 */
export const digestKeyValue = ({ digestKey }: StepMetadata, payload: Record<string, unknown>): string | null => {
  const value = digestKey ? readPath(payload, digestKey) : undefined
  if (value === undefined || value === '') return null
  const text = typeof value === 'object' ? JSON.stringify(value, sortKeys) : String(value)
  return text.length <= 256 ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
}
