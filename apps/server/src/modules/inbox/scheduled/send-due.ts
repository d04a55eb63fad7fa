import type { MessageDraft } from '@recado/contracts/inbox/messages'
import { type CompanyCtx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { automationCtx, type CompanySettings, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { runCommand, writeLine } from '#server/modules/inbox/commands/index.ts'
import { isWindowOpen, sendMessage } from '#server/modules/inbox/composing/index.ts'
import { findConversation } from '#server/modules/inbox/conversations/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import * as queries from './queries.ts'

/** As the one who wrote it: the message is theirs. */
export const asAuthor = (tx: CompanyCtx, author: queries.Author): CompanyCtx => ({
  ...tx,
  actor: {
    ...{ kind: 'user', userId: author.id, sessionId: 'scheduled', email: author.email, name: author.name },
    ...{ role: 'customer', waOperator: false, impersonatorId: null },
  },
})

const fail = async (tx: CompanyCtx, row: queries.ScheduledRow, error: string): Promise<void> => {
  await queries.updateScheduled(tx, row.id, { state: 'failed', error })
  const { companyId, conversationId, authorId } = row
  const scheduled = { companyId, conversationId, authorId, scheduledId: row.id }
  await emit(tx, 'scheduled_message.failed', { ...scheduled, sendAt: row.sendAt.getTime(), reason: error })
}

/** Whether the customer wrote since it was planned and it is not to be sent then. */
const isCalledOff = (row: queries.ScheduledRow, lastInboundAt: Date | null): boolean =>
  row.cancelOnReply && lastInboundAt !== null && lastInboundAt > row.updatedAt

const QUOTED = 80

/** Keeps it in sight, where it can be planned again, and says so in the conversation and to its author. */
const callOff = async (tx: CompanyCtx, row: queries.ScheduledRow): Promise<void> => {
  const { companyId, conversationId, authorId, draft } = row
  await queries.updateScheduled(tx, row.id, { state: 'called_off' })
  const words = draft.type === 'text' ? [...draft.body].slice(0, QUOTED).join('') : null
  await runCommand(tx, conversationId, async (inner, conversation) => ({
    lines: [await writeLine(inner, conversation, 'scheduled_called_off', { words })],
  }))
  const scheduled = { companyId, conversationId, authorId, scheduledId: row.id }
  await emit(tx, 'scheduled_message.called_off', { ...scheduled, changedAt: row.updatedAt.getTime() })
}

/** What leaves now: the draft, or the template in its place when the window is closed; the code of the error when nothing can. */
const pick = (row: queries.ScheduledRow, windowExpiresAt: Date | null, now: Date): MessageDraft | null => {
  if (row.draft.type === 'template' || isWindowOpen(windowExpiresAt, now)) return row.draft
  return row.fallback
}

const attempt = async (tx: CompanyCtx, row: queries.ScheduledRow): Promise<void> => {
  const conversation = await findConversation(tx, row.conversationId)
  const author = (await queries.findAuthors(tx, [row.authorId])).get(row.authorId)
  if (!conversation) return void (await queries.updateScheduled(tx, row.id, { state: 'canceled' }))
  if (isCalledOff(row, conversation.lastInboundAt)) return callOff(tx, row)
  if (row.sendAt > tx.now()) return
  if (!tx.company.accessBlocks.includes('whatsapp_chat')) return fail(tx, row, 'access_block_required')
  if (!author?.isMember) return fail(tx, row, 'forbidden')
  const draft = pick(row, conversation.windowExpiresAt, tx.now())
  if (!draft) return fail(tx, row, 'window_closed')
  try {
    const { id } = await sendMessage(asAuthor(tx, author), row.conversationId, draft)
    await queries.updateScheduled(tx, row.id, { state: 'sent', messageId: id, error: null })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await fail(tx, row, error.code)
  }
}

/** Sends it, or notes why not, in one transaction: a process that dies in between has done nothing. */
const sendOne = (ctx: CompanyCtx, due: queries.DueScheduled): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.claimScheduled(tx, due.id)
    if (!row) return
    await attempt(tx, row)
    emitChange(tx, 'conversation.updated', { companyId: due.companyId, conversationIds: [due.conversationId] })
  })

const AT_ONCE = 200

const sendLogged = async (deps: Deps, settings: CompanySettings, due: queries.DueScheduled): Promise<void> => {
  try {
    await sendOne(automationCtx(deps, settings), due)
  } catch (err) {
    // The others must not wait for one that cannot be sent now; it is tried again at the next look.
    deps.log.error({ err, scheduledId: due.id }, 'a scheduled message could not be sent yet')
  }
}

/** Calls off what customers made needless, and sends every scheduled message whose moment has come. */
export const sendDue = async (deps: Deps): Promise<void> => {
  const ctx = systemCtx(deps, 'scheduled')
  for (const one of await queries.findCalledOff(ctx, AT_ONCE)) {
    const settings = await settingsOf(deps, one.companyId)
    if (settings) await sendLogged(deps, settings, one)
  }
  for (let after: queries.DueScheduled | null = null; ; ) {
    const due: queries.DueScheduled[] = await queries.findDueScheduled(ctx, deps.now(), AT_ONCE, after)
    for (const one of due) {
      const settings = await settingsOf(deps, one.companyId)
      if (settings) await sendLogged(deps, settings, one)
    }
    after = due.at(-1) ?? null
    if (due.length < AT_ONCE) return
  }
}
