import { digest, inApp, inAppAndEmail, workflow } from './build.ts'

const url = '/integrations/whatsapp/templates/{{templateId}}'
const feed = 'system'
const tags = ['templates']
const group = { en: 'Templates', pt: 'Modelos' }
const button = { en: 'Open the template', pt: 'Abrir o modelo' }
const sample = {
  templateId: '01900000-0000-7000-8000-000000000000',
  accountId: '01900000-0000-7000-8000-000000000001',
  template: 'order_ready',
  language: 'pt_BR',
}

/** Meta's reasons for a rejection, in words. */
const reasons: readonly [code: string, en: string, pt: string][] = [
  ['ABUSIVE_CONTENT', 'the text breaks WhatsApp’s policies', 'o texto viola as políticas do WhatsApp'],
  ['CATEGORY_NOT_AVAILABLE', 'the category is not available here', 'a categoria não está disponível aqui'],
  ['INCORRECT_CATEGORY', 'the category does not fit the text', 'a categoria não combina com o texto'],
  ['INVALID_FORMAT', 'variables, samples or formatting are wrong', 'há erro em variáveis, exemplos ou formatação'],
  ['PROMOTIONAL', 'the text advertises, which only marketing may', 'o texto é promocional, o que só marketing permite'],
  ['SCAM', 'the text looks like a scam', 'o texto parece golpe'],
  [
    'TAG_CONTENT_MISMATCH',
    'the language or category does not match the text',
    'o idioma ou a categoria não bate com o texto',
  ],
]
const reasonIn = (word: 'en' | 'pt') =>
  reasons.map(([code, en, pt]) => `{{#eq reason "${code}"}}: ${word === 'en' ? en : pt}{{/eq}}`).join('')

/** How many places wait for a template that stopped. */
const usedIn = (word: 'en' | 'pt') =>
  word === 'en'
    ? '{{#if places}}; {{places}} {{#gt places 1}}places use{{else}}place uses{{/gt}} it{{/if}}'
    : '{{#if places}}; {{places}} {{#gt places 1}}lugares o usam{{else}}lugar o usa{{/gt}}{{/if}}'

/** What a message in Brazil costs by the new category and by the old one. */
const costs = (word: 'en' | 'pt') =>
  word === 'en'
    ? '{{#if costAfterEn}}: a message in Brazil now costs {{costAfterEn}} instead of {{costBeforeEn}}{{/if}}'
    : '{{#if costAfterEn}}: uma mensagem no Brasil agora custa {{costAfterPt}} em vez de {{costBeforePt}}{{/if}}'

const stopped = (word: { en: string; pt: string }) =>
  inAppAndEmail({
    feed,
    icon: 'error',
    url,
    content: {
      en: `WhatsApp ${word.en} the template <b>{{template}}</b> ({{language}})${usedIn('en')}`,
      pt: `O WhatsApp ${word.pt} o modelo <b>{{template}}</b> ({{language}})${usedIn('pt')}`,
    },
    button,
    subject: {
      en: `WhatsApp ${word.en} the template {{template}}`,
      pt: `O WhatsApp ${word.pt} o modelo {{template}}`,
    },
    body: {
      en: `It cannot be sent in {{language}}${usedIn('en')}. WhatsApp does so when too many people block or report a template.`,
      pt: `Ele não pode ser enviado em {{language}}${usedIn('pt')}. O WhatsApp faz isso quando muitas pessoas bloqueiam ou denunciam um modelo.`,
    },
  })

