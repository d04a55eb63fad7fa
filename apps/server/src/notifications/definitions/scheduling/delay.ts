import type { StepMetadata } from '@recado/contracts/notifications/domain'
import { readPath } from '#server/notifications/shared/read-path.ts'
import { isPlannable } from './add-interval.ts'
import { type Clock, type DelayOverride, type Invalid, waitFrom } from './digest.ts'
import { parseMoment } from './moment.ts'

const scheduledEnd = ({ delayPath }: StepMetadata, { now, timezone, payload }: DelayInput): DelayEnd => {
  if (!delayPath) return { invalid: 'delayPath is required' }
  const value = Object.hasOwn(payload, delayPath) ? readPath(payload, delayPath) : undefined
  if (value === undefined) return { invalid: `the payload has no ${delayPath}` }
  const until = parseMoment(value, timezone)
  if (!until || !isPlannable(until)) return { invalid: `${delayPath} of the payload is not a date` }
  return until < now ? { invalid: `${delayPath} of the payload is in the past` } : { until }
}

type DelayInput = Clock & { payload: Record<string, unknown>; delayOverride?: DelayOverride | undefined }
export type DelayEnd = { until: Date } | Invalid

/** Until when a delay that begins now lasts. A scheduled date that names no zone is meant in the given one. */
export const delayEnd = (metadata: StepMetadata, input: DelayInput): DelayEnd => {
  if (metadata.type === 'scheduled') return scheduledEnd(metadata, input)
  const until = waitFrom(metadata, input, input.delayOverride)
  return until instanceof Date ? { until } : until
}
