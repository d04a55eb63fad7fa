import type { ConversationSummary } from '@recado/contracts/conversations'
import { assertAbility, type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { seesPersonalData } from '../../contacts/index.ts'
import { publishChanges, publishConversation } from '../hints.ts'
import { findSummary } from '../queries/list.ts'
import { findMembers, hasOtherOpen, insertEventLine, lockVisible, updateConversation } from '../queries/verbs.ts'
import { summaryOf } from '../summary.ts'
import { tellOfAssignment, tellOfRelease } from './tell.ts'

const load = async (ctx: CompanyCtx, id: string) => {
  const row = await lockVisible(ctx, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** The conversation after a change, also when the change took it out of the actor's sight. */
const after = async (ctx: CompanyCtx, id: string): Promise<ConversationSummary> => {
  const row = await findSummary(ctx, id, { evenIfHidden: true })
  if (!row) throw new AppError('not_found')
  return summaryOf(row, seesPersonalData(ctx))
}

const announce = (ctx: CompanyCtx, conversationId: string, eventId?: string) =>
  ctx.afterCommit(() => {
    const companyId = ctx.company.id
    publishConversation(ctx.deps, companyId, conversationId)
    if (eventId) publishChanges(ctx.deps, 'message.created', [{ companyId, conversationId, id: eventId }])
  })

const actorOf = (ctx: CompanyCtx) => (ctx.actor.kind === 'user' ? { id: ctx.actor.userId, name: ctx.actor.name } : null)

const findAssignee = async (ctx: CompanyCtx, userId: string) => {
  const [member] = await findMembers(ctx, userId)
  if (member) return member
  throw new AppError('validation_failed', {
    errors: [{ path: 'assigneeId', code: 'not_a_member', message: 'Not a member of the company' }],
  })
}

/** Gives the conversation to a member or to nobody. Anything but taking it or leaving it needs `conversations.assign`. */
export const assign = (ctx: CompanyCtx, id: string, assigneeId: string | null): Promise<ConversationSummary> =>
  inTransaction(ctx, async (tx) => {
    const row = await load(tx, id)
    const own = tx.actor.kind === 'user' ? tx.actor.userId : null
    if (row.assigneeId === assigneeId) return after(tx, id)
    if (!(assigneeId === own || (assigneeId === null && row.assigneeId === own)))
      assertAbility(tx, 'conversations.assign')
    const member = assigneeId === null ? null : await findAssignee(tx, assigneeId)
    await updateConversation(tx, id, { assigneeId })
    const to = member && { id: member.id, name: member.name }
    const kind = to ? 'assigned' : 'unassigned'
    const eventId = await insertEventLine(tx, row, { kind, by: actorOf(tx), to, assigneeName: to?.name ?? null })
    if (assigneeId) await tellOfAssignment(tx, id, assigneeId)
    else if (row.status !== 'resolved') await tellOfRelease(tx, id)
    announce(tx, id, eventId)
    return after(tx, id)
  })

/** Resolves or reopens. Throws `state_invalid` when another conversation with the person is open on the channel. */
export const setStatus = (ctx: CompanyCtx, id: string, status: 'open' | 'resolved'): Promise<ConversationSummary> =>
  inTransaction(ctx, async (tx) => {
    const row = await load(tx, id)
    const isResolved = row.status === 'resolved'
    if (isResolved === (status === 'resolved')) return after(tx, id)
    if (status === 'open' && (await hasOtherOpen(tx, row))) throw new AppError('state_invalid')
    const resolvedBy = actorOf(tx)?.id ?? null
    await updateConversation(
      tx,
      id,
      status === 'resolved'
        ? { status, resolvedAt: tx.now(), resolvedBy, waitingSince: null, unreadCount: 0 }
        : { status, resolvedAt: null, resolvedBy: null },
    )
    const kind = status === 'resolved' ? 'resolved' : 'reopened'
    const eventId = await insertEventLine(tx, row, { kind, by: actorOf(tx), to: null })
    announce(tx, id, eventId)
    return after(tx, id)
  })

/** Marks everything up to now as read by the team, or the last message as unread. */
export const setRead = (ctx: CompanyCtx, id: string, read: boolean): Promise<ConversationSummary> =>
  inTransaction(ctx, async (tx) => {
    const row = await load(tx, id)
    const unreadCount = read ? 0 : Math.max(1, row.unreadCount)
    if (row.unreadCount !== unreadCount) {
      await updateConversation(tx, id, { unreadCount })
      announce(tx, id)
    }
    return after(tx, id)
  })

export const listAssignees = async (ctx: CompanyCtx) =>
  (await findMembers(ctx)).map(({ id, name, avatarFileId }) => ({
    ...{ id, name, avatarUrl: avatarUrl(id, avatarFileId) },
    presence: 'online' as const,
    openConversations: 0,
    teamIds: [],
  }))
