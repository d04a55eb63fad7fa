import { cents, events, firstWord, from, lower, number, phone, trim } from '../maps.ts'
import { at, wordAt } from '../read.ts'
import { isSignatureOf } from '../signatures.ts'
import type { Delivery, WebhookSource } from '../source.ts'

// The order is the body, or stands in it under `order`: mappings see it as the body either way.
const fields = {
  name: from('$.Customer.full_name', trim),
  first_name: from('$.Customer.full_name', firstWord),
  phone: from('$.Customer.mobile', phone),
  email: from('$.Customer.email', trim, lower),
  document: from('$.Customer.CPF'),
  order_id: from('$.order_id'),
  order_number: from('$.order_ref'),
  status: from('$.order_status'),
  amount: from('$.Commissions.charge_amount', number, cents),
  currency: from('$.Commissions.currency'),
  product: from('$.Product.product_name'),
  payment_method: from('$.payment_method'),
  pix_code: from('$.pix_code'),
  boleto_url: from('$.boleto_URL'),
  boleto_code: from('$.boleto_barcode'),
  subscription_id: from('$.subscription_id'),
  plan: from('$.Subscription.plan.name'),
}
const cart = {
  name: from('$.name', trim),
  first_name: from('$.name', firstWord),
  phone: from('$.phone', phone),
  email: from('$.email', trim, lower),
  product: from('$.product_name'),
  checkout_url: from('$.checkout_link'),
}

const order = (event: string, status: string, more: Record<string, unknown>) => ({
  order_id: '3c1f5b7a-8d2e-4f60-9a1b-2c3d4e5f6071',
  order_ref: 'Kx8Qp2w',
  order_status: status,
  webhook_event_type: event,
  payment_method: 'pix',
  Product: { product_id: 'b2f1', product_name: 'Planilha financeira' },
  Customer: {
    full_name: 'Eduardo Alves',
    email: 'eduardo.alves@example.com',
    mobile: '+5561991112233',
    CPF: '12345678909',
  },
  Commissions: { charge_amount: 9700, currency: 'BRL', product_base_price: 9700 },
  ...more,
})

const orderIn = (body: unknown): unknown => at(body, 'order') ?? body

const signatureOf = ({ query, json }: Delivery) => query.get('signature') ?? wordAt(json(), 'signature') ?? undefined

const eventOf = (body: unknown): string | null =>
  wordAt(body, 'webhook_event_type') ??
  (wordAt(body, 'status') === 'abandoned' ? 'abandoned_cart' : wordAt(body, 'order_status'))

export const kiwify: WebhookSource = {
  key: 'kiwify',
  name: { en: 'Kiwify', pt: 'Kiwify' },
  category: 'course',
  docsUrl: 'https://docs.kiwify.com.br/',
  secrets: [{ key: 'token', label: { en: 'Webhook token', pt: 'Token do webhook' }, origin: 'source', required: true }],
  steps: {
    en: [
      'In Kiwify, open Apps → Webhooks and create a webhook with the URL from this page.',
      'Choose the products and the events you want.',
      'Copy the token of the webhook and paste it here, then choose Test webhook in Kiwify.',
    ],
    pt: [
      'Na Kiwify, abra Apps → Webhooks e crie um webhook com a URL desta página.',
      'Escolha os produtos e os eventos que quiser.',
      'Copie o token do webhook e cole aqui. Depois escolha Testar webhook na Kiwify.',
    ],
  },
  verify: ({ delivery, secrets }) => {
    const signing = { secret: secrets.token ?? '', algorithm: 'sha1' } as const
    const signature = signatureOf(delivery)
    if (isSignatureOf(delivery.body, signature, signing)) return true
    const order = at(delivery.json(), 'order')
    return order !== undefined && isSignatureOf(JSON.stringify(order), signature, signing)
  },
  inner: orderIn,
  read: ({ json }) => {
    const body = orderIn(json())
    const orderId = wordAt(body, 'order_id') ?? wordAt(body, 'id')
    const event = eventOf(body)
    return {
      event,
      id: orderId === null ? null : [orderId, event, wordAt(body, 'order_status')].join(' '),
      objectKey: orderId,
      isTest: false,
    }
  },
  events: [
    ...events(fields, {
      order_approved: 'order.paid',
      pix_created: 'pix.generated',
      billet_created: 'boleto.printed',
      order_rejected: 'order.canceled',
      order_refunded: 'order.refunded',
      chargeback: 'order.refunded',
      subscription_renewed: 'subscription.renewed',
      subscription_late: 'subscription.past_due',
      subscription_canceled: 'subscription.canceled',
    }),
    ...events(cart, { abandoned_cart: 'checkout.abandoned' }),
  ],
  samples: [
    {
      id: 'order-approved',
      event: 'order_approved',
      body: order('order_approved', 'paid', { approved_date: '2026-03-02 10:20' }),
    },
    {
      id: 'pix-created',
      event: 'pix_created',
      body: order('pix_created', 'waiting_payment', {
        pix_code: '00020126580014br.gov.bcb.pix0136example5204000053039865802BR6304ABCD',
        pix_expiration: '2026-03-03T10:15:30-03:00',
      }),
    },
    {
      id: 'cart-abandoned',
      event: 'abandoned_cart',
      body: {
        id: '7a6b5c4d',
        name: 'Eduardo Alves',
        email: 'eduardo.alves@example.com',
        phone: '+5561991112233',
        country: 'br',
        product_id: 'b2f1',
        product_name: 'Planilha financeira',
        status: 'abandoned',
        checkout_link: 'https://pay.kiwify.com.br/Kx8Qp2w',
      },
    },
  ],
}
