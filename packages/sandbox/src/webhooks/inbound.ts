import { newWamid } from '../state/ids.ts'
import type { Customer, Fields, PhoneNumber, StoredMessage } from '../state/types.ts'
import { addMessage, type World } from '../state/world.ts'
import type { Outbox } from './outbox.ts'

/** The contact object of a webhook; a hidden number is left out or empty, a username then stands in the profile. */
const contactFields = (customer: Customer): Fields => ({
  profile: { name: customer.name || customer.waId, ...(customer.username !== null && { username: customer.username }) },
  ...(customer.hidden === 'no' && { wa_id: customer.waId }),
  ...(customer.hidden === 'empty' && { wa_id: '' }),
  user_id: customer.bsuid,
})

const fromFields = (customer: Customer): Fields => ({
  ...(customer.hidden === 'no' && { from: customer.waId }),
  ...(customer.hidden === 'empty' && { from: '' }),
  from_user_id: customer.bsuid,
})

export type InboundInput = { type: string; content: unknown; extras?: Fields; at?: number }

/** A customer writes to a business number: keeps the message and sends the webhook. Null when the business blocked them. */
export const receiveMessage = (
  world: World,
  outbox: Outbox,
  { number, customer }: { number: PhoneNumber; customer: Customer },
  input: InboundInput,
): StoredMessage | null => {
  if (number.blocked.includes(customer.waId)) return null
  const at = input.at ?? Date.now()
  const wamid = newWamid(customer.waId)
  const content = input.content === undefined ? {} : { [input.type]: input.content }
  const wire = {
    ...fromFields(customer),
    id: wamid,
    timestamp: String(Math.floor(at / 1000)),
    type: input.type,
    ...content,
    ...input.extras,
  }
  const message: StoredMessage = {
    wamid,
    phoneNumberId: number.id,
    waId: customer.waId,
    direction: 'in',
    type: input.type,
    message: wire,
    at,
    status: 'delivered',
    error: null,
    callbackData: null,
    category: 'service',
    reactions: {},
    revoked: false,
  }
  addMessage(world, message)
  outbox.add(number.id, 'messages', wire, contactFields(customer))
  world.live.publish('message', { thread: `${number.id}:${customer.waId}`, wamid })
  return message
}
