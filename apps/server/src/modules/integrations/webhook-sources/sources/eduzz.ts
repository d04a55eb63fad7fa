import { events, firstWord, from, joined, lower, number, phone, trim } from '../maps.ts'
import { wordAt } from '../read.ts'
import { isSignatureOf } from '../signatures.ts'
import type { WebhookSource } from '../source.ts'

const fields = {
  name: from('$.data.buyer.name', trim),
  first_name: from('$.data.buyer.name', firstWord),
  phone: from('$.data.buyer.cellphone', phone),
  email: from('$.data.buyer.email', trim, lower),
  document: from('$.data.buyer.document'),
  order_id: from('$.data.id'),
  order_number: from('$.data.id'),
  status: from('$.data.status'),
  amount: from('$.data.price.value', number),
  currency: from('$.data.price.currency'),
  items: from('$.data.items[*].name', joined),
  product: from('$.data.items[0].name'),
  payment_method: from('$.data.paymentMethod'),
  payment_url: from('$.data.checkoutUrl'),
}
const contract = { ...fields, subscription_id: from('$.data.id'), product: from('$.data.product.name') }

const invoice = (event: string, status: string) => ({
  id: `b0e5c1d2-7a3f-4e8b-9c4d-${status.padEnd(12, '0').slice(0, 12)}`,
  event,
  sentDate: '2026-03-02T13:15:30.000Z',
  data: {
    id: '98765432',
    status,
    buyer: {
      id: '554433',
      name: 'Fernanda Melo',
      email: 'fernanda.melo@example.com',
      document: '12345678909',
      cellphone: '5585999887766',
    },
    price: { currency: 'BRL', value: 197 },
    paymentMethod: 'pix',
    items: [{ productId: '112233', name: 'Mentoria de vendas', price: { currency: 'BRL', value: 197 } }],
  },
})

export const eduzz: WebhookSource = {
  key: 'eduzz',
  name: { en: 'Eduzz', pt: 'Eduzz' },
  category: 'course',
  docsUrl: 'https://developers.eduzz.com/docs/webhook',
  secrets: [
    {
      key: 'secret',
      label: { en: 'Webhook secret', pt: 'Chave secreta do webhook' },
      origin: 'source',
      required: true,
    },
  ],
  steps: {
    en: [
      'In the Eduzz console, open Webhooks and create one with the URL from this page.',
      'Choose the events you want and turn the webhook on.',
      'Copy its secret and paste it here, then send a test event.',
    ],
    pt: [
      'No console da Eduzz, abra Webhooks e crie um com a URL desta página.',
      'Escolha os eventos que quiser e ative o webhook.',
      'Copie a chave secreta e cole aqui. Depois envie um evento de teste.',
    ],
  },
  verify: ({ delivery, secrets }) =>
    isSignatureOf(delivery.body, delivery.headers['x-signature'], { secret: secrets.secret ?? '' }),
  // Whether an address answers is tried before it is taken.
  isPing: ({ json }) => wordAt(json(), 'event') === 'ping',
  read: ({ json }) => ({
    event: wordAt(json(), 'event'),
    id: wordAt(json(), 'id'),
    objectKey: wordAt(json(), 'data', 'id'),
    isTest: false,
  }),
  events: [
    ...events(fields, {
      'myeduzz.invoice_opened': 'order.created',
      'myeduzz.invoice_paid': 'order.paid',
      'myeduzz.invoice_canceled': 'order.canceled',
      'myeduzz.invoice_expired': 'order.canceled',
      'myeduzz.invoice_refunded': 'order.refunded',
      'sun.cart_abandonment': 'checkout.abandoned',
    }),
    ...events(contract, {
      'myeduzz.contract_delayed': 'subscription.past_due',
      'myeduzz.contract_canceled': 'subscription.canceled',
    }),
  ],
  samples: [
    { id: 'invoice-paid', event: 'myeduzz.invoice_paid', body: invoice('myeduzz.invoice_paid', 'paid') },
    { id: 'invoice-opened', event: 'myeduzz.invoice_opened', body: invoice('myeduzz.invoice_opened', 'open') },
  ],
}
