import type { ChannelFilter, ChannelSummary } from '@recado/contracts/channels'
import { keptText } from '../../lib/search.ts'

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

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const digits = (text: string) => text.replace(/\D/g, '')

/** Whether a number is one that the filters leave. */
export const isShown = (channel: ChannelSummary, filter: ChannelFilter): boolean => {
  const { status, quality, wabaId, kind, search } = filter
  const found =
    !search ||
    plain(channel.name).includes(plain(search)) ||
    (digits(search).length > 2 && digits(channel.phone).includes(digits(search)))
  return (
    found &&
    (!status || channel.status === status) &&
    (!quality || (channel.quality ?? 'UNKNOWN') === quality) &&
    (!wabaId || channel.wabaId === wabaId) &&
    (!kind || channel.kind === kind)
  )
}
