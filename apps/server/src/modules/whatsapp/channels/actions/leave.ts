import { type CompanyCtx, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { findCompanyHold, graphClientOf } from '#server/modules/whatsapp/directory/index.ts'
import * as queries from '../queries/channels.ts'
import { countWaitingSends, findAdminCompany, hasWaitingFiles } from '../queries/leave.ts'
import { disconnectChannel } from './disconnect.ts'
import { channelFacts } from './emit.ts'
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

/** Why a number cannot be moved now; each has a text in the locales, `whatsapp/channels:move.refused.<reason>`. */
export type MoveObstacle =
  | 'same_company'
  | 'company_suspended'
  | 'block_missing'
  | 'disconnected'
  | 'own_app'
  | 'sends_waiting'
  | 'files_waiting'

const DAY_MS = 86_400_000

const obstacleOf = async (tx: Ctx, found: queries.ChannelWithAccount, to: string): Promise<MoveObstacle | null> => {
  const { channel, account } = found
  if (channel.companyId === to) return 'same_company'
  if (channel.disconnectedAt || channel.status === 'onboarding') return 'disconnected'
  const hold = await findCompanyHold(tx, to)
  if (hold) return hold === 'access' ? 'block_missing' : 'company_suspended'
  // The address that an own app sends its webhooks to names the company's account.
  if (account.appSecret !== null) return 'own_app'
  if ((await countWaitingSends(tx, channel.companyId, channel.id)) > 0) return 'sends_waiting'
  const dayAgo = new Date(tx.now().getTime() - DAY_MS)
  return (await hasWaitingFiles(tx, channel.companyId, channel.id, dayAgo)) ? 'files_waiting' : null
}

/** The account in the company that the number comes to: its own when it has a token there, else one with the token that comes along. */
const arriveAccount = async (tx: Ctx, from: queries.AccountRow, to: string): Promise<queries.AccountRow> => {
  const [known] = await queries.listAccountsOfWaba(tx, to, from.wabaId)
  if (known?.token) return known
  const { id: _id, companyId: _company, createdAt: _created, updatedAt: _updated, ...facts } = from
  return queries.upsertAccount(tx, { ...facts, id: newId(), companyId: to })
}

/** The number's channel in the company that it comes to: the one that it had there before, or a new one. */
const arriveChannel = async (tx: Ctx, row: queries.ChannelRow, accountId: string, to: string) => {
  const { id: _id, settings: _s, settingsVersion: _v, createdAt: _c, updatedAt: _u, ...facts } = row
  const values = { ...facts, companyId: to, waAccountId: accountId }
  const arrived =
    (await queries.reviveChannel(tx, to, row.phoneNumberId, values)) ??
    (await queries.insertChannel(tx, { ...values, id: newId() }))
  if (!arrived) throw busy('disconnected')
  return arrived
}

/** Why a number cannot be moved, or the channel that it has where it came to. */
type Move = { obstacle: MoveObstacle } | { obstacle: null; arrivedId: string }

/** Lets one transaction at a time move numbers from or to these companies. Take all that it needs at once: the order counts. */
export const lockMoves = async (tx: Ctx, companyIds: readonly string[]): Promise<void> => {
  for (const id of [...new Set(companyIds)].sort()) await lockName(tx, `number moves ${id}`)
}

/** What goes with a number to another company, in the transaction that moves it there. */
export type ChannelMovedHandler = (tx: Ctx, moved: { fromId: string; arrivedId: string }) => Promise<void>

/**
 * Connects a company's number in another company, with the token it has; answers why that cannot be done now, or where it
 * is. Conversations, templates and drafts stay where they are, and a token that no number there needs any more is forgotten
 * there. What the platform holds back stays held back.
 */
export const moveNumber = async (
  tx: Ctx,
  { id, companyId: from }: { id: string; companyId: string },
  to: string,
): Promise<Move> => {
  await lockMoves(tx, [from, to])
  const found = await queries.lockChannelAndAccount(tx, from, id)
  if (!found) return { obstacle: 'disconnected' }
  const { channel: row } = found
  const obstacle = await obstacleOf(tx, found, to)
  if (obstacle) return { obstacle }
  const reason = 'moved_to_another_company'
  const gone = { status: 'disconnected' as const, statusReason: reason, disconnectedAt: tx.now() }
  await queries.updateChannel(tx, from, id, gone)
  const account = await arriveAccount(tx, found.account, to)
  const arrived = await arriveChannel(tx, row, account.id, to)
  if ((await queries.listLiveChannelsOfAccount(tx, from, found.account.id)).length === 0)
    await queries.updateAccount(tx, from, found.account.id, { token: null })
  const target = { type: 'channel', id, label: row.phone }
  const left = { kind: 'status', before: row.status, after: 'disconnected', detail: { reason } }
  await recordChannelEvent(tx, from, id, left)
  await recordChannelEvent(tx, to, arrived.id, { kind: 'connected', after: arrived.status })
  await recordAudit(tx, { action: 'channel.moved_away', companyId: from, target })
  await recordAudit(tx, { action: 'channel.moved_here', companyId: to, target: { ...target, id: arrived.id } })
  await emit(tx, 'channel.disconnected', { ...channelFacts(row), by: 'move' })
  await emit(tx, 'channel.connected', channelFacts(arrived))
  await enqueuePulls(tx, to, account.id, arrived.id)
  announceChannel(tx, from, id)
  announceChannel(tx, to, arrived.id)
  for (const follow of tx.deps.handlers.channelMoved) await follow(tx, { fromId: id, arrivedId: arrived.id })
  return { obstacle: null, arrivedId: arrived.id }
}

/**
 * Connects the number in another company where the actor is admin, with the token it has. Conversations stay readable
 * where they are. Throws `channel_busy` with the reason when it cannot be done, `not_found` for a company that is not theirs.
 */
export const moveChannel = async (ctx: CompanyCtx & UserCtx, channelId: string, companyId: string): Promise<void> => {
  await loadChannel(ctx, channelId)
  const there = await findAdminCompany(ctx, ctx.actor.userId, companyId)
  if (!there) throw new AppError('not_found')
  if (companyId !== ctx.company.id && !there.admin) throw busy('not_admin')
  const move = await inTransaction(ctx, (tx) => moveNumber(tx, { id: channelId, companyId: tx.company.id }, companyId))
  if (move.obstacle) throw busy(move.obstacle)
}
