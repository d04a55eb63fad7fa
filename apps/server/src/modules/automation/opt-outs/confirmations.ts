import type { DoubleOptIn } from '@recado/contracts/contacts/contact-settings'
import { isRecord, recordsOf } from '@recado/contracts/whatsapp/template-parts'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { readContactSettings } from '#server/modules/contacts/contact-settings/index.ts'
import { type Composed, sendAutomatic } from '#server/modules/inbox/composing/index.ts'
import { openQuietly } from '#server/modules/inbox/conversations/index.ts'
import { findMessage, optInPrefix, tappedId } from '#server/modules/inbox/messages/index.ts'
import { record } from './actions.ts'
import { askKeyOf, findPending, listUnasked, type Unasked } from './queries.ts'

const PAGE = 200
const answers = ['yes', 'no'] as const
type Answer = (typeof answers)[number]
type AnswerIds = Record<Answer, string>

/**
 * The ids of the buttons by which people say whether they want marketing: to confirm a yes of theirs, or to answer whoever
 * asks them for it, who is named by an id.
 */
export const answerIds = (askedBy?: string): AnswerIds => {
  const end = askedBy === undefined ? '' : `:${askedBy}`
  return { yes: `${optInPrefix}yes${end}`, no: `${optInPrefix}no${end}` }
}

const answerOf = (message: { type: string; payload: Record<string, unknown> }) => {
  const tapped = tappedId({ type: message.type as 'button', payload: message.payload })
  if (!tapped?.startsWith(optInPrefix)) return null
  const [said, askedBy = null] = tapped.slice(optInPrefix.length).split(':')
  const answer = answers.find((one) => one === said)
  return answer ? { answer, askedBy } : null
}

/** Gives the first two quick replies of a template the ids by which their answers are known. */
export const withAnswers = (composed: Composed, ids: AnswerIds = answerIds()): Composed => {
  const template = composed.payload['template']
  if (!isRecord(template)) return composed
  const replies = recordsOf(template['buttons']).flatMap((button, index) =>
    String(button['kind'] ?? button['type']).toLowerCase() === 'quick_reply' ? [index] : [],
  )
  const others = recordsOf(template['components']).filter((component) => component['sub_type'] !== 'quick_reply')
  const own = answers.flatMap((answer, n) => {
    const index = replies[n]
    if (index === undefined) return []
    const parameters = [{ type: 'payload', payload: ids[answer] }]
    return [{ type: 'button', sub_type: 'quick_reply', index: String(index), parameters }]
  })
  return { ...composed, payload: { ...composed.payload, template: { ...template, components: [...others, ...own] } } }
}

const templateFor = ({ templates: { en, pt } }: DoubleOptIn, language: string | null) =>
  language?.toLowerCase().startsWith('en') ? (en ?? pt) : (pt ?? en)

const unreachable = new Set(['not_found', 'channel_not_sendable'])

const ask = async (ctx: CompanyCtx, setup: DoubleOptIn, { contactId, language }: Unasked): Promise<void> => {
  const template = templateFor(setup, language)
  if (!template) return
  const { channelId } = setup
  try {
    const conversationId = await openQuietly(ctx, channelId, contactId)
    const draft = {
      type: 'template' as const,
      clientKey: askKeyOf(contactId, channelId),
      template: { ...template, values: {} },
    }
    await sendAutomatic(ctx, conversationId, draft, { adjust: (composed) => withAnswers(composed), bulk: true })
  } catch (error) {
    if (!(error instanceof AppError) || !unreachable.has(error.code)) throw error
  }
}

/**
 * Asks everyone whose yes to marketing waits for it to confirm it, once each by a number. Whoever cannot be asked now
 * (quiet hours, a number that is offline) is asked by a later run, until their yes expires.
 */
export const askToConfirm = async (ctx: CompanyCtx): Promise<void> => {
  const { doubleOptIn: setup } = (await readContactSettings(ctx)).settings
  if (!setup) return
  for (let after: string | null = null; ; ) {
    const page: Unasked[] = await listUnasked(ctx, { channelId: setup.channelId, after, limit: PAGE })
    await eachApart(page, (one) => ask(ctx, setup, one))
    after = page.at(-1)?.contactId ?? null
    if (page.length < PAGE) return
  }
}

/**
 * Records what a person answered when they were asked for marketing. A no always counts; a yes that confirms another as
 * long as that waits for it. Answers whether the message was such an answer.
 */
export const answerConfirmation = async (ctx: CompanyCtx, messageId: string): Promise<boolean> => {
  const message = await findMessage(ctx, messageId)
  const said = message?.direction === 'in' ? answerOf(message) : null
  if (!message || !said) return false
  const { answer, askedBy } = said
  const { contactId, conversationId, occurredAt: at, body: words } = message
  const pending = await findPending(ctx, contactId, at)
  if (answer === 'yes' && !pending && askedBy === null) return true
  const channelId = answer === 'yes' && askedBy === null ? (pending?.channelId ?? null) : null
  const evidence = { messageId, words, ...(askedBy && { askedBy }), ...(pending && { consentId: pending.id }) }
  await inTransaction(ctx, (tx) =>
    record(
      tx,
      { contactId, conversationId, channelId, at },
      { state: answer === 'yes' ? 'granted' : 'denied', source: 'button', evidence },
    ),
  )
  return true
}
