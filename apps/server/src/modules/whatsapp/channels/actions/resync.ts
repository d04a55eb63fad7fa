import type { BulkOutcome, BulkSelection } from '@recado/contracts/shared/lists'
import { isChannelShown } from '@recado/contracts/whatsapp/channel-filter'
import { type ChannelFilter, channelFilter } from '@recado/contracts/whatsapp/channels'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { type ChannelWithAccount, listChannelRows } from '../queries/channels.ts'
import { enqueuePulls } from './pulls.ts'

/** Whether a number is one that the filters of its list leave. */
export const matchesFilter = ({ channel, account }: ChannelWithAccount, filter: ChannelFilter): boolean =>
  isChannelShown({ ...channel, wabaId: account.wabaId }, filter)

/** Throws `validation_failed` for filters that are none. */
const filterOf = (raw: Record<string, string>): ChannelFilter => {
  const parsed = channelFilter.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new AppError('validation_failed', { errors: [{ path: 'filter', code: 'invalid', message: 'Not a filter' }] })
}

const choose = (rows: readonly ChannelWithAccount[], selection: BulkSelection): ChannelWithAccount[] => {
  if ('ids' in selection) {
    const ids = new Set(selection.ids)
    const named = rows.filter(({ channel }) => ids.has(channel.id))
    if (named.length < ids.size) throw new AppError('not_found')
    return named
  }
  const filter = filterOf(selection.filter)
  const chosen = rows.filter((row) => matchesFilter(row, filter))
  if (chosen.length !== selection.expected) throw new AppError('conflict', { data: { count: chosen.length } })
  return chosen
}

/**
 * Has health and templates of many numbers read from Meta; those that are disconnected are left out. Safe to repeat.
 * Throws `not_found` for an id of another company, `conflict` when filters leave another count by now. */
export const resyncChannels = (ctx: CompanyCtx, selection: BulkSelection): Promise<BulkOutcome> =>
  inTransaction(ctx, async (tx) => {
    const companyId = tx.company.id
    const chosen = choose(await listChannelRows(tx, companyId), selection)
    const gone = chosen.filter(({ channel }) => channel.disconnectedAt !== null)
    const live = chosen.filter(({ channel }) => channel.disconnectedAt === null)
    for (const { channel, account } of live) {
      await enqueuePulls(tx, companyId, account.id, channel.id)
      const target = { type: 'channel', id: channel.id, label: channel.phone }
      await recordAudit(tx, { action: 'channel.resync', target })
    }
    const skipped = gone.map(({ channel: { id, phone } }) => ({ id, label: phone, code: 'channel_not_sendable' }))
    return { done: live.length, skipped }
  })
