import type { ChannelFilter, ChannelSummary } from './channels.ts'

type Filtered = Pick<ChannelSummary, 'name' | 'phone' | 'status' | 'kind' | 'wabaId'> & { quality: string | null }

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const digits = (text: string) => text.replace(/\D/g, '')

/** Whether a channel is one that the filters of its list leave. */
export const isChannelShown = (channel: Filtered, filter: ChannelFilter): boolean => {
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
