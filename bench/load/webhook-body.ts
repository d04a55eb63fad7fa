import { createHmac, randomBytes } from 'node:crypto'
import { requestBytes } from './raw-http.ts'

export type WebhookNumber = { phoneNumberId: string; wabaId: string; digits: string }

const run = randomBytes(4).toString('hex')
let serial = 0

const messageOf = (customer: number) => {
  const from = `55819${String(80_000_000 + customer)}`
  return {
    contact: { profile: { name: `Customer ${customer}` }, wa_id: from },
    message: {
      from,
      id: `wamid.BENCH${run}${(serial++).toString(36)}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: 'text',
      text: { body: `Message ${serial} of the bench, about as long as people write on a phone` },
    },
  }
}

/** A signed webhook request with `perBody` messages to one number. */
export const webhookRequest = (load: { appSecret: string; customers: number; perBody: number }, to: WebhookNumber) => {
  const items = Array.from({ length: load.perBody }, () => messageOf(Math.floor(Math.random() * load.customers)))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: to.digits, phone_number_id: to.phoneNumberId },
    contacts: items.map((item) => item.contact),
    messages: items.map((item) => item.message),
  }
  const entry = [{ id: to.wabaId, changes: [{ value, field: 'messages' }] }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
  const signature = createHmac('sha256', load.appSecret).update(body).digest('hex')
  return requestBytes('POST', '/webhooks/whatsapp', { 'x-hub-signature-256': `sha256=${signature}` }, body)
}
