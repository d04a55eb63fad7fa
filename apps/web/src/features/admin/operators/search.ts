import type { OperatorChannelFilter } from '@recado/contracts/admin/operators'
import type { OnboardingState } from '@recado/contracts/whatsapp/signup'
import { keptText } from '#web/lib/api/search.ts'

// What the addresses of these pages say. Plain checks, because routes load before the schemas do.

type Raw = Record<string, unknown>

const statuses = [
  'onboarding',
  'connected',
  'degraded',
  'restricted',
  'token_expired',
  'disconnected',
  'banned',
] as const satisfies readonly OperatorChannelFilter['status'][]
const qualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const satisfies readonly OperatorChannelFilter['quality'][]
const yesNo = ['yes', 'no'] as const
const states = [
  'opened',
  'running',
  'waiting',
  'failed',
  'cancelled',
  'done',
  'discarded',
] as const satisfies readonly OnboardingState[]

const oneOf = <T extends string, K extends string>(name: K, values: readonly T[], value: unknown) => {
  const found = values.find((known) => known === value)
  return (found === undefined ? {} : { [name]: found }) as { [key in K]?: T }
}

export type ChannelSearch = OperatorChannelFilter & { cursor?: string | undefined }

/** Filters of the address; one that makes no sense is left out. */
export const validateChannelSearch = (raw: Raw): ChannelSearch => ({
  ...keptText(['search', 'companyId', 'portfolioId', 'cursor'] as const, raw),
  ...oneOf('status', statuses, raw.status),
  ...oneOf('quality', qualities, raw.quality),
  ...oneOf('paused', yesNo, raw.paused),
  ...oneOf('trouble', ['yes'] as const, raw.trouble),
  ...oneOf('waiting', ['yes'] as const, raw.waiting),
})

export type SignupSearch = { state?: OnboardingState | undefined; cursor?: string | undefined }

export const validateSignupSearch = (raw: Raw): SignupSearch => ({
  ...keptText(['cursor'] as const, raw),
  ...oneOf('state', states, raw.state),
})
