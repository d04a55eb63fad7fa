import { v7 as uuidv7 } from 'uuid'
import { type CompanyCtx, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
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
 * Connects a company's number in another company, with the token it has; answers why that cannot be done now, or null.
 * Conversations stay where they are.
 */
export const moveNumber = async (
  tx: Ctx,
  { id, companyId: from }: { id: string; companyId: string },
  to: string,
): Promise<'same_company' | 'disconnected' | 'sends_waiting' | null> => {
  if (from === to) return 'same_company'
  const row = await queries.lockChannel(tx, from, id)
  const found = await queries.findChannelRow(tx, from, id)
  if (!row || !found || row.disconnectedAt || row.status === 'onboarding') return 'disconnected'
  if ((await countWaitingSends(tx, from, id)) > 0) return 'sends_waiting'
  const reason = 'moved_to_another_company'
  const gone = { status: 'disconnected' as const, statusReason: reason, disconnectedAt: tx.now() }
  await queries.updateChannel(tx, from, id, gone)
  const { id: _id, companyId: _company, createdAt: _created, updatedAt: _updated, ...facts } = found.account
  const account = await queries.upsertAccount(tx, { ...facts, id: uuidv7(), companyId: to })
  const { settings: _s, settingsVersion: _v, createdAt: _c, updatedAt: _u, ...channel } = row
  const arrived = await queries.insertChannel(tx, { ...channel, id: uuidv7(), companyId: to, waAccountId: account.id })
  if (!arrived) throw busy('disconnected')
  const target = { type: 'channel', id, label: row.phone }
  const left = { kind: 'status', before: row.status, after: 'disconnected', detail: { reason } }
  await recordChannelEvent(tx, from, id, left)
  await recordChannelEvent(tx, to, arrived.id, { kind: 'connected', after: arrived.status })
  await recordAudit(tx, { action: 'channel.moved_away', companyId: from, target })
  await recordAudit(tx, { action: 'channel.moved_here', companyId: to, target: { ...target, id: arrived.id } })
  await enqueuePulls(tx, to, account.id, arrived.id)
  announceChannel(tx, from, id)
  announceChannel(tx, to, arrived.id)
  return null
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
  const problem = await inTransaction(ctx, (tx) =>
    moveNumber(tx, { id: channelId, companyId: tx.company.id }, companyId),
  )
  if (problem) throw busy(problem)
}