export const templateWorkflows = {
  'template.approved': workflow({
    name: { en: 'Template approved', pt: 'Modelo aprovado' },
    group,
    description: {
      en: 'WhatsApp approved a message template. Told at most every half hour.',
      pt: 'O WhatsApp aprovou um modelo de mensagem. Avisado no máximo a cada meia hora.',
    },
    tags,
    sample,
    steps: [
      digest({ type: 'regular', amount: 30, unit: 'minutes', digestKey: 'accountId' }),
      inApp({
        feed,
        icon: 'success',
        url,
        content: {
          en: '{{#gt step.total_count 1}}{{step.total_count}} templates were approved{{else}}The template <b>{{template}}</b> ({{language}}) was approved{{/gt}}',
          pt: '{{#gt step.total_count 1}}{{step.total_count}} modelos foram aprovados{{else}}O modelo <b>{{template}}</b> ({{language}}) foi aprovado{{/gt}}',
        },
      }),
    ],
  }),
  'template.rejected': workflow({
    name: { en: 'Template rejected', pt: 'Modelo rejeitado' },
    group,
    description: { en: 'WhatsApp rejected a message template.', pt: 'O WhatsApp rejeitou um modelo de mensagem.' },
    tags,
    sample: { ...sample, reason: 'INVALID_FORMAT' },
    steps: inAppAndEmail({
      feed,
      icon: 'error',
      url,
      content: {
        en: `The template <b>{{template}}</b> ({{language}}) was rejected${reasonIn('en')}`,
        pt: `O modelo <b>{{template}}</b> ({{language}}) foi rejeitado${reasonIn('pt')}`,
      },
      button,
      subject: { en: 'The template {{template}} was rejected', pt: 'O modelo {{template}} foi rejeitado' },
      body: {
        en: `WhatsApp rejected it in {{language}}${reasonIn('en')}. Open it to see what to change, and submit it again.`,
        pt: `O WhatsApp o rejeitou em {{language}}${reasonIn('pt')}. Abra-o para ver o que mudar e envie de novo.`,
      },
    }),
  }),
  'template.paused': workflow({
    name: { en: 'Template paused', pt: 'Modelo pausado' },
    group,
    description: { en: 'WhatsApp paused a message template.', pt: 'O WhatsApp pausou um modelo de mensagem.' },
    tags,
    critical: true,
    sample: { ...sample, places: 2 },
    steps: stopped({ en: 'paused', pt: 'pausou' }),
  }),
  'template.disabled': workflow({
    name: { en: 'Template disabled', pt: 'Modelo desativado' },
    group,
    description: { en: 'WhatsApp disabled a message template.', pt: 'O WhatsApp desativou um modelo de mensagem.' },
    tags,
    critical: true,
    sample: { ...sample, places: 2 },
    steps: stopped({ en: 'disabled', pt: 'desativou' }),
  }),
  'template.category_changed': workflow({
    name: { en: 'Category of a template changed', pt: 'A categoria de um modelo mudou' },
    group,
    description: {
      en: 'WhatsApp moved a message template to another category, which changes what it costs.',
      pt: 'O WhatsApp mudou um modelo de mensagem de categoria, e com isso o preço dele.',
    },
    tags,
    sample: {
      ...sample,
      category: 'MARKETING',
      before: 'UTILITY',
      costBeforeEn: '$0.0068',
      costBeforePt: 'US$ 0,0068',
      costAfterEn: '$0.0625',
      costAfterPt: 'US$ 0,0625',
    },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: `The template <b>{{template}}</b> ({{language}}) moved from {{before}} to {{category}}${costs('en')}`,
        pt: `O modelo <b>{{template}}</b> ({{language}}) passou de {{before}} para {{category}}${costs('pt')}`,
      },
      button,
      subject: {
        en: 'The template {{template}} has another category',
        pt: 'O modelo {{template}} mudou de categoria',
      },
      body: {
        en: `WhatsApp moved it from {{before}} to {{category}}, and from now on charges it as such${costs('en')}.`,
        pt: `O WhatsApp o moveu de {{before}} para {{category}} e, a partir de agora, cobra de acordo${costs('pt')}.`,
      },
    }),
  }),
  'template.quality_low': workflow({
    name: { en: 'Quality of a template fell', pt: 'A qualidade de um modelo caiu' },
    group,
    description: {
      en: 'Customers block or report a message template. Told once a day.',
      pt: 'Clientes bloqueiam ou denunciam um modelo de mensagem. Avisado uma vez por dia.',
    },
    tags,
    sample: { ...sample, quality: 'YELLOW' },
    steps: [
      digest({ type: 'regular', amount: 1, unit: 'days', digestKey: 'accountId' }),
      inApp({
        feed,
        icon: 'warning',
        url,
        content: {
          en: '{{#gt step.total_count 1}}The quality of {{step.total_count}} templates fell{{else}}The quality of the template <b>{{template}}</b> ({{language}}) is {{#eq quality "RED"}}low{{else}}medium{{/eq}} now{{/gt}}',
          pt: '{{#gt step.total_count 1}}A qualidade de {{step.total_count}} modelos caiu{{else}}A qualidade do modelo <b>{{template}}</b> ({{language}}) agora é {{#eq quality "RED"}}baixa{{else}}média{{/eq}}{{/gt}}',
        },
      }),
    ],
  }),
}
