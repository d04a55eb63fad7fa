import type { ChannelFilter, ChannelSummary } from '@recado/contracts/whatsapp/channels'
import { keptText } from '#web/lib/api/search.ts'

// What the address of the list of numbers says. Plain checks, because routes load before the schemas do.

export const statuses = [
  'connected',
  'degraded',
  'restricted',
  'token_expired',
  'onboarding',
  'disconnected',
  'banned',
] as const satisfies readonly ChannelSummary['status'][]
export const qualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const satisfies readonly ChannelFilter['quality'][]
export const kinds = ['cloud', 'coexistence', 'sandbox'] as const satisfies readonly ChannelSummary['kind'][]

export type ChannelsSearch = ChannelFilter & { tab?: 'signup' | undefined }

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value)

/** Filters of the address; one that makes no sense is left out. */
export const validateChannelsSearch = (raw: Record<string, unknown>): ChannelsSearch => {
  const found = {
    ...keptText(['wabaId', 'search'] as const, raw),
    status: oneOf(statuses, raw.status),
    quality: oneOf(qualities, raw.quality),
    kind: oneOf(kinds, raw.kind),
    tab: oneOf(['signup'] as const, raw.tab),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
