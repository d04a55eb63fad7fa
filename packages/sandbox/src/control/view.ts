import { filledText } from '../graph/check-template.ts'
import type { Fields, StoredMessage, Template, Thread } from '../state/types.ts'
import type { World } from '../state/world.ts'

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const upper = (value: unknown) => String(value ?? '').toUpperCase()

const templateOf = (world: World, message: StoredMessage): Template | null => {
  const accountId = world.numbers.get(message.phoneNumberId)?.accountId
  const sent = isFields(message.message.template) ? message.message.template : {}
  const language = isFields(sent.language) ? sent.language.code : null
  for (const template of world.templates.values()) {
    if (template.accountId === accountId && template.name === sent.name && template.language === language)
      return template
  }
  return null
}

const buttonsOf = (stored: Fields[], given: Fields[]) =>
  listOf(stored.find((component) => upper(component.type) === 'BUTTONS')?.buttons).map((button, index) => {
    const component = given.find(
      (candidate) => candidate.type === 'button' && String(candidate.index) === String(index),
    )
    const parameter = listOf(component?.parameters)[0]
    return {
      type: upper(button.type),
      text: String(button.text ?? ''),
      url: typeof button.url === 'string' ? button.url.replace(/\{\{[^}]*\}\}/, String(parameter?.text ?? '')) : null,
      payload: parameter?.payload ?? button.text ?? null,
      code: parameter?.coupon_code ?? parameter?.text ?? null,
    }
  })

/** A template message as the phone shows it: filled texts, header media, buttons. */
const renderedTemplate = (world: World, message: StoredMessage): Fields | null => {
  const template = templateOf(world, message)
  if (!template) return null
  const sent = isFields(message.message.template) ? message.message.template : {}
  const given = listOf(sent.components)
  const stored = (type: string) => template.components.find((component) => upper(component.type) === type)
  const parameters = (type: string) =>
    listOf(given.find((component) => String(component.type).toLowerCase() === type)?.parameters)
  const header = stored('HEADER')
  const media = parameters('header')[0]
  return {
    header: header && upper(header.format) === 'TEXT' ? filledText(header.text, parameters('header')) : null,
    headerMedia:
      media && media.type !== 'text'
        ? { type: media.type, ...(isFields(media[String(media.type)]) ? (media[String(media.type)] as Fields) : {}) }
        : null,
    body:
      template.category === 'AUTHENTICATION' && !stored('BODY')?.text
        ? `${parameters('body')[0]?.text ?? ''}`
        : filledText(stored('BODY')?.text, parameters('body')),
    footer: stored('FOOTER')?.text ?? null,
    buttons: buttonsOf(template.components, given),
  }
}

export const viewMessage = (world: World, message: StoredMessage) => ({
  wamid: message.wamid,
  direction: message.direction,
  type: message.type,
  message: message.message,
  at: message.at,
  status: message.status,
  error: message.error,
  callbackData: message.callbackData,
  reactions: message.reactions,
  revoked: message.revoked,
  template: message.type === 'template' ? renderedTemplate(world, message) : null,
})

export const viewThread = (world: World, thread: Thread) => {
  const last = thread.messages.at(-1)
  return {
    phoneNumberId: thread.phoneNumberId,
    waId: thread.waId,
    customer: world.customers.get(thread.waId) ?? null,
    lastAt: thread.lastAt,
    lastInboundAt: thread.lastInboundAt,
    typing: thread.typingUntil > Date.now(),
    /** What the customer writes does not arrive. */
    blockedByBusiness: world.numbers.get(thread.phoneNumberId)?.blocked.includes(thread.waId) ?? false,
    unread: thread.unread.length,
    count: thread.messages.length,
    last: last ? viewMessage(world, last) : null,
  }
}
