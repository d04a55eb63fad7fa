import { events, firstWord, from, lower, number, trim } from '../maps.ts'
import { at, wordAt } from '../read.ts'
import { isSignatureOf, pairsOf } from '../signatures.ts'
import type { Delivery, WebhookSource } from '../source.ts'

// A notice names a payment: what it is about is read from the API and stands under `payment`.
const fields = {
  name: from('$.payment.payer.first_name', trim),
  first_name: from('$.payment.payer.first_name', firstWord),
  phone: from('$.payment.additional_info.payer.phone.number', { op: 'phone', country: 'BR' }),
  email: from('$.payment.payer.email', trim, lower),
  document: from('$.payment.payer.identification.number'),
  order_id: from('$.data.id'),
  order_number: from('$.payment.external_reference'),
  status: from('$.payment.status'),
  amount: from('$.payment.transaction_amount', number),
  currency: from('$.payment.currency_id'),
  product: from('$.payment.description'),
  payment_method: from('$.payment.payment_method_id'),
  payment_url: from('$.payment.point_of_interaction.transaction_data.ticket_url'),
  pix_code: from('$.payment.point_of_interaction.transaction_data.qr_code'),
}

const notice = (action: string, payment: Record<string, unknown>) => ({
  action,
  api_version: 'v1',
  data: { id: '87654321098' },
  date_created: '2026-03-02T13:15:30Z',
  id: action === 'payment.created' ? 112233445566 : 112233445577,
  live_mode: true,
  type: 'payment',
  user_id: '44556677',
  payment: {
    id: 87654321098,
    external_reference: 'PED-2041',
    description: 'Kit de skincare',
    currency_id: 'BRL',
    transaction_amount: 219.9,
    payment_method_id: 'pix',
    payer: {
      first_name: 'Helena',
      email: 'helena.prado@example.com',
      identification: { type: 'CPF', number: '12345678909' },
    },
    additional_info: { payer: { phone: { area_code: '51', number: '51987651234' } } },
    ...payment,
  },
})

/** The part of the address that is signed; letters in it are signed in lower case. */
const signedId = ({ query }: Delivery): string | null => query.get('data.id') ?? query.get('id')

const manifestOf = (delivery: Delivery, time: string): string => {
  const id = signedId(delivery)?.toLowerCase()
  const requestId = delivery.headers['x-request-id']
  return `${id ? `id:${id};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${time};`
}

/** The signature is over the address and not over the body: that speaks only of what the address names. */
const isAboutSigned = (delivery: Delivery): boolean => {
  const id = signedId(delivery)?.toLowerCase()
  return id !== undefined && wordAt(delivery.json(), 'data', 'id')?.toLowerCase() === id
}

/** A payment says by its state what became of it, once it was read. */
export const mercadoPagoEventOf = (body: unknown): string | null => {
  const event = wordAt(body, 'action') ?? wordAt(body, 'type')
  const status = wordAt(body, 'payment', 'status')
  return event?.startsWith('payment.') && status !== null ? `payment.${status}` : event
}

export const mercadoPago: WebhookSource = {
  key: 'mercado_pago',
  name: { en: 'Mercado Pago', pt: 'Mercado Pago' },
  category: 'payment',
  docsUrl: 'https://www.mercadopago.com.br/developers/en/docs/your-integrations/notifications/webhooks',
  secrets: [
    { key: 'secret', label: { en: 'Webhook secret', pt: 'Assinatura secreta' }, origin: 'source', required: true },
    {
      key: 'accessToken',
      label: { en: 'Access token, for reading payments', pt: 'Access token, para ler os pagamentos' },
      origin: 'source',
      required: false,
    },
  ],
  steps: {
    en: [
      'In Mercado Pago Developers, open your application and choose Webhooks → Configure notifications.',
      'Paste the URL from this page, choose the event Payments and save.',
      'Copy the secret shown there and the production access token of your application and paste them here.',
    ],
    pt: [
      'No Mercado Pago Developers, abra sua aplicação e escolha Webhooks → Configurar notificações.',
      'Cole a URL desta página, escolha o evento Pagamentos e salve.',
      'Copie a assinatura secreta exibida lá e o access token de produção da sua aplicação e cole aqui.',
    ],
  },
  verify: ({ delivery, secrets }) => {
    const pairs = new Map(pairsOf(delivery.headers['x-signature']))
    const [time, signature] = [pairs.get('ts'), pairs.get('v1')]
    if (!time || !/^\d{1,16}$/.test(time) || !isAboutSigned(delivery)) return false
    return isSignatureOf(manifestOf(delivery, time), signature, { secret: secrets.secret ?? '' })
  },
  read: ({ json }) => ({
    event: mercadoPagoEventOf(json()),
    id: wordAt(json(), 'id'),
    objectKey: wordAt(json(), 'data', 'id'),
    isTest: at(json(), 'live_mode') === false,
  }),
  events: events(fields, {
    'payment.pending': 'pix.generated',
    'payment.approved': 'order.paid',
    'payment.cancelled': 'order.canceled',
    'payment.rejected': 'order.canceled',
    'payment.refunded': 'order.refunded',
    'payment.charged_back': 'order.refunded',
  }),
  samples: [
    {
      id: 'pix-pending',
      event: 'payment.pending',
      body: notice('payment.created', {
        status: 'pending',
        point_of_interaction: {
          transaction_data: {
            qr_code: '00020126580014br.gov.bcb.pix0136example5204000053039865802BR6304ABCD',
            ticket_url: 'https://www.mercadopago.com.br/payments/87654321098/ticket',
          },
        },
      }),
    },
    { id: 'payment-approved', event: 'payment.approved', body: notice('payment.updated', { status: 'approved' }) },
  ],
}
