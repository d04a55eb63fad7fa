import type { NodeOf } from '@recado/contracts/automation/automation-graph'
import { captionLimit, type MessageDraft } from '@recado/contracts/inbox/messages'
import { interactiveLimits } from '@recado/contracts/whatsapp/interactive'
import { isButtonValue } from '@recado/contracts/whatsapp/template-variables'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { findOwnFiles } from '#server/modules/automation/automations/index.ts'
import { answerIds, withAnswers } from '#server/modules/automation/opt-outs/index.ts'
import { consentOf } from '#server/modules/contacts/contacts/index.ts'
import { type Composed, sendAutomatic } from '#server/modules/inbox/composing/index.ts'
import { openQuietly } from '#server/modules/inbox/conversations/index.ts'
import { findPlace } from '../queries/facts.ts'
import { fill, fillForPeople, keyOfStep, type Scene } from '../work/scene.ts'
import { type Effect, type FailureCode, type Outcome, refusedFor } from './effect.ts'

type Within = NodeOf<'send_text' | 'send_media' | 'send_interactive' | 'ask_consent'>
type Sending = Within | NodeOf<'send_template'>
type Template = NonNullable<NodeOf<'send_template'>['template']>

const filledTemplate = (scene: Scene, template: Template): Template => ({
  ...template,
  values: Object.fromEntries(
    Object.entries(template.values).map(([key, text]) => [
      key,
      isButtonValue(key) ? fill(scene, text) : fillForPeople(scene, text, template.language),
    ]),
  ),
})

/** Texts within an interactive message; ids of its buttons stay. */
const filledInteractive = (scene: Scene, value: unknown): unknown => {
  if (typeof value === 'string') return fillForPeople(scene, value)
  if (Array.isArray(value)) return value.map((one) => filledInteractive(scene, one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      ['id', 'kind', 'headerFileId'].includes(key)
        ? one
        : key === 'url' && typeof one === 'string'
          ? fill(scene, one)
          : filledInteractive(scene, one),
    ]),
  )
}

/** The conversation that the step writes in, opened where there is none; it is the run's from then on. */
const openFor = async (scene: Scene, { channelId }: Sending): Promise<Outcome | null> => {
  const { ctx, run } = scene
  const place = run.conversationId === null ? null : await findPlace(ctx, ctx.company.id, run.conversationId)
  if (place && (channelId === null || place.channelId === channelId)) return null
  if (channelId === null) return refusedFor('no_channel', 'No number is chosen, and the run has no conversation')
  if (run.contactId === null) return refusedFor('no_contact', 'The run has no contact')
  try {
    run.conversationId = await openQuietly(ctx, channelId, run.contactId)
    return null
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return refusedFor(error.code)
    throw error
  }
}

type Sent = { messageId: string | null; code: FailureCode }

type Adjust = (composed: Composed) => Composed
const asComposed: Adjust = (composed) => composed

const send = async (tx: CompanyCtx, { run }: Scene, draft: MessageDraft, adjust: Adjust): Promise<Sent> => {
  if (run.conversationId === null) return { messageId: null, code: 'no_channel' }
  const refusal: Pick<Sent, 'code'> = { code: 'template_not_sendable' }
  const messageId = await sendAutomatic(tx, run.conversationId, draft, {
    adjust,
    refused: (why) => {
      refusal.code = why
    },
  })
  return { messageId, ...refusal }
}

const outcomeOf = ({ messageId, code }: Sent): Outcome =>
  messageId === null ? refusedFor(code) : { state: 'done', output: { messageId } }

const sendTemplate = async (
  tx: CompanyCtx,
  scene: Scene,
  template: Template | null,
  adjust: Adjust = asComposed,
): Promise<Outcome> => {
  if (!template) return refusedFor('template_missing')
  const draft = { type: 'template' as const, clientKey: keyOfStep(scene), template: filledTemplate(scene, template) }
  return outcomeOf(await send(tx, scene, draft, adjust))
}

