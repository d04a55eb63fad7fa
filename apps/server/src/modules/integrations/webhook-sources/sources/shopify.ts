import { date, events, firstWord, from, joined, lower, number, phone, trim } from '../maps.ts'
import { word, wordAt } from '../read.ts'
import { isSignatureOf } from '../signatures.ts'
import type { WebhookSource } from '../source.ts'

const orderFields = {
  name: from('$.customer.first_name', trim),
  first_name: from('$.customer.first_name', firstWord),
  phone: from('$.phone', phone),
  email: from('$.email', trim, lower),
  order_id: from('$.id'),
  order_number: from('$.name'),
  status: from('$.financial_status'),
  amount: from('$.total_price', number),
  currency: from('$.currency'),
  items: from('$.line_items[*].title', joined),
  payment_method: from('$.payment_gateway_names[0]'),
  payment_url: from('$.order_status_url'),
  city: from('$.shipping_address.city'),
}
const order = {
  id: 5678901234567,
  admin_graphql_api_id: 'gid://shopify/Order/5678901234567',
  name: '#1042',
  email: 'ana.souza@example.com',
  phone: '+5511987654321',
  created_at: '2026-03-02T10:15:30-03:00',
  currency: 'BRL',
  total_price: '259.90',
  subtotal_price: '239.90',
  financial_status: 'pending',
  fulfillment_status: null,
  order_status_url: 'https://example-store.myshopify.com/orders/1042/authenticate?key=abc',
  payment_gateway_names: ['Pix'],
  customer: { id: 706405506930, first_name: 'Ana', last_name: 'Souza', email: 'ana.souza@example.com', phone: null },
  shipping_address: { first_name: 'Ana', last_name: 'Souza', city: 'São Paulo', province_code: 'SP', zip: '01310-100' },
  line_items: [
    { id: 1, title: 'Linen shirt', quantity: 1, price: '189.90', sku: 'LIN-M' },
    { id: 2, title: 'Cotton socks', quantity: 2, price: '25.00', sku: 'SOC-2' },
  ],
}

const headersOf = (topic: string) => ({
  'x-shopify-topic': topic,
  'x-shopify-shop-domain': 'example-store.myshopify.com',
  'x-shopify-api-version': '2026-01',
})

/** Bodies of these topics are of another thing than the order, which they name. */
const orderIdOf = (topic: string | null, body: unknown) =>
  topic?.startsWith('orders/') ? wordAt(body, 'id') : (wordAt(body, 'order_id') ?? wordAt(body, 'id'))

export const shopify: WebhookSource = {
  key: 'shopify',
  name: { en: 'Shopify', pt: 'Shopify' },
  category: 'shop',
  docsUrl: 'https://shopify.dev/docs/apps/build/webhooks',
  secrets: [
    {
      key: 'secret',
      label: { en: 'Signing secret', pt: 'Chave de assinatura' },
      origin: 'source',
      required: true,
    },
  ],
  steps: {
    en: [
      'In the Shopify admin, open Settings → Notifications → Webhooks.',
      'Create a webhook for each event you want, such as Order creation and Order payment. Choose JSON and paste the URL from this page.',
      'Copy the signing secret shown under the list of webhooks and paste it here.',
      'Choose Send test notification in Shopify, and wait for the sample here.',
    ],
    pt: [
      'No admin da Shopify, abra Configurações → Notificações → Webhooks.',
      'Crie um webhook para cada evento que quiser, como Criação de pedido e Pagamento de pedido. Escolha JSON e cole a URL desta página.',
      'Copie a chave de assinatura exibida abaixo da lista de webhooks e cole aqui.',
      'Escolha Enviar notificação de teste na Shopify e aguarde o exemplo aqui.',
    ],
  },
  verify: ({ delivery, secrets }) =>
    isSignatureOf(delivery.body, delivery.headers['x-shopify-hmac-sha256'], {
      secret: secrets.secret ?? '',
      encoding: 'base64',
    }),
  read: ({ headers, json }) => {
    const event = word(headers['x-shopify-topic'])
    return {
      event,
      id: word(headers['x-shopify-webhook-id']),
      objectKey: orderIdOf(event, json()),
      isTest: headers['x-shopify-test'] === 'true',
    }
  },
  events: [
    ...events(orderFields, {
      'orders/create': 'order.created',
      'orders/paid': 'order.paid',
      'orders/cancelled': 'order.canceled',
    }),
    ...events(
      { order_id: from('$.order_id'), amount: from('$.transactions[0].amount', number), status: from('$.note') },
      { 'refunds/create': 'order.refunded' },
    ),
    ...events(
      { ...orderFields, checkout_url: from('$.abandoned_checkout_url'), order_number: from('$.name') },
      { 'checkouts/create': 'checkout.abandoned' },
    ),
    ...events(
      {
        name: from('$.destination.first_name', trim),
        first_name: from('$.destination.first_name', firstWord),
        phone: from('$.destination.phone', phone),
        email: from('$.email', trim, lower),
        order_id: from('$.order_id'),
        order_number: from('$.name'),
        tracking_code: from('$.tracking_number'),
        tracking_url: from('$.tracking_url'),
        carrier: from('$.tracking_company'),
      },
      { 'fulfillments/create': 'fulfillment.shipped' },
    ),
    ...events(
      {
        name: from('$.first_name', trim),
        phone: from('$.phone', phone),
        email: from('$.email', trim, lower),
        due_at: from('$.created_at', date),
      },
      { 'customers/create': 'lead.created' },
    ),
  ],
  samples: [
    { id: 'order-created', event: 'orders/create', headers: headersOf('orders/create'), body: order },
    {
      id: 'order-paid',
      event: 'orders/paid',
      headers: headersOf('orders/paid'),
      body: { ...order, financial_status: 'paid' },
    },
    {
      id: 'order-shipped',
      event: 'fulfillments/create',
      headers: headersOf('fulfillments/create'),
      body: {
        id: 4512345678901,
        order_id: order.id,
        name: '#1042.1',
        status: 'success',
        email: order.email,
        tracking_company: 'Correios',
        tracking_number: 'AA123456789BR',
        tracking_url: 'https://rastreamento.correios.com.br/?objetos=AA123456789BR',
        destination: { ...order.shipping_address, phone: order.phone },
      },
    },
  ],
}
