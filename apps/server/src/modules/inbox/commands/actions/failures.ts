import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ConversationRow } from '#server/modules/inbox/conversations/index.ts'
import { answering, findConversationMessage, readMessages } from '#server/modules/inbox/messages/index.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import { findAnswered, findFailures, markDismissed, saveAnswered, updateFailure } from '../queries/failures.ts'
import type { Command } from './command.ts'

const MOST = 20

/** Unresolved failures of a conversation. Throws `not_found`. */
export const listFailures = async (ctx: CompanyCtx, id: string) => {
  await assertVisible(ctx, id)
  const ids = await findFailures(ctx, id, MOST)
  return ids.length > 0 ? readMessages(ctx, id, ids) : []
}

const earliest = (a: Date | null, b: Date | null) => (a && b ? (a < b ? a : b) : (a ?? b))
const isSame = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

type Fate = { hasFailed: boolean; occurredAt: Date }

/** What the conversation says of answers once this one has failed, or has arrived after all; null when it says so already. */
const answeredWith = async (tx: CompanyCtx, row: ConversationRow, { hasFailed, occurredAt }: Fate) => {
  const found = await findAnswered(tx, row.id)
  const isFirst = row.firstResponseAt === null || row.firstResponseAt >= occurredAt
  const waits = hasFailed ? earliest(row.waitingSince, found.waitingSince) : found.waitingSince
  const answered = {
    waitingSince: row.status === 'resolved' ? null : waits,
    firstResponseAt: isFirst ? found.firstResponseAt : row.firstResponseAt,
  }
  const isKnown =
    isSame(answered.waitingSince, row.waitingSince) && isSame(answered.firstResponseAt, row.firstResponseAt)
  return isKnown ? null : answered
}

/** An answer failed, or has arrived after it was said to have failed: the customer goes on waiting, or does not. */
export const updateAnswered =
  (messageId: string): Command =>
  async (tx, row) => {
    const message = await findConversationMessage(tx, row.companyId, row.id, messageId)
    if (message?.direction !== 'out' || !answering.includes(message.origin)) return null
    const { status, occurredAt } = message
    const answered = await answeredWith(tx, row, { hasFailed: status === 'failed', occurredAt })
    if (answered) await saveAnswered(tx, row.id, answered)
    const isNews = await updateFailure(tx, row.companyId, row.id)
    return answered || isNews ? { lines: [] } : null
  }

/** Puts a failed message away. Throws `not_found`, and `state_invalid` for one that has not failed or was sent again. */
export const dismissFailure =
  (messageId: string): Command =>
  async (tx, row) => {
    const message = await findConversationMessage(tx, row.companyId, row.id, messageId)
    if (!message) throw new AppError('not_found')
    if (message.direction !== 'out' || message.status !== 'failed' || message.payload['resentAs'])
      throw new AppError('state_invalid')
    if (message.payload['dismissedAt']) return null
    await markDismissed(tx, messageId)
    await updateFailure(tx, row.companyId, row.id)
    return { lines: [], changed: [messageId] }
  }
