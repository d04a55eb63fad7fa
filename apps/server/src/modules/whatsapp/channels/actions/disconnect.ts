import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import * as queries from '../queries/channels.ts'
import { channelFacts } from './emit.ts'
import { loadChannel } from './load.ts'
import { announceChannel, recordChannelEvent } from './status.ts'

/** Unsubscribes from the webhooks of an account without any connected number; an expired token does no harm. */
const unsubscribe = async (ctx: CompanyCtx, account: queries.AccountRow) => {
  if (!account.token) return
  const client = graphClientFor(ctx.deps, ctx.deps.sealer.open(account.token))
  await client.unsubscribe(account.wabaId).catch((err: unknown) => {
    ctx.log.warn({ err, accountId: account.id }, 'the account could not be unsubscribed')
  })
}

/** Disconnects a number: nothing is sent or received by it any more, its conversations stay. Done twice it stays done. */
export const disconnectChannel = async (ctx: CompanyCtx, channelId: string): Promise<void> => {
  const { channel, account } = await loadChannel(ctx, channelId)
  if (channel.disconnectedAt) return
  const companyId = ctx.company.id
  const last = await inTransaction(ctx, async (tx) => {
    const row = (await queries.lockChannelAndAccount(tx, companyId, channelId))?.channel
    if (!row || row.disconnectedAt) return false
    const at = tx.now()
    await queries.updateChannel(tx, companyId, channelId, {
      status: 'disconnected',
      statusReason: 'disconnected_by_member',
      disconnectedAt: at,
    })
    const fact = {
      kind: 'status',
      before: row.status,
      after: 'disconnected',
      detail: { reason: 'disconnected_by_member' },
    }
    await recordChannelEvent(tx, companyId, channelId, fact)
    const target = { type: 'channel', id: channelId, label: row.phone }
    await recordAudit(tx, { action: 'channel.disconnected', target })
    await emit(tx, 'channel.disconnected', { ...channelFacts(row), by: 'member' })
    announceChannel(tx, companyId, channelId)
    tx.afterCommit(() => tx.deps.bus.publish('sends.wake', { channelIds: [channelId] }))
    const own = await queries.listLiveChannelsOfAccount(tx, companyId, account.id)
    if (own.length === 0) await queries.updateAccount(tx, companyId, account.id, { token: null })
    return (await queries.countLiveChannelsOfWabaAcrossCompanies(tx, account.wabaId)) === 0
  })
  if (last) await unsubscribe(ctx, account)
}
