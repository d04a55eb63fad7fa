import type { World } from '../state/world.ts'
import { createDelivery } from './delivery.ts'

type List = 'messages' | 'statuses'
type Batch = {
  wabaId: string
  phoneNumberId: string
  contacts: unknown[]
  messages: unknown[]
  statuses: unknown[]
  timer: NodeJS.Timeout | null
}

const escapeNonAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

const envelope = (wabaId: string, field: string, value: unknown) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: wabaId, changes: [{ value, field }] }],
})

const batchValue = (world: World, batch: Batch) => ({
  messaging_product: 'whatsapp',
  metadata: {
    display_phone_number: world.numbers.get(batch.phoneNumberId)?.digits ?? '',
    phone_number_id: batch.phoneNumberId,
  },
  ...(batch.contacts.length > 0 && { contacts: batch.contacts }),
  ...(batch.messages.length > 0 && { messages: batch.messages }),
  ...(batch.statuses.length > 0 && { statuses: batch.statuses }),
})

/** Makes webhook bodies, with the chosen faults, and hands them to delivery. */
export const createOutbox = (world: World) => {
  const delivery = createDelivery(world)
  const batches = new Map<string, Batch>()

  const urlFor = (wabaId: string, phoneNumberId: string | null): string | null => {
    const subscriber = world.accounts.get(wabaId)?.subscribers[world.config.appId]
    if (!subscriber) return null
    const ofNumber = phoneNumberId ? world.numbers.get(phoneNumberId)?.webhookConfiguration : undefined
    const override = ofNumber?.override_callback_uri ?? subscriber.overrideCallbackUri
    return (phoneNumberId ? override : undefined) ?? world.callbackUrl
  }

  /** Sends a whole body for an account, when the app is subscribed to it. */
  const sendBody = (wabaId: string, phoneNumberId: string | null, body: Record<string, unknown>): void => {
    const url = urlFor(wabaId, phoneNumberId)
    if (!url) return
    const { drop, duplicate, reorder, delayMs, padBytes } = world.faults
    if (Math.random() < drop) {
      delivery.drop()
      return
    }
    const padded = padBytes > 0 ? { ...body, sandbox_padding: 'x'.repeat(padBytes) } : body
    const text = escapeNonAscii(JSON.stringify(padded))
    const wait = delayMs + (Math.random() < reorder ? 200 + Math.random() * 1500 : 0)
    const copies = Math.random() < duplicate ? 2 : 1
    for (let copy = 0; copy < copies; copy++) {
      if (wait > 0) delivery.later(wait, { body: text, url, attempt: 0 })
      else delivery.push({ body: text, url, attempt: 0 })
    }
  }

  /** Sends a change of any field, for the account's callback. */
  const change = (wabaId: string, field: string, value: unknown, phoneNumberId: string | null = null): void => {
    const { fields } = world.app
    if (fields && !fields.includes(field)) return
    sendBody(wabaId, phoneNumberId, envelope(wabaId, field, value))
  }

  const closeBatch = (key: string, batch: Batch): void => {
    if (batch.timer) clearTimeout(batch.timer)
    batches.delete(key)
    change(batch.wabaId, 'messages', batchValue(world, batch), batch.phoneNumberId)
  }

  const openBatch = (key: string, wabaId: string, phoneNumberId: string): Batch => {
    const batch: Batch = { wabaId, phoneNumberId, contacts: [], messages: [], statuses: [], timer: null }
    batches.set(key, batch)
    return batch
  }

  /** Adds a message or a status to the body that is being filled for its number. */
  const add = (phoneNumberId: string, list: List, item: unknown, contact: unknown = null): void => {
    const wabaId = world.numbers.get(phoneNumberId)?.accountId
    if (wabaId === undefined) return
    const key = `${phoneNumberId}:${list}`
    const batch = batches.get(key) ?? openBatch(key, wabaId, phoneNumberId)
    batch[list].push(item)
    if (contact !== null) batch.contacts.push(contact)
    const { batchSize, batchMs } = world.faults
    if (batch[list].length >= batchSize) closeBatch(key, batch)
    else batch.timer ??= setTimeout(() => closeBatch(key, batch), batchMs)
  }

  const close = async (): Promise<void> => {
    for (const batch of batches.values()) if (batch.timer) clearTimeout(batch.timer)
    await delivery.close()
  }

  return { add, change, sendBody, close, stats: delivery.stats }
}

export type Outbox = ReturnType<typeof createOutbox>
