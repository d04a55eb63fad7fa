import type { BulkChange } from '@recado/contracts/inbox/conversation-changes'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { type ConversationResult, commandOf, emitResults, runCommand } from '#server/modules/inbox/commands/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { holdMacro } from './hold-macro.ts'

const doOne = async (ctx: CompanyCtx, id: string, change: BulkChange, done: ConversationResult[]): Promise<void> => {
  if (change.type === 'macro') {
    await holdMacro(ctx, id, change.macroId, `${change.clientKey}:${id}`)
    return
  }
  await runCommand(ctx, id, commandOf(change), (_tx, one) => void done.push(one))
}

/**
 * Does the same to many conversations, each in a transaction of its own, so that no message of a customer waits for the
 * others; browsers are told at the end, together. Answers how many were done or were so already, and the error of each
 * that was refused.
 */
export const changeMany = async (ctx: CompanyCtx, ids: readonly string[], change: BulkChange) => {
  const done: ConversationResult[] = []
  const failed: { id: string; code: string }[] = []
  const wanted = [...new Set(ids)]
  for (const id of wanted) {
    try {
      await doOne(ctx, id, change, done)
    } catch (err) {
      if (!(err instanceof AppError)) ctx.log.error({ err, conversationId: id }, 'a conversation could not be changed')
      failed.push({ id, code: err instanceof AppError ? err.code : 'internal' })
    }
  }
  if (failed.length === wanted.length && failed.every(({ code }) => code === 'not_found'))
    throw new AppError('not_found')
  emitResults(ctx, done)
  await recordAudit(ctx, {
    action: 'conversation.bulk',
    diff: { change, conversations: wanted.length, failed: failed.length },
  })
  return { done: wanted.length - failed.length, failed }
}
