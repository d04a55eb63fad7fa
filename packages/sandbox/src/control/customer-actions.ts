import type { z } from 'zod'
import type { Customer, Fields, PhoneNumber, StoredMessage } from '../state/types.ts'
import { customerOf, type World } from '../state/world.ts'
import { receiveMessage } from '../webhooks/inbound.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import { ControlFault } from './control-fault.ts'
import type { burstRequest, customerRequest, inboundRequest, markRequest } from './requests.ts'

export const numberOf = (world: World, id: string | undefined): PhoneNumber => {
  const number = id === undefined ? world.numbers.values().next().value : world.numbers.get(id)
  if (!number) throw new ControlFault('There is no such phone number', 404)
  return number
}

export const saveCustomer = (world: World, input: z.infer<typeof customerRequest>): Customer => {
  const customer = customerOf(world, input.phone, input.name ?? '')
  if (input.name !== undefined) customer.name = input.name
  if (input.username !== undefined) customer.username = input.username
  if (input.hidden !== undefined) customer.hidden = input.hidden
  if (input.reads !== undefined) customer.reads = input.reads
  if (input.blocked !== undefined) {
    const { id } = numberOf(world, input.phoneNumberId)
    customer.blockedNumbers = customer.blockedNumbers.filter((blocked) => blocked !== id)
    if (input.blocked) customer.blockedNumbers.push(id)
  }
  world.changed()
  world.live.publish('customer', { waId: customer.waId })
  return customer
}

const mediaContent = (world: World, number: PhoneNumber, input: z.infer<typeof inboundRequest>): Fields => {
  const given = (input.content ?? {}) as Fields
  if (!input.media) return given
  const { mimeType, fileName } = input.media
  const bytes = Buffer.from(input.media.base64, 'base64')
  const media = world.media.add({ phoneNumberId: number.id, mimeType, fileName: fileName ?? null, bytes })
  return {
    ...(input.type === 'document' && fileName !== undefined && { filename: fileName }),
    ...given,
    mime_type: mimeType,
    sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
    id: media.id,
    url: `${world.baseUrl}/media/${world.media.newAddress(media.id)}`,
  }
}

const contentOf = (world: World, number: PhoneNumber, input: z.infer<typeof inboundRequest>): unknown => {
  if (input.type === 'text' && input.content === undefined) return { body: input.text ?? '' }
  if (input.media) return mediaContent(world, number, input)
  return input.content
}

const extrasOf = (number: PhoneNumber, input: z.infer<typeof inboundRequest>): Fields => ({
  ...(input.replyTo !== undefined && { context: { from: number.digits, id: input.replyTo } }),
  ...(input.referral && { referral: input.referral }),
  ...(input.type === 'unsupported' && {
    errors: [
      {
        code: 131051,
        title: 'Message type unknown',
        message: 'Message type unknown',
        error_data: { details: 'Message type is currently not supported.' },
      },
    ],
  }),
  ...input.extras,
})

/** A customer writes. */
export const writeAsCustomer = (world: World, outbox: Outbox, input: z.infer<typeof inboundRequest>): StoredMessage => {
  const number = numberOf(world, input.phoneNumberId)
  const known = world.byBsuid.get(input.from)
  const customer =
    (known !== undefined && world.customers.get(known)) || customerOf(world, input.from, input.name ?? '')
  if (input.name !== undefined && customer.name === '') customer.name = input.name
  const content = contentOf(world, number, input)
  const extras = extrasOf(number, input)
  const message = receiveMessage(
    world,
    outbox,
    { number, customer },
    {
      type: input.type,
      content,
      extras,
      ...(input.at !== undefined && { at: input.at }),
    },
  )
  if (!message) throw new ControlFault('The business has blocked this customer', 409)
  return message
}

const messageOf = (world: World, wamid: string): StoredMessage => {
  const message = world.messages.get(wamid)
  if (!message) throw new ControlFault('There is no such message', 404)
  return message
}

const partiesOf = (world: World, message: StoredMessage): { number: PhoneNumber; customer: Customer } => {
  const customer = world.customers.get(message.waId)
  if (!customer) throw new ControlFault('There is no such customer', 404)
  return { number: numberOf(world, message.phoneNumberId), customer }
}

/** The customer reacts to a message; no emoji takes the reaction back. */
export const reactAsCustomer = (
  world: World,
  outbox: Outbox,
  input: z.infer<typeof markRequest>,
): StoredMessage | null => {
  const target = messageOf(world, input.wamid)
  const { number, customer } = partiesOf(world, target)
  target.reactions.customer = input.emoji ?? ''
  const content = { message_id: target.wamid, ...(input.emoji ? { emoji: input.emoji } : {}) }
  return receiveMessage(world, outbox, { number, customer }, { type: 'reaction', content })
}

/** The customer changes the text of an own message. */
export const editAsCustomer = (
  world: World,
  outbox: Outbox,
  input: z.infer<typeof markRequest>,
): StoredMessage | null => {
  const target = messageOf(world, input.wamid)
  const { number, customer } = partiesOf(world, target)
  const text = { body: input.text ?? '' }
  target.message = { ...target.message, text }
  const content = { original_message_id: target.wamid, message: { type: 'text', text } }
  return receiveMessage(world, outbox, { number, customer }, { type: 'edit', content })
}

/** The customer deletes an own message for everybody. */
export const revokeAsCustomer = (
  world: World,
  outbox: Outbox,
  input: z.infer<typeof markRequest>,
): StoredMessage | null => {
  const target = messageOf(world, input.wamid)
  const { number, customer } = partiesOf(world, target)
  target.revoked = true
  return receiveMessage(
    world,
    outbox,
    { number, customer },
    {
      type: 'revoke',
      content: { original_message_id: target.wamid },
    },
  )
}

/** Many messages of many customers at once. Returns their ids in the order in which they were written. */
export const burst = (world: World, outbox: Outbox, input: z.infer<typeof burstRequest>): string[] => {
  const number = numberOf(world, input.phoneNumberId)
  const start = BigInt((input.from ?? '5511970002000').replace(/\D/g, ''))
  const wamids: string[] = []
  for (let index = 0; index < input.count; index++) {
    const phone = (start + BigInt(index % input.customers)).toString()
    const customer = customerOf(world, phone, `Customer ${phone.slice(-4)}`)
    const content = { body: input.count > 1 ? `${input.text} ${index + 1}` : input.text }
    const message = receiveMessage(world, outbox, { number, customer }, { type: 'text', content })
    if (message) wamids.push(message.wamid)
  }
  return wamids
}
