import { v7 as uuidv7 } from 'uuid'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '../../audit/index.ts'
import { graphClientOf } from '../directory.ts'
import * as queries from '../queries/channels.ts'
import { countWaitingSends, findAdminCompany } from '../queries/leave.ts'
import { disconnectChannel } from './disconnect.ts'
import { loadChannel } from './load.ts'
import { enqueuePulls } from './pulls.ts'
import { announceChannel, recordChannelEvent } from './status.ts'

const busy = (reason: string) => new AppError('channel_busy', { data: { reason } })

/** Takes a number off the Cloud API at Meta, then disconnects it. Throws `channel_busy` for a number of the phone app. */
export const deregisterChannel = async (ctx: CompanyCtx, channelId: string): Promise<void> => {
  const { channel } = await loadChannel(ctx, channelId)
  if (channel.disconnectedAt) return
  if (channel.kind === 'coexistence') throw busy('coexistence')
  const client = await graphClientOf(ctx.deps, ctx.company.id, channelId)
  await client.deregister(channel.phoneNumberId).catch((error: unknown) => Promise.reject(asAppError(error)))
  const target = { type: 'channel', id: channelId, label: channel.phone }
  await recordAudit(ctx, { action: 'channel.deregistered', target })
  await disconnectChannel(ctx, channelId)
}

/**
 * Connects the number in another company where the actor is admin, with the token it has. Conversations stay readable
 * where they are. Throws `channel_busy` with the reason when it cannot be done, `not_found` for a company that is not theirs.
 */
export const moveChannel = async (ctx: CompanyCtx & UserCtx, channelId: string, companyId: string): Promise<void> => {
  await loadChannel(ctx, channelId)
  const there = await findAdminCompany(ctx, ctx.actor.userId, companyId)
  if (!there) throw new AppError('not_found')
  if (companyId === ctx.company.id) throw busy('same_company')
  if (!there.admin) throw busy('not_admin')
  if (!there.accessBlocks.includes('integrations')) throw busy('block_missing')
  await inTransaction(ctx, async (tx) => {
    const row = await queries.lockChannel(tx, tx.company.id, channelId)
    const found = await queries.findChannelRow(tx, tx.company.id, channelId)
    if (!row || !found) throw new AppError('not_found')
    if (row.disconnectedAt || row.status === 'onboarding') throw busy('disconnected')
    if ((await countWaitingSends(tx, tx.company.id, channelId)) > 0) throw busy('sends_waiting')
    const reason = 'moved_to_another_company'
    const gone = { status: 'disconnected' as const, statusReason: reason, disconnectedAt: tx.now() }
    await queries.updateChannel(tx, tx.company.id, channelId, gone)
    const { id: _id, companyId: _company, createdAt: _created, updatedAt: _updated, ...facts } = found.account
    const account = await queries.upsertAccount(tx, { ...facts, id: uuidv7(), companyId })
    const { settings: _s, settingsVersion: _v, createdAt: _c, updatedAt: _u, ...channel } = row
    const moved = { ...channel, id: uuidv7(), companyId, waAccountId: account.id }
    const arrived = await queries.insertChannel(tx, moved)
    if (!arrived) throw busy('disconnected')
    const target = { type: 'channel', id: channelId, label: row.phone }
    await recordChannelEvent(tx, tx.company.id, channelId, {
      kind: 'status',
      before: row.status,
      after: 'disconnected',
      detail: { reason },
    })
    await recordChannelEvent(tx, companyId, arrived.id, { kind: 'connected', after: arrived.status })
    await recordAudit(tx, { action: 'channel.moved_away', target })
    await recordAudit(tx, { action: 'channel.moved_here', companyId, target: { ...target, id: arrived.id } })
    await enqueuePulls(tx, companyId, account.id, arrived.id)
    announceChannel(tx, tx.company.id, channelId)
    announceChannel(tx, companyId, arrived.id)
  })
}
