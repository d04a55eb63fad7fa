import { newWamid } from '../state/ids.ts'
import type { Customer, PhoneNumber, StoredMessage } from '../state/types.ts'
import { addMessage, countReceived, customerOf, threadOf, type World } from '../state/world.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import { runStatuses } from '../webhooks/statuses.ts'
import { checkContent, checkEnvelope, mediaCheck, messageTypeOf } from './check-message.ts'
import { checkTemplate } from './check-template.ts'
import { type Fields, isFields, objectAt, textAt } from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'
import type { Limits } from './limits.ts'
import { type MagicOutcome, magicOutcome } from './magic.ts'

export type SendContext = { world: World; outbox: Outbox; limits: Limits; failedOnce: Set<string> }

/** `hangUp` closes the connection without an answer, `http` answers with a bare status. */
export type SendResult = { answer: unknown } | { hangUp: true } | { http: number }

const dayMs = 24 * 60 * 60 * 1000

const recipientOf = (world: World, payload: Fields): Customer => {
  if (payload.to) {
    const digits = String(payload.to).replace(/\D/g, '')
    if (digits.length < 7 || digits.length > 20)
      throw new GraphFault(100, { details: 'Param to must be a phone number' })
    return customerOf(world, digits)
  }
  const waId = world.byBsuid.get(String(payload.recipient))
  const customer = waId === undefined ? undefined : world.customers.get(waId)
  if (!customer) throw new GraphFault(131009, { details: 'Parameter recipient: the user is not known' })
  return customer
}

const markRead = (context: SendContext, number: PhoneNumber, payload: Fields): SendResult => {
  const wamid = textAt(payload, 'message_id', 512)
  const message = context.world.messages.get(wamid)
  if (message?.direction !== 'in' || message.phoneNumberId !== number.id) {
    throw new GraphFault(100, { details: 'Invalid message_id: the message does not exist' })
  }
  const thread = threadOf(context.world, number.id, message.waId)
  for (const earlier of thread.messages) {
    if (earlier.direction === 'in' && earlier.at <= message.at) earlier.status = 'read'
  }
  if (isFields(payload.typing_indicator)) thread.typingUntil = Date.now() + 25_000
  context.world.live.publish('thread', { thread: `${number.id}:${message.waId}` })
  return { answer: { success: true } }
}

const obey = (context: SendContext, outcome: MagicOutcome | null, callbackData: string | null): SendResult | null => {
  if (outcome?.kind === 'answer')
    throw new GraphFault(outcome.code, outcome.http === undefined ? {} : { http: outcome.http, transient: true })
  if (outcome?.kind === 'http') return { http: outcome.status }
  if (outcome?.kind === 'revoke') {
    for (const token of context.world.tokens.values()) token.valid = false
    context.world.changed()
    throw new GraphFault(190, { details: 'The token was revoked by the sandbox' })
  }
  if (outcome?.kind === 'once') {
    const key = callbackData ?? 'anonymous'
    if (context.failedOnce.delete(key)) return null
    context.failedOnce.add(key)
    throw new GraphFault(outcome.code, { http: 503, transient: true })
  }
  if (context.world.faults.sendError > 0 && Math.random() < context.world.faults.sendError)
    throw new GraphFault(131000, { http: 500 })
  return null
}

const categoryOf = (context: SendContext, number: PhoneNumber, payload: Fields, type: string): string => {
  const { world } = context
  const find = (id: string) => world.media.find(id)
  if (type !== 'template') {
    checkContent(type, payload, find)
    return 'service'
  }
  const template = checkTemplate(
    world.templates.values(),
    number.accountId,
    objectAt(payload, 'template'),
    mediaCheck(find),
  )
  if (template.category === 'AUTHENTICATION' && !payload.to) throw new GraphFault(131062)
  return template.category.toLowerCase()
}

type Envelope = { number: PhoneNumber; customer: Customer; type: string }

const checkConversation = (context: SendContext, { number, customer, type }: Envelope, now: number): void => {
  const { world, limits } = context
  const open = threadOf(world, number.id, customer.waId).lastInboundAt > now - dayMs
  if (type !== 'template' && !open && world.faults.windowCheck) {
    throw new GraphFault(131047, {
      details: 'More than 24 hours have passed since the customer last wrote to this number',
    })
  }
  limits.checkThroughput(number, now)
  limits.checkPair(number.id, customer.waId, now)
  if (type === 'template' && !open) limits.checkTier(number, customer.waId, now)
}

const applyReaction = (world: World, payload: Fields): void => {
  const reaction = isFields(payload.reaction) ? payload.reaction : {}
  const target = world.messages.get(String(reaction.message_id))
  if (!target) throw new GraphFault(131009, { details: 'Parameter reaction.message_id: the message does not exist' })
  target.reactions.business = String(reaction.emoji)
}

const answerOf = (payload: Fields, customer: Customer, wamid: string, type: string) => ({
  messaging_product: 'whatsapp',
  contacts: [
    payload.to
      ? { input: String(payload.to), wa_id: customer.waId }
      : { input: String(payload.recipient), user_id: customer.bsuid },
  ],
  messages: [type === 'template' ? { id: wamid, message_status: 'accepted' } : { id: wamid }],
})

/** One call of `POST /{phone number}/messages`: checks as Meta does, keeps the message, and starts its statuses. */
export const sendMessage = (context: SendContext, number: PhoneNumber, payload: Fields): SendResult => {
  const { world, outbox } = context
  if (payload.status === 'read') return markRead(context, number, payload)
  checkEnvelope(payload)
  const callbackData = payload.biz_opaque_callback_data ? String(payload.biz_opaque_callback_data) : null
  if (callbackData !== null) countReceived(world, callbackData)
  if (!number.registered) throw new GraphFault(133010)
  const type = messageTypeOf(payload)
  if (type === 'template' && world.accounts.get(number.accountId)?.unpaid) throw new GraphFault(131042)
  const category = categoryOf(context, number, payload, type)
  const customer = recipientOf(world, payload)
  if (customer.waId === number.digits) throw new GraphFault(131021)
  const asked = payload.to ? String(payload.to).replace(/\D/g, '') : customer.waId
  const outcome = world.faults.magicNumbers ? magicOutcome(asked) : null
  const early = obey(context, outcome, callbackData)
  if (early) return early
  const now = Date.now()
  checkConversation(context, { number, customer, type }, now)
  if (type === 'reaction') applyReaction(world, payload)
  const wamid = newWamid(customer.waId)
  const message: StoredMessage = {
    wamid,
    phoneNumberId: number.id,
    waId: customer.waId,
    direction: 'out',
    type,
    message: payload,
    at: now,
    status: 'accepted',
    error: null,
    callbackData,
    category,
    reactions: {},
    revoked: false,
  }
  addMessage(world, message).typingUntil = 0
  const blocked = customer.blockedNumbers.includes(number.id)
  runStatuses(world, outbox, message, outcome?.kind === 'failed' ? outcome.code : blocked ? 131026 : null)
  world.live.publish('message', { thread: `${number.id}:${customer.waId}`, wamid })
  const silent = outcome?.kind === 'no_answer' || (world.faults.noAnswer > 0 && Math.random() < world.faults.noAnswer)
  return silent ? { hangUp: true } : { answer: answerOf(payload, customer, wamid, type) }
}
