import { faultTitle } from '../graph/graph-fault.ts'
import type { Customer, StatusWord, StoredMessage } from '../state/types.ts'
import { threadOf, type World } from '../state/world.ts'
import type { Outbox } from './outbox.ts'

/** What the wire says about who a message went to; a hidden number is left out or empty. */
const recipientFields = (customer: Customer): Record<string, unknown> => ({
  ...(customer.hidden === 'no' && { recipient_id: customer.waId }),
  ...(customer.hidden === 'empty' && { recipient_id: '' }),
  recipient_user_id: customer.bsuid,
})

const pricingOf = (message: StoredMessage) => ({
  billable: message.category !== 'service',
  pricing_model: 'PMP',
  type: message.category === 'service' ? 'free_customer_service' : 'regular',
  category: message.category,
})

const errorEntry = (code: number) => ({
  code,
  title: faultTitle(code),
  message: faultTitle(code),
  error_data: { details: `${faultTitle(code)}. Chosen by the sandbox.` },
  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
})

const rank: Readonly<Record<StatusWord, number>> = {
  held: 0,
  accepted: 0,
  sent: 1,
  delivered: 2,
  read: 3,
  played: 4,
  failed: 5,
}

/** Moves an outgoing message to a status and tells the business by webhook. */
const reportStatus = (
  world: World,
  outbox: Outbox,
  message: StoredMessage,
  { status, errorCode }: { status: StatusWord; errorCode?: number },
): void => {
  const customer = world.customers.get(message.waId)
  if (!customer || rank[message.status] >= rank[status]) return
  message.status = status
  if (errorCode !== undefined) message.error = { code: errorCode, title: faultTitle(errorCode) }
  outbox.add(message.phoneNumberId, 'statuses', {
    id: message.wamid,
    status,
    timestamp: String(Math.floor(Date.now() / 1000)),
    ...recipientFields(customer),
    ...(message.callbackData !== null && { biz_opaque_callback_data: message.callbackData }),
    ...(status !== 'failed' && status !== 'played' && { pricing: pricingOf(message) }),
    ...(errorCode !== undefined && { errors: [errorEntry(errorCode)] }),
  })
  world.live.publish('status', { thread: `${message.phoneNumberId}:${message.waId}`, wamid: message.wamid, status })
  world.changed()
}

/** The course of a message that was accepted: sent, delivered and, when the customer gives read marks, read. */
export const runStatuses = (world: World, outbox: Outbox, message: StoredMessage, failsWith: number | null): void => {
  if (!world.faults.statuses) return
  const { sent, delivered, read } = world.config.statusDelaysMs
  const after = (ms: number, run: () => void) => {
    setTimeout(run, ms).unref()
  }
  if (failsWith !== null) {
    after(sent, () => reportStatus(world, outbox, message, { status: 'failed', errorCode: failsWith }))
    return
  }
  after(sent, () => reportStatus(world, outbox, message, { status: 'sent' }))
  if (message.type === 'reaction') return
  const thread = threadOf(world, message.phoneNumberId, message.waId)
  after(delivered, () => reportStatus(world, outbox, message, { status: 'delivered' }))
  const customer = world.customers.get(message.waId)
  if (customer?.reads) after(read, () => reportStatus(world, outbox, message, { status: 'read' }))
  else {
    thread.unread.push(message)
    if (thread.unread.length > 1000) thread.unread.shift()
  }
}

/** The customer opens the chat: everything that was delivered becomes read. */
export const readThread = (world: World, outbox: Outbox, phoneNumberId: string, waId: string): void => {
  const thread = threadOf(world, phoneNumberId, waId)
  for (const message of thread.unread.splice(0)) reportStatus(world, outbox, message, { status: 'read' })
}
