import { events, firstWord, from, lower, number, phone, trim } from '../maps.ts'
import { wordAt } from '../read.ts'
import { isSecret } from '../signatures.ts'
import type { WebhookSource } from '../source.ts'

// A payment names its customer by an id: who that is is read from the API and stands under `customer`.
const fields = {
  name: from('$.customer.name', trim),
  first_name: from('$.customer.name', firstWord),
  phone: from('$.customer.mobilePhone', phone),
  email: from('$.customer.email', trim, lower),
  document: from('$.customer.cpfCnpj'),
  order_id: from('$.payment.id'),
  order_number: from('$.payment.invoiceNumber'),
  status: from('$.payment.status'),
  amount: from('$.payment.value', number),
  product: from('$.payment.description'),
  payment_method: from('$.payment.billingType'),
  payment_url: from('$.payment.invoiceUrl'),
  boleto_url: from('$.payment.bankSlipUrl'),
  due_at: from('$.payment.dueDate'),
  subscription_id: from('$.payment.subscription'),
}

const notice = (event: string, id: string, payment: Record<string, unknown>) => ({
  id,
  event,
  dateCreated: '2026-03-02 10:15:30',
  payment: {
    object: 'payment',
    id: 'pay_0806exampl3a1b2c',
    customer: 'cus_000005219613',
    value: 350,
    netValue: 347.51,
    billingType: 'BOLETO',
    description: 'Mensalidade de março',
    invoiceNumber: '00005101',
    invoiceUrl: 'https://www.asaas.com/i/0806exampl3a1b2c',
    bankSlipUrl: 'https://www.asaas.com/b/pdf/0806exampl3a1b2c',
    dueDate: '2026-03-10',
    ...payment,
  },
  customer: {
    id: 'cus_000005219613',
    name: 'Igor Martins',
    email: 'igor.martins@example.com',
    mobilePhone: '71988776655',
    cpfCnpj: '12345678909',
  },
})

export const asaas: WebhookSource = {
  key: 'asaas',
  name: { en: 'Asaas', pt: 'Asaas' },
  category: 'payment',
  docsUrl: 'https://docs.asaas.com/docs/about-webhooks',
  secrets: [
    {
      key: 'token',
      label: { en: 'Authentication token', pt: 'Token de autenticação' },
      origin: 'ours',
      required: true,
    },
    {
      key: 'accessToken',
      label: { en: 'API key, for reading customers', pt: 'Chave de API, para ler os clientes' },
      origin: 'source',
      required: false,
    },
  ],
  steps: {
    en: [
      'In Asaas, open Integrations → Webhooks and create a webhook with the URL from this page.',
      'Paste the token from this page as the authentication token and choose the payment events.',
      'Create an API key in Asaas and paste it here, so that names and phones of customers can be read.',
    ],
    pt: [
      'No Asaas, abra Integrações → Webhooks e crie um webhook com a URL desta página.',
      'Cole o token desta página como token de autenticação e escolha os eventos de cobrança.',
      'Crie uma chave de API no Asaas e cole aqui, para que nomes e telefones dos clientes possam ser lidos.',
    ],
  },
  verify: ({ delivery, secrets }) => isSecret(delivery.headers['asaas-access-token'], secrets.token),
  read: ({ json }) => ({
    event: wordAt(json(), 'event'),
    id: wordAt(json(), 'id'),
    objectKey: wordAt(json(), 'payment', 'id') ?? wordAt(json(), 'subscription', 'id'),
    isTest: false,
  }),
  events: events(fields, {
    PAYMENT_CREATED: 'boleto.printed',
    PAYMENT_RECEIVED: 'order.paid',
    PAYMENT_CONFIRMED: 'order.paid',
    PAYMENT_OVERDUE: 'subscription.past_due',
    PAYMENT_DELETED: 'order.canceled',
    PAYMENT_REFUNDED: 'order.refunded',
  }),
  samples: [
    {
      id: 'payment-created',
      event: 'PAYMENT_CREATED',
      body: notice('PAYMENT_CREATED', 'evt_05b708f961d739ea7eba7e4db318f621&368604920', { status: 'PENDING' }),
    },
    {
      id: 'payment-received',
      event: 'PAYMENT_RECEIVED',
      body: notice('PAYMENT_RECEIVED', 'evt_6561b631fa5580caadd00bbe3b858607&9193', {
        status: 'RECEIVED',
        billingType: 'PIX',
        paymentDate: '2026-03-02',
      }),
    },
  ],
}
