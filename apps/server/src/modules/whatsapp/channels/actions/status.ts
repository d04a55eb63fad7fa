import type { ChannelStatus } from '@recado/contracts/whatsapp/channels'
import { type Ctx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { newId } from '#server/lib/ids.ts'
import { canSend, sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import * as queries from '../queries/channels.ts'
import { channelFacts } from './emit.ts'

export type ChannelFact = {
  kind: string
  before?: string | null
  after?: string | null
  detail?: Record<string, unknown>
}

/** Tells browsers and other processes, after the commit, that a channel is not as it was. */
export const announceChannel = (ctx: Ctx, companyId: string, channelId: string) => {
  ctx.afterCommit(() => ctx.deps.bus.publish('channel.changed', { channelId }))
  emitChange(ctx, 'channel.updated', { companyId, ids: [channelId] })
}

/** Writes into the channel's history what happened to it. */
export const recordChannelEvent = (ctx: Ctx, companyId: string, channelId: string, fact: ChannelFact) =>
  queries.insertChannelEvent(ctx, {
    id: newId(),
    companyId,
    channelId,
    kind: fact.kind,
    before: fact.before ?? null,
    after: fact.after ?? null,
    detail: fact.detail ?? null,
    createdAt: ctx.now(),
  })

export type StatusChange = {
  status: ChannelStatus
  /** Stable word or `graph:<code>`; the locales explain it. */
  reason: string | null
  restrictedUntil?: Date | null
  detail?: Record<string, unknown>
}

/**
 * Moves a channel to a status and records why. A channel that is disconnected stays so. Answers whether anything
 * changed.
 */
export const changeChannelStatus = (
  ctx: Ctx,
  companyId: string,
  channelId: string,
  change: StatusChange,
): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockChannel(tx, companyId, channelId)
    if (!row || row.disconnectedAt) return false
    const until = change.restrictedUntil === undefined ? row.restrictedUntil : change.restrictedUntil
    const same = row.status === change.status && row.statusReason === change.reason
    if (same && until?.getTime() === row.restrictedUntil?.getTime()) return false
    await queries.updateChannel(tx, companyId, channelId, {
      status: change.status,
      statusReason: change.reason,
      restrictedUntil: until,
    })
    if (same) return true
    await recordChannelEvent(tx, companyId, channelId, {
      kind: 'status',
      before: row.status,
      after: change.status,
      detail: { ...change.detail, reason: change.reason },
    })
    const { status, reason } = change
    await emit(tx, 'channel.status_changed', { ...channelFacts(row), status, reason })
    announceChannel(tx, companyId, channelId)
    if (canSend(change.status, sendPriorities.bulk))
      tx.afterCommit(() => tx.deps.bus.publish('sends.wake', { channelIds: [channelId] }))
    return true
  })
