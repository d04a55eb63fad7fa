import { events, firstWord, from, joined, lower, number, phone, trim } from '../maps.ts'
import { wordAt } from '../read.ts'
import { isSignatureOf } from '../signatures.ts'
import type { WebhookSource } from '../source.ts'

// What the shop sends names an order and holds nothing of it: the rest is read from its API and stands under `order`.
const fields = {
  name: from('$.order.customer.name', trim),
  first_name: from('$.order.customer.name', firstWord),
  phone: from('$.order.contact_phone', phone),
  email: from('$.order.contact_email', trim, lower),
  document: from('$.order.contact_identification'),
  order_id: from('$.id'),
  order_number: from('$.order.number'),
  status: from('$.order.payment_status'),
  amount: from('$.order.total', number),
  currency: from('$.order.currency'),
  items: from('$.order.products[*].name', joined),
  payment_method: from('$.order.gateway_name'),
  tracking_code: from('$.order.shipping_tracking_number'),
  tracking_url: from('$.order.shipping_tracking_url'),
  city: from('$.order.shipping_address.city'),
}

const order = {
  id: 871254203,
  number: 356,
  contact_name: 'Carla Dias',
  contact_email: 'carla.dias@example.com',
  contact_phone: '+5531991234567',
  contact_identification: '12345678909',
  total: '320.00',
  currency: 'BRL',
  status: 'open',
  payment_status: 'pending',
  gateway_name: 'Nuvem Pago',
  customer: { id: 101010, name: 'Carla Dias', email: 'carla.dias@example.com', phone: '+5531991234567' },
  products: [{ id: 1, name: 'Vestido midi', price: '320.00', quantity: '1' }],
  shipping_address: { city: 'Belo Horizonte', province: 'Minas Gerais', zipcode: '30130-010' },
  shipping_tracking_number: null,
  shipping_tracking_url: null,
}

export const nuvemshop: WebhookSource = {
  key: 'nuvemshop',
  name: { en: 'Nuvemshop', pt: 'Nuvemshop' },
  category: 'shop',
  docsUrl: 'https://tiendanube.github.io/api-documentation/resources/webhook',
  secrets: [
    {
      key: 'secret',
      label: { en: 'Client secret of your app', pt: 'Client secret do seu aplicativo' },
      origin: 'source',
      required: true,
    },
    {
      key: 'accessToken',
      label: { en: 'Access token, for reading orders', pt: 'Token de acesso, para ler os pedidos' },
      origin: 'source',
      required: false,
    },
  ],
  steps: {
    en: [
      'In the Nuvemshop partner portal, create an app with the permission to read orders and install it in your shop.',
      'Copy its client secret and the access token of the installation and paste them here.',
      'Register a webhook for each event, such as order/created and order/paid, with the URL from this page.',
    ],
    pt: [
      'No portal de parceiros da Nuvemshop, crie um aplicativo com permissão para ler pedidos e instale na sua loja.',
      'Copie o client secret e o token de acesso da instalação e cole aqui.',
      'Registre um webhook para cada evento, como order/created e order/paid, com a URL desta página.',
    ],
  },
  verify: ({ delivery, secrets }) =>
    isSignatureOf(delivery.body, delivery.headers['x-linkedstore-hmac-sha256'], { secret: secrets.secret ?? '' }),
  // The same event may come several times under no id of its own: it is known by its bytes, for a while.
  read: ({ json }) => ({
    event: wordAt(json(), 'event'),
    id: null,
    objectKey: wordAt(json(), 'id'),
    isTest: false,
  }),
  events: [
    ...events(fields, {
      'order/created': 'order.created',
      'order/paid': 'order.paid',
      'order/cancelled': 'order.canceled',
      'order/fulfilled': 'fulfillment.shipped',
    }),
  ],
  samples: [
    {
      id: 'order-created',
      event: 'order/created',
      body: { store_id: 123456, event: 'order/created', id: order.id, order },
    },
    {
      id: 'order-paid',
      event: 'order/paid',
      body: { store_id: 123456, event: 'order/paid', id: order.id, order: { ...order, payment_status: 'paid' } },
    },
  ],
}
