import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { type ConversationRow, lockVisible, summaryAfter } from '#server/modules/inbox/conversations/index.ts'
import { emitConversations, emitMessages, insertEventLine } from '#server/modules/inbox/messages/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'

/** What a command did to a conversation. */
export type CommandResult = {
  /** Messages of the timeline that it added. */
  lines: string[]
  /** Messages that it changed. */
  changed?: string[]
  /** Members who may not see the conversation any more because of it, and are told a last time. */
  formerViewers?: string[]
}

/**
 * One change of a conversation that is locked and that the actor may see; null when there was nothing to change, so that
 * every command is safe to repeat.
 */
export type Command = (tx: CompanyCtx, row: ConversationRow) => Promise<CommandResult | null>

export type ConversationResult = CommandResult & { conversationId: string }

/** Tells browsers what was done, in as few change events as there can be. */
export const emitResults = (ctx: CompanyCtx, done: readonly ConversationResult[]): void => {
  const companyId = ctx.company.id
  const messages = (key: 'lines' | 'changed') =>
    done.flatMap((one) => (one[key] ?? []).map((id) => ({ companyId, conversationId: one.conversationId, id })))
  emitConversations(
    ctx,
    companyId,
    done.map(({ conversationId }) => conversationId),
  )
  emitMessages(ctx, 'message.created', messages('lines'))
  emitMessages(ctx, 'message.updated', messages('changed'))
  for (const { conversationId, formerViewers = [] } of done)
    emitChange(ctx, 'conversation.updated', {
      userIds: formerViewers,
      companyId,
      conversationIds: [conversationId],
    })
}

const emitResult = (tx: CompanyCtx, done: ConversationResult) => emitResults(tx, [done])

/**
 * Runs a command on a conversation. Throws `not_found` for one that the actor may not see, and what the command throws.
 * `onResult` is for callers that gather what browsers are told; they tell it after the commit.
 */
export const runCommand = (ctx: CompanyCtx, id: string, command: Command, onResult = emitResult): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockVisible(tx, id)
    if (!row) throw new AppError('not_found')
    const done = await command(tx, row)
    if (done) onResult(tx, { ...done, conversationId: id })
  })

/** Runs a command and answers the conversation as it is then. */
export const changeConversation = (ctx: CompanyCtx, id: string, command: Command): Promise<ConversationSummary> =>
  inTransaction(ctx, async (tx) => {
    await runCommand(tx, id, command)
    return summaryAfter(tx, id)
  })

/** What events name a conversation by. */
export const conversationKey = ({ companyId, id }: Pick<ConversationRow, 'companyId' | 'id'>) => ({
  companyId,
  conversationId: id,
})

export const actorOf = (ctx: CompanyCtx) =>
  ctx.actor.kind === 'user' ? { id: ctx.actor.userId, name: ctx.actor.name } : null

/** A line of the timeline: what was done, by whom, and the facts of it. Answers its id. */
export const writeLine = (
  tx: CompanyCtx,
  row: ConversationRow,
  kind: string,
  facts: Record<string, unknown> = {},
): Promise<string> => insertEventLine(tx, row, { kind, by: actorOf(tx), ...facts })

export const refuse = (path: string, code: string, message: string): never => {
  throw new AppError('validation_failed', { errors: [{ path, code, message }] })
}
