import { type ConversationSummary, priorities } from '@recado/contracts/inbox/conversations'
import type { Macro, MacroStep } from '@recado/contracts/inbox/macros'
import { captionLimit, type MessageDraft } from '@recado/contracts/inbox/messages'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fillCannedReply, fillTextFor } from '#server/modules/inbox/canned-replies/index.ts'
import {
  addNote,
  type Command,
  commandOf,
  recordMacroRun,
  resolveConversation,
  runCommand,
} from '#server/modules/inbox/commands/index.ts'
import { sendMessage } from '#server/modules/inbox/composing/index.ts'
import { lockConversation, summaryAfter } from '#server/modules/inbox/conversations/index.ts'
import { loadMacro } from '#server/modules/inbox/macros/index.ts'
import { findMessageByClientKey } from '#server/modules/inbox/messages/index.ts'

export type Run = { conversationId: string; clientKey: string }

type Step<T extends MacroStep['type']> = Extract<MacroStep, { type: T }>

const cannedDrafts = async (tx: CompanyCtx, run: Run, step: Step<'send_canned'>, clientKey: string) => {
  const { text, fileId } = await fillCannedReply(tx, step.cannedReplyId, run.conversationId)
  const words: MessageDraft = { type: 'text', clientKey, body: text }
  if (!fileId) return [words]
  const file: MessageDraft = { type: 'media', clientKey, fileId, caption: text }
  // Variables may have made the words longer than a caption can be.
  if (text.length <= captionLimit) return [file]
  return [{ ...file, caption: '', clientKey: `${clientKey}:f` }, words]
}

const templateDraft = async (
  tx: CompanyCtx,
  run: Run,
  { template }: Step<'send_template'>,
  clientKey: string,
): Promise<MessageDraft> => {
  const values: Record<string, string> = {}
  for (const [key, text] of Object.entries(template.values))
    values[key] = await fillTextFor(tx, run.conversationId, text)
  return { type: 'template', clientKey, template: { ...template, values } }
}

/** What a step sends. */
export const draftsOf = async (
  tx: CompanyCtx,
  run: Run,
  step: MacroStep,
  clientKey: string,
): Promise<MessageDraft[]> => {
  switch (step.type) {
    case 'send_text':
      return [{ type: 'text', clientKey, body: await fillTextFor(tx, run.conversationId, step.text) }]
    case 'send_canned':
      return cannedDrafts(tx, run, step, clientKey)
    case 'send_template':
      return [await templateDraft(tx, run, step, clientKey)]
    default:
      return []
  }
}

const ownId = (tx: CompanyCtx): string | null => (tx.actor.kind === 'user' ? tx.actor.userId : null)

const endOfSnooze = (tx: CompanyCtx, { minutes }: Step<'snooze'>): string | null =>
  minutes === null ? null : new Date(tx.now().getTime() + minutes * 60_000).toISOString()

const stepCommand = async (tx: CompanyCtx, run: Run, step: MacroStep, clientKey: string): Promise<Command | null> => {
  switch (step.type) {
    case 'note':
      return addNote({ clientKey, body: await fillTextFor(tx, run.conversationId, step.text), mentions: [] })
    case 'add_labels':
      return commandOf({ type: 'labels', add: step.labelIds, remove: [] })
    case 'remove_labels':
      return commandOf({ type: 'labels', add: [], remove: step.labelIds })
    case 'assign':
      return commandOf({ type: 'assign', assigneeId: step.assigneeId === 'me' ? ownId(tx) : step.assigneeId })
    case 'team':
      return commandOf(step)
    case 'priority':
      return commandOf({ type: 'priority', priority: priorities[step.priority] ?? 'none' })
    case 'snooze':
      return commandOf({ type: 'snooze', until: endOfSnooze(tx, step) })
    case 'resolve':
      return resolveConversation()
    default:
      return null
  }
}

const runStep = async (tx: CompanyCtx, run: Run, step: MacroStep, n: number): Promise<void> => {
  const clientKey = `${run.clientKey}:${n}`
  for (const draft of await draftsOf(tx, run, step, clientKey)) await sendMessage(tx, run.conversationId, draft)
  const command = await stepCommand(tx, run, step, clientKey)
  if (command) await runCommand(tx, run.conversationId, command)
}

/** A step may take the conversation out of the actor's sight; those after it are done all the same. */
const seeingAll = (tx: CompanyCtx): CompanyCtx => ({
  ...tx,
  company: { ...tx.company, member: { ...tx.company.member, visibility: 'all' } },
})

const runSteps = async (tx: CompanyCtx, run: Run, macro: Macro): Promise<void> => {
  // Locked as a send locks it: a weaker lock first, and this one after, could wait for a message that waits for us.
  const conversation = await lockConversation(tx, run.conversationId)
  if (!conversation) throw new AppError('not_found')
  const known = await findMessageByClientKey(tx, tx.company.id, run.clientKey)
  if (known && known.conversationId !== run.conversationId) throw new AppError('idempotency_mismatch')
  if (known) return
  const all = seeingAll(tx)
  await runCommand(all, run.conversationId, recordMacroRun(macro, run.clientKey))
  for (const [n, step] of macro.steps.entries()) await runStep(all, run, step, n)
}

/**
 * Runs a macro: all of its steps or, when one is refused, none. A client key that was used already runs nothing again.
 * Throws `not_found` for a macro or conversation that the actor does not see, and what its steps throw.
 */
export const runMacro = (
  ctx: CompanyCtx,
  conversationId: string,
  macroId: string,
  clientKey: string,
): Promise<ConversationSummary> =>
  inTransaction(ctx, async (tx) => {
    await runSteps(tx, { conversationId, clientKey }, await loadMacro(tx, macroId))
    return summaryAfter(tx, conversationId)
  })
