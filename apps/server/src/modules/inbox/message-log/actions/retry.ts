import { logFilter, retryableClasses } from '@recado/contracts/inbox/message-log'
import { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { resendMessage } from '#server/modules/inbox/composing/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { defineBulk, inCompany, oneByOne, parseFilter } from '#server/modules/shared/tasks/index.ts'
import { findLogIds, findLogRows, type LogRow } from '../queries/log.ts'
import { entryOf } from '../view.ts'

/** What failed for a reason that stays is not sent again, nor what may have arrived. */
const assertRetryable = ({ status, error_class: reason }: LogRow) => {
  const lasting = reason !== null && !retryableClasses.some((known) => known === reason)
  if (status !== 'failed' || lasting) throw new AppError('message_not_resendable', { data: { status } })
}

/** Its own key for each message, so that a retry which is asked for twice sends once. */
const keyOf = (id: string) => `retry-${id}`

/** Sends a failed message again. Throws `message_not_resendable` unless it may arrive now, and what sending throws. */
export const retry = async (ctx: CompanyCtx, row: LogRow | null): Promise<void> => {
  if (!row) throw new AppError('not_found')
  assertRetryable(row)
  await resendMessage(ctx, row.conversation_id, row.id, { clientKey: keyOf(row.id), evenIfUnknown: false })
}

const rowsOf = async (ctx: CompanyCtx, ids: readonly string[]) => {
  const full = seesPersonalData(ctx)
  return (await findLogRows(ctx, ids)).map((row) => ({
    id: row.id,
    label: entryOf(row, full).contact.displayName,
    row,
  }))
}

/** Sends failed messages of the log again, each as a person would one by one. */
export const retryMessages = defineBulk({
  kind: 'messages.retry',
  ability: 'conversations.reply',
  args: z.object({}),
  find: (ctx, ids) => rowsOf(inCompany(ctx), ids),
  filter: (ctx, filter, limit) => findLogIds(inCompany(ctx), parseFilter(logFilter, filter), limit),
  apply: (ctx, rows) => oneByOne(ctx, rows, (tx, { row }) => retry(inCompany(tx), row)),
  record: (ctx, { length: messages }) =>
    inTransaction(ctx, (tx) =>
      recordAudit(tx, { action: 'message.retry', target: { type: 'message' }, diff: { messages } }),
    ),
})
