import type { StepMetadata, StepType } from '@recado/contracts/notifications/domain'
import { isTimezone } from '#server/lib/zone.ts'
import { type FieldRefusal, fieldRefusal } from '#server/notifications/shared/errors.ts'
import { isBackoff } from './digest.ts'

const missing = <Key extends keyof StepMetadata>(metadata: StepMetadata, ...keys: Key[]) =>
  keys.filter((key) => metadata[key] === undefined).map((key) => fieldRefusal(key, 'is required'))

const refusedTimed = (metadata: StepMetadata) => {
  const { unit, timed = {} } = metadata
  const refused = missing(metadata, 'amount', 'unit')
  if (unit === 'seconds') refused.push(fieldRefusal('unit', 'of a timed digest must not be seconds'))
  if (timed.timezone !== undefined && !isTimezone(timed.timezone))
    refused.push(fieldRefusal('timed.timezone', 'is unknown'))
  if (unit === 'months' && timed.monthlyType === 'on') {
    if (timed.ordinal === undefined) refused.push(fieldRefusal('timed.ordinal', 'is required'))
    if (timed.ordinalValue === undefined) refused.push(fieldRefusal('timed.ordinalValue', 'is required'))
  }
  return refused
}

const refusedDigest = (metadata: StepMetadata) => {
  if (metadata.type === 'scheduled') return [fieldRefusal('type', 'of a digest must be regular, backoff or timed')]
  if (metadata.type === 'timed') return refusedTimed(metadata)
  const refused = missing(metadata, 'amount', 'unit')
  return isBackoff(metadata) ? [...refused, ...missing(metadata, 'backoffAmount', 'backoffUnit')] : refused
}

const refusedDelay = (metadata: StepMetadata) => {
  const { type = 'regular', delayPath } = metadata
  if (type === 'regular') return missing(metadata, 'amount', 'unit')
  if (type !== 'scheduled') return [fieldRefusal('type', 'of a delay must be regular or scheduled')]
  if (!delayPath) return [fieldRefusal('delayPath', 'is required')]
  return delayPath.includes('.') ? [fieldRefusal('delayPath', 'must be a top-level key of the payload')] : []
}

const refusedCustom = ({ url }: StepMetadata) => {
  if (!url) return [fieldRefusal('url', 'is required')]
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '')
    ? []
    : [fieldRefusal('url', 'must be an http or https address')]
}

/** What is wrong with the settings of a step, to be told when its workflow is saved. Channels have none. */
export const validateMetadata = (type: StepType, metadata: StepMetadata = {}): FieldRefusal[] => {
  if (type === 'digest') return refusedDigest(metadata)
  if (type === 'delay') return refusedDelay(metadata)
  if (type === 'trigger') return metadata.workflow?.trim() ? [] : [fieldRefusal('workflow', 'is required')]
  return type === 'custom' ? refusedCustom(metadata) : []
}
