import type { MessageDraft } from '@recado/contracts/inbox/messages'
import {
  type ScheduledMessage,
  scheduledLimit,
  type scheduleMessage,
  type updateScheduledMessage,
} from '@recado/contracts/inbox/scheduled-messages'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { newId } from '#server/lib/ids.ts'
import { checkDraft, isWindowOpen } from '#server/modules/inbox/composing/index.ts'
import { findConversation } from '#server/modules/inbox/conversations/index.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import * as queries from './queries.ts'

type Conversation = NonNullable<Awaited<ReturnType<typeof findConversation>>>
type Plan = { sendAt: Date; draft: MessageDraft; fallback: MessageDraft | null }

const DAY = 86_400_000

const refuse = (path: string, code: string, message: string): never => {
  throw new AppError('validation_failed', { errors: [{ path, code, message }] })
}

const shownRow = (row: queries.ScheduledRow, authors: ReadonlyMap<string, queries.Author>): ScheduledMessage => {
  const { id, sendAt, draft, fallback, cancelOnReply, state, error, authorId } = row
  const author = authors.get(authorId)
  return {
    ...{ id, sendAt: sendAt.toISOString(), draft, fallback, cancelOnReply, state, error },
    author: { id: authorId, name: author?.name ?? '', avatarUrl: avatarUrl(authorId, author?.avatarFileId ?? null) },
  }
}

const show = async (ctx: CompanyCtx, row: queries.ScheduledRow) =>
  shownRow(row, await queries.findAuthors(ctx, [row.authorId]))

const loadConversation = async (ctx: CompanyCtx, conversationId: string): Promise<Conversation> => {
  await assertVisible(ctx, conversationId)
  const row = await findConversation(ctx, conversationId)
  if (!row) throw new AppError('not_found')
  return row
}

/** Messages that wait for their moment, that failed at it, or were called off. Throws `not_found`. */
export const listScheduled = async (ctx: CompanyCtx, conversationId: string): Promise<ScheduledMessage[]> => {
  await assertVisible(ctx, conversationId)
  const rows = await queries.listScheduled(ctx, conversationId)
  const authors = await queries.findAuthors(
    ctx,
    rows.map(({ authorId }) => authorId),
  )
  return rows.map((row) => shownRow(row, authors))
}

/** Everything that can be known of a plan now: its moment, its content, and whether it needs a template in its place. */
const assertPlan = async (ctx: CompanyCtx, conversation: Conversation, { sendAt, draft, fallback }: Plan) => {
  const ahead = sendAt.getTime() - ctx.now().getTime()
  if (ahead <= 0) refuse('sendAt', 'past', 'This moment is gone')
  if (ahead > scheduledLimit.days * DAY) refuse('sendAt', 'too_late', `At most ${scheduledLimit.days} days ahead`)
  if (fallback && fallback.type !== 'template')
    refuse('fallback', 'template', 'Only a template can be sent in its place')
  const needsWindow = draft.type !== 'template'
  if (needsWindow && !fallback && !isWindowOpen(conversation.windowExpiresAt, sendAt)) {
    const windowExpiresAt = conversation.windowExpiresAt?.toISOString() ?? null
    throw new AppError('window_closed', { data: { windowExpiresAt } })
  }
  await checkDraft(ctx, conversation, draft)
  if (fallback) await checkDraft(ctx, conversation, fallback)
}

const announce = (tx: CompanyCtx, conversationId: string) =>
  emitChange(tx, 'conversation.updated', { companyId: tx.company.id, conversationIds: [conversationId] })

/**
 * Keeps a message for later; the same client key plans it once. Throws `not_found`, `window_closed` when the window will
 * be closed by then and no template stands in, `limit_reached`, and what composing throws.
 */
export const schedule = (
  ctx: CompanyCtx,
  conversationId: string,
  body: z.output<typeof scheduleMessage.body>,
): Promise<ScheduledMessage> =>
  inTransaction(ctx, async (tx) => {
    const conversation = await loadConversation(tx, conversationId)
    const authorId = tx.actor.kind === 'user' ? tx.actor.userId : null
    if (authorId === null) throw new AppError('forbidden')
    await queries.lockConversationPlans(tx, conversationId)
    const known = await queries.findScheduledByKey(tx, conversationId, body.draft.clientKey)
    if (known) return show(tx, known)
    const plan = { sendAt: new Date(body.sendAt), draft: body.draft, fallback: body.fallback }
    await assertPlan(tx, conversation, plan)
    if ((await queries.countWaiting(tx, conversationId)) >= scheduledLimit.perConversation)
      throw new AppError('limit_reached', { data: { limit: scheduledLimit.perConversation } })
    const { cancelOnReply } = body
    const now = tx.now()
    const place = { companyId: tx.company.id, id: newId(), conversationId, authorId }
    const row = await queries.insertScheduled(tx, { ...place, ...plan, cancelOnReply, createdAt: now, updatedAt: now })
    announce(tx, conversationId)
    return show(tx, row)
  })

const loadWaiting = async (tx: CompanyCtx, conversationId: string, id: string) => {
  const conversation = await loadConversation(tx, conversationId)
  const row = await queries.lockScheduled(tx, conversationId, id)
  if (!row) throw new AppError('not_found')
  return { conversation, row }
}

/** Changes a message that waits, or plans one again that failed or was called off; whoever changes its words is its author. Throws `state_invalid` for one that was sent or taken back, and what planning throws. */
export const reschedule = (
  ctx: CompanyCtx,
  conversationId: string,
  id: string,
  body: z.output<typeof updateScheduledMessage.body>,
): Promise<ScheduledMessage> =>
  inTransaction(ctx, async (tx) => {
    const { conversation, row } = await loadWaiting(tx, conversationId, id)
    if (row.state === 'sent' || row.state === 'canceled') throw new AppError('state_invalid')
    const plan = {
      sendAt: body.sendAt === undefined ? row.sendAt : new Date(body.sendAt),
      draft: body.draft ?? row.draft,
      fallback: body.fallback === undefined ? row.fallback : body.fallback,
    }
    await assertPlan(tx, conversation, plan)
    const cancelOnReply = body.cancelOnReply ?? row.cancelOnReply
    const rewrites = body.draft !== undefined || body.fallback !== undefined
    const authorId = rewrites && tx.actor.kind === 'user' ? tx.actor.userId : row.authorId
    const change = { ...plan, cancelOnReply, authorId, state: 'waiting' as const, error: null }
    const changed = await queries.updateScheduled(tx, id, change)
    announce(tx, conversationId)
    return show(tx, changed)
  })

/** Takes back a message that waits, or puts away one that failed or was called off. Throws `state_invalid` for one that was sent. */
export const cancel = (ctx: CompanyCtx, conversationId: string, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { row } = await loadWaiting(tx, conversationId, id)
    if (row.state === 'sent') throw new AppError('state_invalid')
    await queries.updateScheduled(tx, id, { state: 'canceled' })
    announce(tx, conversationId)
  })
