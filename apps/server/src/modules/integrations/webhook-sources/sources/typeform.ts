import { events, firstWord, from, lower, phone, trim } from '../maps.ts'
import { at, wordAt } from '../read.ts'
import { isSignatureOf } from '../signatures.ts'
import type { WebhookSource } from '../source.ts'

const fields = {
  name: from("$.form_response.answers[?@.type=='text'].text", trim),
  first_name: from("$.form_response.answers[?@.type=='text'].text", firstWord),
  phone: from("$.form_response.answers[?@.type=='phone_number'].phone_number", phone),
  email: from("$.form_response.answers[?@.type=='email'].email", trim, lower),
  order_id: from('$.form_response.token'),
  product: from('$.form_response.definition.title'),
}

const response = (eventId: string, token: string, choice: string) => ({
  event_id: eventId,
  event_type: 'form_response',
  form_response: {
    form_id: 'lT4Z3j',
    token,
    landed_at: '2026-03-02T13:12:00Z',
    submitted_at: '2026-03-02T13:15:30Z',
    hidden: { utm_source: 'instagram' },
    definition: {
      id: 'lT4Z3j',
      title: 'Peça um orçamento',
      fields: [
        { id: 'a1', title: 'Qual é o seu nome?', type: 'short_text', ref: 'nome' },
        { id: 'a2', title: 'Qual é o seu e-mail?', type: 'email', ref: 'email' },
        { id: 'a3', title: 'Qual é o seu WhatsApp?', type: 'phone_number', ref: 'whatsapp' },
        { id: 'a4', title: 'O que você procura?', type: 'multiple_choice', ref: 'interesse' },
      ],
    },
    answers: [
      { type: 'text', text: 'Larissa Pinto', field: { id: 'a1', type: 'short_text', ref: 'nome' } },
      { type: 'email', email: 'larissa.pinto@example.com', field: { id: 'a2', type: 'email', ref: 'email' } },
      {
        type: 'phone_number',
        phone_number: '+5527996655443',
        field: { id: 'a3', type: 'phone_number', ref: 'whatsapp' },
      },
      { type: 'choice', choice: { label: choice }, field: { id: 'a4', type: 'multiple_choice', ref: 'interesse' } },
    ],
  },
})

export const typeform: WebhookSource = {
  key: 'typeform',
  name: { en: 'Typeform', pt: 'Typeform' },
  category: 'lead',
  docsUrl: 'https://www.typeform.com/developers/webhooks/',
  secrets: [{ key: 'secret', label: { en: 'Secret', pt: 'Segredo' }, origin: 'ours', required: true }],
  steps: {
    en: [
      'In Typeform, open your form and choose Connect → Webhooks → Add a webhook.',
      'Paste the URL from this page, open Edit, and paste the secret from this page into Secret.',
      'Turn the webhook on and choose Send test request.',
    ],
    pt: [
      'No Typeform, abra seu formulário e escolha Connect → Webhooks → Add a webhook.',
      'Cole a URL desta página, abra Edit e cole o segredo desta página em Secret.',
      'Ative o webhook e escolha Send test request.',
    ],
  },
  verify: ({ delivery, secrets }) => {
    const header = delivery.headers['typeform-signature']
    if (!header?.startsWith('sha256=')) return false
    return isSignatureOf(delivery.body, header.slice(7), { secret: secrets.secret ?? '', encoding: 'base64' })
  },
  read: ({ json }) => ({
    event: wordAt(json(), 'event_type'),
    id: wordAt(json(), 'event_id'),
    objectKey: wordAt(json(), 'form_response', 'token'),
    isTest: at(json(), 'form_response', 'hidden', 'test') === 'true',
  }),
  events: events(fields, { form_response: 'lead.created' }),
  samples: [
    {
      id: 'answer',
      event: 'form_response',
      body: response('01HExampleEventA', 'a3a12ec67a1365927098a606107fac15', 'Reforma'),
    },
    {
      id: 'another-answer',
      event: 'form_response',
      body: response('01HExampleEventB', 'b4b23fd78b2476038109b717218abd26', 'Projeto novo'),
    },
  ],
}
