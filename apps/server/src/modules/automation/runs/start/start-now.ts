import type { TriggerKind } from '@recado/contracts/automation/automation-events'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { announceAutomation, findAutomation, readLive } from '#server/modules/automation/automations/index.ts'
import { loadContact } from '#server/modules/contacts/contacts/index.ts'
import { findConversation } from '#server/modules/inbox/conversations/index.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import { wakeAutomations } from '../events/note.ts'
import { newKey } from '../events/product.ts'
import { findEvent, insertEvents } from '../queries/events.ts'
import { findOpenRuns } from '../queries/runs.ts'
import { countBegun, enter } from './enter.ts'
import { standingOf } from './judge.ts'

type Start = {
  kind: Extract<TriggerKind, 'manual' | 'api'>
  contactId?: string | undefined
  conversationId?: string | undefined
  fields: Record<string, unknown>
}

const refuse = (reason: string): never => {
  throw new AppError('automation_not_started', { data: { reason } })
}

const whomOf = async (tx: CompanyCtx, { contactId, conversationId }: Start) => {
  const conversation = conversationId ? found(await findConversation(tx, conversationId)) : null
  const id = contactId ?? conversation?.contactId
  if (id === undefined)
    throw new AppError('validation_failed', {
      errors: [{ path: 'contactId', code: 'required', message: 'A contact or a conversation is required' }],
    })
  const contact = await loadContact(tx, id)
  if (conversation && conversation.contactId !== contact.id) throw new AppError('not_found')
  return { contactId: contact.id, conversationId: conversation?.id ?? null }
}

/**
 * Starts an automation for a contact at once. Throws `not_found`, `validation_failed`, and `automation_not_started` with
 * the reason.
 */
export const startNow = (ctx: CompanyCtx, automationId: string, start: Start): Promise<{ runId: string }> =>
  inTransaction(ctx, async (tx) => {
    const row = found(await findAutomation(tx, automationId))
    const whom = await whomOf(tx, start)
    const automation = (await readLive(tx)).list.find(({ id }) => id === row.id)
    if (automation?.state !== 'active') return refuse('not_active')
    if (automation.graph.trigger?.kind !== start.kind) return refuse('not_matched')
    const id = newId()
    const { kind, fields } = start
    await insertEvents(tx, tx.company.id, [
      { id, kind, ...whom, fields, key: newKey(), at: tx.now(), automationId, state: 'done' },
    ])
    const event = found(await findEvent(tx, id))
    const open = await findOpenRuns(tx, [whom.contactId])
    const standing = await standingOf(tx, [whom.contactId], open)
    const [entry] = await enter(tx, automation, [event], { standing, open })
    if (!entry?.runId) return refuse(entry?.refusal ?? 'not_matched')
    await countBegun(tx, standing)
    announceAutomation(tx, automationId)
    wakeAutomations(tx)
    return { runId: entry.runId }
  })
