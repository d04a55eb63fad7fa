import { events, firstWord, from, lower, number, phone, trim } from '../maps.ts'
import { wordAt } from '../read.ts'
import { isSecret } from '../signatures.ts'
import type { WebhookSource } from '../source.ts'

const fields = {
  name: from('$.data.buyer.name', trim),
  first_name: from('$.data.buyer.name', firstWord),
  phone: from('$.data.buyer.checkout_phone', phone),
  email: from('$.data.buyer.email', trim, lower),
  document: from('$.data.buyer.document'),
  order_id: from('$.data.purchase.transaction'),
  order_number: from('$.data.purchase.transaction'),
  status: from('$.data.purchase.status'),
  amount: from('$.data.purchase.price.value', number),
  currency: from('$.data.purchase.price.currency_value'),
  product: from('$.data.product.name'),
  payment_method: from('$.data.purchase.payment.type'),
  pix_code: from('$.data.purchase.payment.pix_code'),
  boleto_url: from('$.data.purchase.payment.billet_url'),
  boleto_code: from('$.data.purchase.payment.billet_barcode'),
  subscription_id: from('$.data.subscription.subscriber.code'),
  plan: from('$.data.subscription.plan.name'),
}
const cart = { ...fields, phone: from('$.data.buyer.phone', phone), checkout_url: from('$.data.checkout_url') }
const canceled = {
  name: from('$.data.subscriber.name', trim),
  phone: from('$.data.subscriber.phone.phone', phone),
  email: from('$.data.subscriber.email', trim, lower),
  product: from('$.data.product.name'),
  subscription_id: from('$.data.subscriber.code'),
  plan: from('$.data.subscription.plan.name'),
}

const purchase = (status: string, payment: Record<string, unknown>) => ({
  product: { id: 213344, name: 'Curso de fotografia' },
  buyer: {
    name: 'Daniela Rocha',
    email: 'daniela.rocha@example.com',
    checkout_phone: '5541998877665',
    document: '12345678909',
    address: { country: 'Brasil', country_iso: 'BR' },
  },
  producer: { name: 'Escola de Imagem' },
  purchase: {
    transaction: 'HP17312345678901',
    status,
    order_date: 1772457330000,
    price: { value: 497, currency_value: 'BRL' },
    payment,
  },
})

const envelope = (event: string, id: string, data: unknown) => ({
  id,
  creation_date: 1772457335000,
  event,
  version: '2.0.0',
  data,
})

export const hotmart: WebhookSource = {
  key: 'hotmart',
  name: { en: 'Hotmart', pt: 'Hotmart' },
  category: 'course',
  docsUrl: 'https://developers.hotmart.com/docs/en/2.0.0/webhook/about-webhook/',
  secrets: [{ key: 'hottok', label: { en: 'Hottok', pt: 'Hottok' }, origin: 'source', required: true }],
  steps: {
    en: [
      'In Hotmart, open Tools → Webhook and create a configuration with version 2.0.0.',
      'Paste the URL from this page and choose the events you want.',
      'Copy the Hottok shown there and paste it here, then send a test event.',
    ],
    pt: [
      'Na Hotmart, abra Ferramentas → Webhook e crie uma configuração na versão 2.0.0.',
      'Cole a URL desta página e escolha os eventos que quiser.',
      'Copie o Hottok exibido lá e cole aqui. Depois envie um evento de teste.',
    ],
  },
  verify: ({ delivery, secrets, settings }) =>
    isSecret(delivery.headers[settings.header?.toLowerCase() ?? 'x-hotmart-hottok'], secrets.hottok),
  read: ({ json }) => ({
    event: wordAt(json(), 'event'),
    id: wordAt(json(), 'id'),
    objectKey:
      wordAt(json(), 'data', 'purchase', 'transaction') ??
      wordAt(json(), 'data', 'subscription', 'subscriber', 'code') ??
      wordAt(json(), 'data', 'subscriber', 'code'),
    isTest: false,
  }),
  events: [
    ...events(fields, {
      PURCHASE_APPROVED: 'order.paid',
      PURCHASE_CANCELED: 'order.canceled',
      PURCHASE_EXPIRED: 'order.canceled',
      PURCHASE_REFUNDED: 'order.refunded',
      PURCHASE_CHARGEBACK: 'order.refunded',
      PURCHASE_BILLET_PRINTED: 'boleto.printed',
      PURCHASE_DELAYED: 'subscription.past_due',
    }),
    ...events(cart, { PURCHASE_OUT_OF_SHOPPING_CART: 'checkout.abandoned' }),
    ...events(canceled, { SUBSCRIPTION_CANCELLATION: 'subscription.canceled' }),
  ],
  samples: [
    {
      id: 'purchase-approved',
      event: 'PURCHASE_APPROVED',
      body: envelope(
        'PURCHASE_APPROVED',
        '9f1c2f4e-3b6a-4d38-9f0e-0d4a5b7c8d90',
        purchase('APPROVED', { type: 'CREDIT_CARD', installments_number: 3 }),
      ),
    },
    {
      id: 'billet-printed',
      event: 'PURCHASE_BILLET_PRINTED',
      body: envelope(
        'PURCHASE_BILLET_PRINTED',
        '0b8a7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
        purchase('BILLET_PRINTED', {
          type: 'BILLET',
          billet_url: 'https://billet.example.com/HP17312345678901',
          billet_barcode: '03399853012970000024227020901016278150000015000',
        }),
      ),
    },
    {
      id: 'cart-abandoned',
      event: 'PURCHASE_OUT_OF_SHOPPING_CART',
      body: envelope('PURCHASE_OUT_OF_SHOPPING_CART', '5d4c3b2a-1f0e-4d9c-8b7a-6f5e4d3c2b1a', {
        affiliate: false,
        product: { id: 213344, name: 'Curso de fotografia' },
        buyer_ip: '203.0.113.7',
        buyer: { name: 'Daniela Rocha', email: 'daniela.rocha@example.com', phone: '5541998877665' },
        offer: { code: 'n82b9jqz' },
      }),
    },
  ],
}
