import { readPath } from '#server/lib/json-path.ts'
import { events, firstWord, from, joined, lower, number, phone, trim } from '../maps.ts'
import { word, wordAt } from '../read.ts'
import { verifierOf } from '../schemes.ts'
import type { Check, Delivery, WebhookSource } from '../source.ts'

const fields = {
  name: from('$.customer.name', trim),
  first_name: from('$.customer.name', firstWord),
  phone: from('$.customer.phone', phone),
  email: from('$.customer.email', trim, lower),
  order_id: from('$.order.id'),
  order_number: from('$.order.number'),
  amount: from('$.order.amount', number),
  currency: from('$.order.currency'),
  items: from('$.order.items[*].name', joined),
}

const order = (event: string) => ({
  id: `evt_${event.replace('.', '_')}_1`,
  type: event,
  customer: { name: 'Marina Teixeira', email: 'marina.teixeira@example.com', phone: '+5519998877665' },
  order: { id: 'A-1001', number: 1001, amount: 89.9, currency: 'BRL', items: [{ name: 'Café em grãos', quantity: 2 }] },
})

/** As a company says of its own system; what it leaves out is as usual. */
const verify = ({ settings, ...check }: Check): boolean => {
  const { scheme = 'none', algorithm = 'sha256', encoding = 'hex', prefix = '' } = settings
  const header = settings.header || (scheme === 'token' ? 'x-webhook-token' : 'x-signature')
  const signed = { signed: '{body}', parameter: null, timestamp: null }
  return verifierOf({ ...signed, scheme, header, prefix, algorithm, encoding })(check)
}

const read = ({ json }: Delivery, path: string | undefined): string | null =>
  path ? word(readPath(path, json())[0]) : null

/** Anything that can send a request. */
export const generic: WebhookSource = {
  key: 'generic',
  name: { en: 'Any other system', pt: 'Qualquer outro sistema' },
  category: 'other',
  docsUrl: null,
  secrets: [
    { key: 'user', label: { en: 'User name', pt: 'Nome de usuário' }, origin: 'ours', required: false },
    { key: 'secret', label: { en: 'Secret', pt: 'Segredo' }, origin: 'ours', required: false },
  ],
  steps: {
    en: [
      'Choose how the system proves who it is. A signature is safest; without any, only the URL protects you.',
      'Paste the URL from this page into the system, and the secret where it asks for one.',
      'Send an event as JSON by POST, and wait for it here.',
    ],
    pt: [
      'Escolha como o sistema prova quem é. Uma assinatura é o mais seguro; sem nada, só a URL protege você.',
      'Cole a URL desta página no sistema, e o segredo onde ele for pedido.',
      'Envie um evento em JSON por POST e aguarde aqui.',
    ],
  },
  verify,
  read: (delivery, { eventPath, idPath, objectPath }) => ({
    event: eventPath
      ? read(delivery, eventPath)
      : (wordAt(delivery.json(), 'type') ?? wordAt(delivery.json(), 'event')),
    // What others call `id` is often that of an order or a person, of whom there is more to tell than once.
    id: word(delivery.headers['webhook-id']) ?? read(delivery, idPath),
    objectKey: objectPath ? read(delivery, objectPath) : wordAt(delivery.json(), 'order', 'id'),
    isTest: false,
  }),
  events: events(fields, { 'order.created': 'order.created', 'order.paid': 'order.paid', '*': 'custom' }),
  samples: [
    { id: 'order-created', event: 'order.created', body: order('order.created') },
    { id: 'order-paid', event: 'order.paid', body: order('order.paid') },
  ],
}
