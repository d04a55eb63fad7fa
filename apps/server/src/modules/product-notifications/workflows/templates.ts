import { digest, inApp, inAppAndEmail, workflow } from './build.ts'

const url = '/integrations/whatsapp/templates/{{templateId}}'
const feed = 'system'
const tags = ['templates']
const group = { en: 'Templates', pt: 'Modelos' }
const button = { en: 'Open template', pt: 'Abrir modelo' }
const sample = {
  templateId: '01900000-0000-7000-8000-000000000000',
  accountId: '01900000-0000-7000-8000-000000000001',
  template: 'order_ready',
  language: 'pt_BR',
}

/** Meta's reasons for a rejection, in words. */
const reasons: readonly [code: string, en: string, pt: string][] = [
  ['ABUSIVE_CONTENT', "the text breaks WhatsApp's policies", 'o texto viola as políticas do WhatsApp'],
  [
    'CATEGORY_NOT_AVAILABLE',
    "the category isn't available for the account",
    'a categoria não está disponível para a conta',
  ],
  ['INCORRECT_CATEGORY', "the category doesn't match the text", 'a categoria não corresponde ao texto'],
  ['INVALID_FORMAT', 'variables, samples or formatting are wrong', 'há erro em variáveis, exemplos ou formatação'],
  [
    'PROMOTIONAL',
    'the text is promotional, which only the Marketing category allows',
    'o texto é promocional, o que só é permitido na categoria Marketing',
  ],
  ['SCAM', 'the text looks like a scam', 'o texto parece golpe'],
  [
    'TAG_CONTENT_MISMATCH',
    "the language or category doesn't match the text",
    'o idioma ou a categoria não corresponde ao texto',
  ],
]
const reasonIn = (word: 'en' | 'pt') =>
  reasons.map(([code, en, pt]) => `{{#eq reason "${code}"}}: ${word === 'en' ? en : pt}{{/eq}}`).join('')

/** In how many places a template that stopped is used. */
const usedIn = (word: 'en' | 'pt') =>
  word === 'en'
    ? '{{#if places}}; {{places}} {{#gt places 1}}places use{{else}}place uses{{/gt}} it{{/if}}'
    : '{{#if places}}; {{places}} {{#gt places 1}}lugares o usam{{else}}lugar o usa{{/gt}}{{/if}}'

/** What a message in Brazil costs by the new category and by the old one. */
const costs = (word: 'en' | 'pt') =>
  word === 'en'
    ? '{{#if costAfterEn}}: a message in Brazil now costs {{costAfterEn}} instead of {{costBeforeEn}}{{/if}}'
    : '{{#if costAfterEn}}: uma mensagem no Brasil agora custa {{costAfterPt}} em vez de {{costBeforePt}}{{/if}}'

/** Meta's categories by their names; one that is new to us stays as Meta writes it. */
const categories: readonly [code: string, en: string, pt: string][] = [
  ['UTILITY', 'Utility', 'Utilidade'],
  ['MARKETING', 'Marketing', 'Marketing'],
  ['AUTHENTICATION', 'Authentication', 'Autenticação'],
]
const categoryIn = (word: 'en' | 'pt', key: 'before' | 'category') =>
  categories.reduceRight(
    (otherwise, [code, en, pt]) => `{{#eq ${key} "${code}"}}${word === 'en' ? en : pt}{{else}}${otherwise}{{/eq}}`,
    `{{${key}}}`,
  )

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
      en: `It can't be sent in {{language}}${usedIn('en')}. WhatsApp does this when too many people block or report a template.`,
      pt: `Ele não pode ser enviado em {{language}}${usedIn('pt')}. O WhatsApp faz isso quando muitas pessoas bloqueiam ou denunciam um modelo.`,
    },
  })

export const templateWorkflows = {
  'template.approved': workflow({
    name: { en: 'Template approved', pt: 'Modelo aprovado' },
    group,
    description: {
      en: 'WhatsApp approved a message template. Sent at most every half hour.',
      pt: 'O WhatsApp aprovou um modelo de mensagem. Enviado no máximo a cada meia hora.',
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
        en: `WhatsApp rejected it in {{language}}${reasonIn('en')}. Open it to see what to change, then resubmit it.`,
        pt: `O WhatsApp o rejeitou em {{language}}${reasonIn('pt')}. Abra-o para ver o que mudar e reenvie.`,
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
    name: { en: 'Template category changed', pt: 'A categoria de um modelo mudou' },
    group,
    description: {
      en: 'WhatsApp moved a message template to another category, which changes its price.',
      pt: 'O WhatsApp mudou a categoria de um modelo de mensagem e, com isso, o preço dele.',
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
        en: `The template <b>{{template}}</b> ({{language}}) moved from ${categoryIn('en', 'before')} to ${categoryIn('en', 'category')}${costs('en')}`,
        pt: `O modelo <b>{{template}}</b> ({{language}}) passou de ${categoryIn('pt', 'before')} para ${categoryIn('pt', 'category')}${costs('pt')}`,
      },
      button,
      subject: {
        en: 'The category of {{template}} changed',
        pt: 'A categoria de {{template}} mudou',
      },
      body: {
        en: `WhatsApp moved it from ${categoryIn('en', 'before')} to ${categoryIn('en', 'category')} and now charges it accordingly${costs('en')}.`,
        pt: `O WhatsApp o moveu de ${categoryIn('pt', 'before')} para ${categoryIn('pt', 'category')} e agora cobra de acordo com a nova categoria${costs('pt')}.`,
      },
    }),
  }),
  'template.quality_low': workflow({
    name: { en: 'Template quality dropped', pt: 'A qualidade de um modelo caiu' },
    group,
    description: {
      en: 'Customers are blocking or reporting a message template. Sent once a day.',
      pt: 'Clientes estão bloqueando ou denunciando um modelo de mensagem. Enviado uma vez por dia.',
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
          en: '{{#gt step.total_count 1}}The quality of {{step.total_count}} templates dropped{{else}}The quality of the template <b>{{template}}</b> ({{language}}) is now {{#eq quality "RED"}}low{{else}}medium{{/eq}}{{/gt}}',
          pt: '{{#gt step.total_count 1}}A qualidade de {{step.total_count}} modelos caiu{{else}}A qualidade do modelo <b>{{template}}</b> ({{language}}) agora é {{#eq quality "RED"}}baixa{{else}}média{{/eq}}{{/gt}}',
        },
      }),
    ],
  }),
}