/** Sends what the window allows, and otherwise what its author chose for when it is closed. */
const sendWithin = async (
  tx: CompanyCtx,
  scene: Scene,
  { node, draft, adjust }: { node: Within; draft: MessageDraft; adjust?: Adjust },
): Promise<Outcome> => {
  const sent = await send(tx, scene, draft, asComposed)
  if (sent.messageId !== null || sent.code !== 'window_closed') return outcomeOf(sent)
  if (node.closedWindow === 'skip') return { state: 'skipped', reason: 'window_closed' }
  return node.closedWindow === 'fail' ? refusedFor('window_closed') : sendTemplate(tx, scene, node.fallback, adjust)
}

export const sendTextEffect: Effect<'send_text'> = {
  input: (scene, { text }) => ({ text: fillForPeople(scene, text) }),
  prepare: openFor,
  run: async (tx, scene, node) => {
    const body = fillForPeople(scene, node.text).trim().slice(0, 4096)
    if (body === '') return refusedFor('text_empty', 'Nothing is left of the text')
    return sendWithin(tx, scene, { node, draft: { type: 'text', clientKey: keyOfStep(scene), body } })
  },
}

export const sendTemplateEffect: Effect<'send_template'> = {
  input: (scene, { template }) => ({ template: template && filledTemplate(scene, template) }),
  prepare: openFor,
  run: (tx, scene, { template }) => sendTemplate(tx, scene, template),
}

export const sendMediaEffect: Effect<'send_media'> = {
  input: (scene, { fileName, media, caption }) => ({ file: fileName, media, caption: fillForPeople(scene, caption) }),
  prepare: openFor,
  run: async (tx, scene, node) => {
    const { fileId } = node
    if (fileId === null || (await findOwnFiles(tx, [fileId])).length === 0)
      return refusedFor('file_missing', 'The file is gone')
    const caption = fillForPeople(scene, node.caption).trim().slice(0, captionLimit)
    return sendWithin(tx, scene, { node, draft: { type: 'media', clientKey: keyOfStep(scene), fileId, caption } })
  },
}

export const sendInteractiveEffect: Effect<'send_interactive'> = {
  input: (scene, { message }) => ({ message: filledInteractive(scene, message) }),
  prepare: openFor,
  run: async (tx, scene, node) => {
    if (!node.message) return refusedFor('message_missing')
    const interactive = filledInteractive(scene, node.message) as typeof node.message
    return sendWithin(tx, scene, { node, draft: { type: 'interactive', clientKey: keyOfStep(scene), interactive } })
  },
}

/** What a contact has said to marketing by the number that would ask; no one is asked again. */
const answeredBefore = async ({ ctx, run }: Scene, { channelId }: Sending): Promise<Outcome | null> => {
  if (run.contactId === null) return null
  const place = run.conversationId === null ? null : await findPlace(ctx, ctx.company.id, run.conversationId)
  const verdict = await consentOf(ctx, {
    ...{ companyId: ctx.company.id, contactId: run.contactId, channelId: channelId ?? place?.channelId ?? null },
    ...{ medium: 'whatsapp', purpose: 'marketing' },
  })
  if (verdict === 'unknown') return null
  return { state: 'done', outlet: verdict === 'granted' ? 'yes' : 'no', reason: 'answered_before' }
}

/** What is answered is recorded where it comes in (`opt-outs`), also after the run has ended; the run waits for that. */
export const askConsentEffect: Effect<'ask_consent'> = {
  input: (scene, { text, yes, no }) => ({ text: fillForPeople(scene, text), yes, no }),
  prepare: async (scene, node) => (await answeredBefore(scene, node)) ?? openFor(scene, node),
  run: async (tx, scene, node) => {
    const body = fillForPeople(scene, node.text).trim().slice(0, interactiveLimits.body)
    if (body === '') return refusedFor('text_empty', 'Nothing is left of the text')
    const ids = answerIds(scene.run.id)
    const buttons = (['yes', 'no'] as const).map((answer) => ({ id: ids[answer], title: node[answer].trim() }))
    const interactive = { kind: 'buttons' as const, header: '', footer: '', body, buttons }
    const sent = await sendWithin(tx, scene, {
      ...{ node, draft: { type: 'interactive', clientKey: keyOfStep(scene), interactive } },
      adjust: (composed) => withAnswers(composed, ids),
    })
    if (sent.state !== 'done') return sent
    return { ...sent, state: 'waiting', event: 'consent_changed', timeout: node.timeout }
  },
}
