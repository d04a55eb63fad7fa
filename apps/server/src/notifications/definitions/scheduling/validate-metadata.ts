import type { StepMetadata, StepType } from '@recado/contracts/notifications/domain'
import { isTimezone } from '#server/lib/zone.ts'
import { isBackoff } from './digest.ts'

const missing = <Key extends keyof StepMetadata>(metadata: StepMetadata, ...keys: Key[]) =>
  keys.filter((key) => metadata[key] === undefined).map((key) => `${key} is required`)

const timedProblems = (metadata: StepMetadata) => {
  const { unit, timed = {} } = metadata
  const problems = missing(metadata, 'amount', 'unit')
  if (unit === 'seconds') problems.push('unit of a timed digest must not be seconds')
  if (timed.timezone !== undefined && !isTimezone(timed.timezone)) problems.push('timed.timezone is unknown')
  if (unit === 'months' && timed.monthlyType === 'on') {
    if (timed.ordinal === undefined) problems.push('timed.ordinal is required')
    if (timed.ordinalValue === undefined) problems.push('timed.ordinalValue is required')
  }
  return problems
}

const digestProblems = (metadata: StepMetadata) => {
  if (metadata.type === 'scheduled') return ['type of a digest must be regular, backoff or timed']
  if (metadata.type === 'timed') return timedProblems(metadata)
  const problems = missing(metadata, 'amount', 'unit')
  return isBackoff(metadata) ? [...problems, ...missing(metadata, 'backoffAmount', 'backoffUnit')] : problems
}

const delayProblems = (metadata: StepMetadata) => {
  const { type = 'regular', delayPath } = metadata
  if (type === 'regular') return missing(metadata, 'amount', 'unit')
  if (type !== 'scheduled') return ['type of a delay must be regular or scheduled']
  if (!delayPath) return ['delayPath is required']
  return delayPath.includes('.') ? ['delayPath must be a top-level key of the payload'] : []
}

const customProblems = ({ url }: StepMetadata) => {
  if (!url) return ['url is required']
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? [] : ['url must be an http or https address']
}

/** What is wrong with the settings of a step, to be told when its workflow is saved. Channels have none. */
export const validateMetadata = (type: StepType, metadata: StepMetadata = {}): string[] => {
  if (type === 'digest') return digestProblems(metadata)
  if (type === 'delay') return delayProblems(metadata)
  if (type === 'trigger') return metadata.workflow?.trim() ? [] : ['workflow is required']
  return type === 'custom' ? customProblems(metadata) : []
}
