import { events, firstWord, from, joined, lower, number, phone, trim } from '../maps.ts'
import { word, wordAt } from '../read.ts'
import { isSignatureOf } from '../signatures.ts'
import type { Delivery, WebhookSource } from '../source.ts'

const fields = {
  name: from('$.billing.first_name', trim),
  first_name: from('$.billing.first_name', firstWord),
  phone: from('$.billing.phone', phone),
  email: from('$.billing.email', trim, lower),
  order_id: from('$.id'),
  order_number: from('$.number'),
  status: from('$.status'),
  amount: from('$.total', number),
  currency: from('$.currency'),
  items: from('$.line_items[*].name', joined),
  payment_method: from('$.payment_method_title'),
  payment_url: from('$.payment_url'),
  city: from('$.billing.city'),
}

const order = {
  id: 7312,
  number: '7312',
  status: 'pending',
  currency: 'BRL',
  total: '149.80',
  date_created: '2026-03-02T10:15:30',
  payment_method: 'pix',
  payment_method_title: 'Pix',
  payment_url: 'https://loja.example.com/finalizar-compra/order-pay/7312/?pay_for_order=true',
  billing: {
    first_name: 'Bruno',
    last_name: 'Lima',
    email: 'bruno.lima@example.com',
    phone: '(21) 99876-5432',
    city: 'Rio de Janeiro',
    state: 'RJ',
    country: 'BR',
  },
  line_items: [{ id: 31, name: 'Caneca de cerâmica', product_id: 88, quantity: 2, total: '149.80' }],
}

const isForm = ({ contentType }: Delivery) => contentType.startsWith('application/x-www-form-urlencoded')

/** Stores say `order.updated` of everything: what became of the order is in its state. */
const eventOf = (topic: string | null, body: unknown): string | null => {
  const status = wordAt(body, 'status')
  return topic === 'order.updated' && status !== null ? `order.updated.${status}` : topic
}

export const woocommerce: WebhookSource = {
  key: 'woocommerce',
  name: { en: 'WooCommerce', pt: 'WooCommerce' },
  category: 'shop',
  docsUrl: 'https://woocommerce.com/document/webhooks/',
  secrets: [{ key: 'secret', label: { en: 'Secret', pt: 'Segredo' }, origin: 'ours', required: true }],
  steps: {
    en: [
      'In WordPress, open WooCommerce → Settings → Advanced → Webhooks and add a webhook.',
      'Set Status to Active, choose the topic Order updated, and paste the URL from this page as the delivery URL.',
      'Paste the secret from this page into the Secret field and save. Add another webhook for Order created if you need it.',
    ],
    pt: [
      'No WordPress, abra WooCommerce → Configurações → Avançado → Webhooks e adicione um webhook.',
      'Defina o status como Ativo, escolha o tópico Pedido atualizado e cole a URL desta página como URL de entrega.',
      'Cole o segredo desta página no campo Segredo e salve. Adicione outro webhook para Pedido criado, se precisar.',
    ],
  },
  verify: ({ delivery, secrets }) =>
    isSignatureOf(delivery.body, delivery.headers['x-wc-webhook-signature'], {
      secret: secrets.secret ?? '',
      encoding: 'base64',
    }),
  // A webhook that is saved is announced by its number, unsigned, and stays off unless that is welcome.
  isPing: (delivery) => isForm(delivery) && /^webhook_id=\d{1,20}$/.test(delivery.body.subarray(0, 64).toString()),
  read: ({ headers, json }) => {
    const event = eventOf(word(headers['x-wc-webhook-topic']), json())
    return {
      event,
      id: word(headers['x-wc-webhook-delivery-id']),
      objectKey: event?.startsWith('order.') ? wordAt(json(), 'id') : null,
      isTest: false,
    }
  },
  events: [
    ...events(fields, {
      'order.created': 'order.created',
      'order.updated.processing': 'order.paid',
      'order.updated.cancelled': 'order.canceled',
      'order.updated.refunded': 'order.refunded',
      'order.updated.completed': 'fulfillment.delivered',
    }),
    ...events(
      {
        name: from('$.first_name', trim),
        email: from('$.email', trim, lower),
        phone: from('$.billing.phone', phone),
      },
      { 'customer.created': 'lead.created' },
    ),
  ],
  samples: [
    { id: 'order-created', event: 'order.created', headers: { 'x-wc-webhook-topic': 'order.created' }, body: order },
    {
      id: 'order-paid',
      event: 'order.updated.processing',
      headers: { 'x-wc-webhook-topic': 'order.updated' },
      body: { ...order, status: 'processing' },
    },
  ],
}
