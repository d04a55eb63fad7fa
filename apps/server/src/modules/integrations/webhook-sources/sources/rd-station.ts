import { events, firstWord, from, lower, phone, trim } from '../maps.ts'
import { at, wordAt } from '../read.ts'
import { isSecret } from '../signatures.ts'
import type { WebhookSource } from '../source.ts'

const fields = {
  name: from('$.contact.name', trim),
  first_name: from('$.contact.name', firstWord),
  phone: from('$.contact.mobile_phone', phone),
  email: from('$.contact.email', trim, lower),
  company: from('$.contact.company.name'),
  city: from('$.contact.city'),
  status: from('$.contact.funnel.lifecycle_stage'),
  product: from('$.event_identifier'),
}
const leadFields = {
  name: from('$.leads[0].name', trim),
  first_name: from('$.leads[0].name', firstWord),
  phone: from('$.leads[0].mobile_phone', phone),
  email: from('$.leads[0].email', trim, lower),
  company: from('$.leads[0].company'),
  city: from('$.leads[0].city'),
  status: from('$.leads[0].lead_stage'),
  product: from('$.leads[0].last_conversion.content.identificador'),
}

const contact = {
  uuid: 'c2f3d2b3-7250-4d27-97f4-eef38be32f7f',
  email: 'juliana.costa@example.com',
  name: 'Juliana Costa',
  job_title: 'Gerente',
  mobile_phone: '48 99911-2233',
  personal_phone: null,
  city: 'Florianópolis',
  tags: ['newsletter'],
  cf_interesse: ['Plano anual'],
  company: { name: 'Costa Turismo' },
  funnel: { name: 'default', lifecycle_stage: 'Lead', opportunity: false },
}

const notice = (type: string, identifier: string | null) => ({
  event_type: type,
  entity_type: 'CONTACT',
  event_identifier: identifier,
  timestamp: '2026-03-02T10:15:30.724-03:00',
  event_timestamp: '2026-03-02T10:15:29.254-03:00',
  contact,
})

export const rdStation: WebhookSource = {
  key: 'rd_station',
  name: { en: 'RD Station', pt: 'RD Station' },
  category: 'lead',
  docsUrl: 'https://developers.rdstation.com/reference/webhooks',
  // It signs nothing; a token in the address is all that it carries.
  secrets: [{ key: 'token', label: { en: 'Token in the URL', pt: 'Token na URL' }, origin: 'ours', required: false }],
  steps: {
    en: [
      'In RD Station Marketing, open Integrations → Webhooks and create a webhook.',
      'Paste the URL from this page. Keep it to yourself: RD Station does not sign what it sends.',
      'Choose when it is sent, such as on conversion, and send a test lead.',
    ],
    pt: [
      'No RD Station Marketing, abra Integrações → Webhooks e crie um webhook.',
      'Cole a URL desta página. Não a divulgue: o RD Station não assina o que envia.',
      'Escolha quando ele é enviado, como na conversão, e envie um lead de teste.',
    ],
  },
  verify: ({ delivery, secrets }) => !secrets.token || isSecret(delivery.query.get('token'), secrets.token),
  read: ({ json }) => {
    const leads = at(json(), 'leads', 0) !== undefined
    return {
      event: leads ? 'leads' : wordAt(json(), 'event_type'),
      id: null,
      objectKey: leads ? wordAt(json(), 'leads', 0, 'id') : wordAt(json(), 'contact', 'uuid'),
      isTest: false,
    }
  },
  events: [
    ...events(fields, { 'WEBHOOK.CONVERTED': 'lead.created', 'WEBHOOK.MARKED_OPPORTUNITY': 'custom' }),
    ...events(leadFields, { leads: 'lead.created' }),
  ],
  samples: [
    { id: 'converted', event: 'WEBHOOK.CONVERTED', body: notice('WEBHOOK.CONVERTED', 'formulario-orcamento') },
    {
      id: 'opportunity',
      event: 'WEBHOOK.MARKED_OPPORTUNITY',
      body: {
        ...notice('WEBHOOK.MARKED_OPPORTUNITY', null),
        contact: { ...contact, funnel: { ...contact.funnel, opportunity: true } },
      },
    },
  ],
}
