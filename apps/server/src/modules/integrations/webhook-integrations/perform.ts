import type { CanonicalEvent } from '@recado/contracts/integrations/canonical-events'
import type { ActionResult, WebhookAction } from '@recado/contracts/integrations/webhook-actions'
import { isButtonValue } from '@recado/contracts/whatsapp/template-variables'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { hashToken } from '#server/lib/seal.ts'
import { type Reader, spelled } from '#server/lib/spelled.ts'
import { startFor } from '#server/modules/automation/runs/index.ts'
import { changeContact, loadContact } from '#server/modules/contacts/contacts/index.ts'
import { addToList, removeFromList } from '#server/modules/contacts/lists/index.ts'
import { addTag } from '#server/modules/contacts/tags/index.ts'
import { sendAutomatic } from '#server/modules/inbox/composing/index.ts'
import type { Mapped } from '#server/modules/integrations/webhook-sources/index.ts'

export type Subject = {
  eventId: string
  integrationId: string
  contactId: string
  objectKey: string | null
  canonical: CanonicalEvent
  fields: Mapped['fields']
  /** As the source calls it, and when it was told. */
  event: string | null
  at: Date
}

type Template = Extract<WebhookAction, { type: 'template' }>

/** Reasons that lie with the person, and not with what was set up. */
const wishes = new Set(['opted_out', 'contact_suppressed', 'contact_blocked'])

/**
 * A text with the fields that it names, for a reader or as programs read them. Throws `template_parameters_invalid` for one
 * that is not there.
 */
export const filled = (text: string, fields: Mapped['fields'], reader?: Reader): string =>
  text.replace(/\{\{\s*([a-z][a-z0-9_]{0,39})\s*\}\}/g, (_all, key: string) => {
    const value = fields[key]
    if (value === undefined) throw new AppError('template_parameters_invalid', { data: { missing: key } })
    return (reader && spelled(fields, key, reader)) ?? String(value)
  })

/** The values of a template, filled in. Throws `template_parameters_invalid`. */
export const filledValues = (
  { company }: CompanyCtx,
  { language, values }: Template['template'],
  fields: Mapped['fields'],
): Record<string, string> => {
  const reader = { language, timezone: company.timezone }
  return Object.fromEntries(
    Object.entries(values).map(([key, text]) => [key, filled(text, fields, isButtonValue(key) ? undefined : reader)]),
  )
}

/** A text that is one field alone keeps its kind, as numbers are asked for in some places. */
const fieldOr = (text: string, fields: Mapped['fields']): unknown => {
  const alone = /^\{\{\s*([a-z][a-z0-9_]{0,39})\s*\}\}$/.exec(text)
  return alone?.[1] && alone[1] in fields ? fields[alone[1]] : filled(text, fields)
}

/** The same for whatever may send the same message again: a replay, and an order that is told of twice. */
const clientKeyOf = (action: Template, { eventId, integrationId, objectKey, canonical }: Subject): string => {
  const what = action.oncePerObject && objectKey !== null ? `${integrationId} ${canonical} ${objectKey}` : eventId
  return `in:${hashToken(`${action.id} ${what}`).slice(0, 48)}`
}

type Outcome = Pick<ActionResult, 'state' | 'code' | 'messageId'>
const done: Outcome = { state: 'done', code: null, messageId: null }
const refusedFor = (code: string): Outcome => ({
  state: wishes.has(code) ? 'skipped' : 'failed',
  code,
  messageId: null,
})

const sendTemplate = async (
  tx: CompanyCtx,
  action: Template,
  subject: Subject,
  conversationId: string | undefined,
): Promise<Outcome> => {
  if (conversationId === undefined) return refusedFor('channel_not_sendable')
  const template = { ...action.template, values: filledValues(tx, action.template, subject.fields) }
  const draft = { type: 'template' as const, clientKey: clientKeyOf(action, subject), template }
  let code = 'template_not_sendable'
  const messageId = await sendAutomatic(tx, conversationId, draft, {
    refused: (why) => {
      code = why
    },
  })
  return messageId === null ? refusedFor(code) : { ...done, messageId }
}

const perform = async (
  tx: CompanyCtx,
  action: WebhookAction,
  subject: Subject,
  conversations: ReadonlyMap<string, string>,
): Promise<Outcome> => {
  const { contactId, fields } = subject
  if (action.type === 'template') return sendTemplate(tx, action, subject, conversations.get(action.channelId))
  if (action.type === 'tags') for (const tagId of action.tagIds) await addTag(tx, contactId, tagId)
  if (action.type === 'list' && action.how === 'add') await addToList(tx, action.listId, [contactId], 'integration')
  if (action.type === 'list' && action.how === 'remove') await removeFromList(tx, action.listId, [contactId])
  if (action.type === 'automation') {
    const key = `in:${action.id}:${subject.eventId}`
    await startFor(tx, {
      automationId: action.automationId,
      contactId,
      fields: { ...fields, canonical: subject.canonical },
      key,
    })
  }
  if (action.type === 'attribute') {
    const { version } = await loadContact(tx, contactId)
    await changeContact(tx, contactId, { version, attributes: { [action.key]: fieldOr(action.value, fields) } })
  }
  return done
}

/** Actions that an event sets off. */
export const actionsFor = (actions: readonly WebhookAction[], canonical: CanonicalEvent): WebhookAction[] =>
  actions.filter(({ on }) => on.length === 0 || on.includes(canonical))

/**
 * Does what is set up for an event, each action by itself: one that cannot be done keeps none of the others from it, and
 * leaves nothing behind. In the caller's transaction; what another try may mend is thrown.
 */
export const performActions = async (
  tx: CompanyCtx,
  actions: readonly WebhookAction[],
  subject: Subject,
  conversations: ReadonlyMap<string, string>,
): Promise<ActionResult[]> => {
  const results: ActionResult[] = []
  for (const action of actions) {
    const run = () => tx.db.transaction((db) => perform({ ...tx, db }, action, subject, conversations))
    const outcome = await run().catch((error: unknown) => {
      if (error instanceof AppError && error.status < 500) return refusedFor(error.code)
      throw error
    })
    results.push({ actionId: action.id, type: action.type, ...outcome })
  }
  return results
}
