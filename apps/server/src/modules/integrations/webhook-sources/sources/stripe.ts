import { cents, events, firstWord, from, lower, number, phone, trim, upper } from '../maps.ts'
import { at, wordAt } from '../read.ts'
import { isCurrent, isSignatureOf, pairsOf } from '../signatures.ts'
import type { WebhookSource } from '../source.ts'

const session = {
  name: from('$.data.object.customer_details.name', trim),
  first_name: from('$.data.object.customer_details.name', firstWord),
  phone: from('$.data.object.customer_details.phone', phone),
  email: from('$.data.object.customer_details.email', trim, lower),
  order_id: from('$.data.object.id'),
  status: from('$.data.object.payment_status'),
  amount: from('$.data.object.amount_total', number, cents),
  currency: from('$.data.object.currency', upper),
  checkout_url: from('$.data.object.after_expiration.recovery.url'),
  subscription_id: from('$.data.object.subscription'),
}
const invoice = {
  name: from('$.data.object.customer_name', trim),
  first_name: from('$.data.object.customer_name', firstWord),
  phone: from('$.data.object.customer_phone', phone),
  email: from('$.data.object.customer_email', trim, lower),
  order_id: from('$.data.object.id'),
  order_number: from('$.data.object.number'),
  status: from('$.data.object.status'),
  amount: from('$.data.object.amount_due', number, cents),
  currency: from('$.data.object.currency', upper),
  payment_url: from('$.data.object.hosted_invoice_url'),
}
const charge = {
  name: from('$.data.object.billing_details.name', trim),
  phone: from('$.data.object.billing_details.phone', phone),
  email: from('$.data.object.billing_details.email', trim, lower),
  order_id: from('$.data.object.payment_intent'),
  amount: from('$.data.object.amount_refunded', number, cents),
  currency: from('$.data.object.currency', upper),
}
const subscription = {
  subscription_id: from('$.data.object.id'),
  status: from('$.data.object.status'),
  plan: from('$.data.object.items.data[0].price.nickname'),
}

const event = (type: string, id: string, object: Record<string, unknown>) => ({
  id,
  object: 'event',
  api_version: '2026-01-28',
  created: 1772457330,
  livemode: true,
  type,
  data: { object },
})

export const stripe: WebhookSource = {
  key: 'stripe',
  name: { en: 'Stripe', pt: 'Stripe' },
  category: 'payment',
  docsUrl: 'https://docs.stripe.com/webhooks',
  secrets: [
    { key: 'secret', label: { en: 'Signing secret', pt: 'Segredo de assinatura' }, origin: 'source', required: true },
  ],
  steps: {
    en: [
      'In the Stripe dashboard, open Developers → Webhooks and add a destination with the URL from this page.',
      'Choose the events you want, such as checkout.session.completed and invoice.payment_failed.',
      'Reveal the signing secret (whsec_…) and paste it here.',
    ],
    pt: [
      'No painel da Stripe, abra Desenvolvedores → Webhooks e adicione um destino com a URL desta página.',
      'Escolha os eventos que quiser, como checkout.session.completed e invoice.payment_failed.',
      'Revele o segredo de assinatura (whsec_…) e cole aqui.',
    ],
  },
  verify: ({ delivery, secrets, now }) => {
    const pairs = pairsOf(delivery.headers['stripe-signature'])
    const time = pairs.find(([name]) => name === 't')?.[1]
    if (!isCurrent(time, now)) return false
    const signed = Buffer.concat([Buffer.from(`${time}.`), delivery.body])
    const signatures = pairs.filter(([name]) => name === 'v1')
    return signatures.some(([, one]) => isSignatureOf(signed, one, { secret: secrets.secret ?? '' }))
  },
  read: ({ json }) => ({
    event: wordAt(json(), 'type'),
    id: wordAt(json(), 'id'),
    objectKey: wordAt(json(), 'data', 'object', 'payment_intent') ?? wordAt(json(), 'data', 'object', 'id'),
    isTest: at(json(), 'livemode') === false,
  }),
  events: [
    ...events(session, {
      'checkout.session.completed': 'order.paid',
      'checkout.session.expired': 'checkout.abandoned',
    }),
    ...events(invoice, { 'invoice.paid': 'subscription.renewed', 'invoice.payment_failed': 'subscription.past_due' }),
    ...events(charge, { 'charge.refunded': 'order.refunded' }),
    ...events(subscription, { 'customer.subscription.deleted': 'subscription.canceled' }),
  ],
  samples: [
    {
      id: 'checkout-completed',
      event: 'checkout.session.completed',
      body: event('checkout.session.completed', 'evt_1QxExampleCheckout', {
        id: 'cs_live_a1ExampleSession',
        object: 'checkout.session',
        amount_total: 12990,
        currency: 'brl',
        customer: 'cus_Example1',
        customer_details: { name: 'Gabriel Nunes', email: 'gabriel.nunes@example.com', phone: '+5511976543210' },
        mode: 'payment',
        payment_intent: 'pi_3QxExample',
        payment_status: 'paid',
        status: 'complete',
      }),
    },
    {
      id: 'invoice-failed',
      event: 'invoice.payment_failed',
      body: event('invoice.payment_failed', 'evt_1QxExampleInvoice', {
        id: 'in_1QxExample',
        object: 'invoice',
        number: 'B7A1-0004',
        amount_due: 4990,
        currency: 'brl',
        customer_name: 'Gabriel Nunes',
        customer_email: 'gabriel.nunes@example.com',
        customer_phone: '+5511976543210',
        hosted_invoice_url: 'https://invoice.stripe.com/i/example',
        status: 'open',
        attempt_count: 1,
      }),
    },
  ],
}
