import { digest, email, inApp, inAppAndEmail, type Texts, workflow } from './build.ts'

const url = '/company/actions/{{automationId}}?tab=runs'
const feed = 'system'
const tags = ['automations']
const group = { en: 'Automations', pt: 'Automações' }
const automationId = '01900000-0000-7000-8000-000000000000'
const sample = { automationId, name: 'Carrinho abandonado' }

const reasons = {
  errors: ['more than a fifth of its last 50 runs failed', 'mais de um quinto das últimas 50 execuções falhou'],
  access_revoked: ['the company no longer has access to automations', 'a empresa não tem mais acesso às automações'],
} as const

const because = (word: 0 | 1) =>
  Object.entries(reasons)
    .map(([code, texts]) => `{{#eq reason "${code}"}}${texts[word]}{{/eq}}`)
    .join('')

const button: Texts = { en: 'Open the automation', pt: 'Abrir a automação' }
const wantsMail = [
  {
    value: 'AND' as const,
    isNegated: false,
    children: [{ on: 'payload' as const, field: 'mail', operator: 'EQUAL' as const, value: 'yes' }],
  },
]
const about = '/{{#if contactId}}company/contacts/{{contactId}}{{else}}dashboard{{/if}}'

/** What companies put together themselves: what it says, and what becomes of it. */
export const actionWorkflows = {
  'automation.notified': workflow({
    name: { en: 'Message from an automation', pt: 'Mensagem de uma automação' },
    group,
    description: {
      en: 'One of the company’s automations is set up to notify you.',
      pt: 'Uma automação da empresa está configurada para avisar você.',
    },
    tags,
    important: true,
    sample: {
      contactId: automationId,
      title: 'Pedido atrasado',
      text: 'O pedido 1234 está parado há 3 dias.',
      mail: 'yes',
    },
    steps: [
      inApp({
        ...{ feed: 'general', icon: 'info', url: about },
        content: {
          en: '<b>{{title}}</b>{{#if text}}: {{text}}{{/if}}',
          pt: '<b>{{title}}</b>{{#if text}}: {{text}}{{/if}}',
        },
      }),
      email({
        url: about,
        subject: { en: '{{title}}', pt: '{{title}}' },
        body: { en: '{{text}}', pt: '{{text}}' },
        button: { en: 'Open Recado', pt: 'Abrir o Recado' },
        filters: wantsMail,
      }),
    ],
  }),
  'automation.failed': workflow({
    name: { en: 'Automation run failed', pt: 'Falha em uma automação' },
    group,
    description: {
      en: 'Runs of an automation you own failed. Sent at most every 15 minutes.',
      pt: 'Execuções de uma automação sua falharam. Enviado no máximo a cada 15 minutos.',
    },
    tags,
    sample,
    steps: [
      digest({ type: 'regular', amount: 15, unit: 'minutes', digestKey: 'automationId' }),
      inApp({
        ...{ feed, icon: 'error', url: `${url}&state=failed` },
        content: {
          en: '{{#gt step.total_count 1}}{{step.total_count}} runs of <b>{{name}}</b> failed{{else}}A run of <b>{{name}}</b> failed{{/gt}}',
          pt: '{{#gt step.total_count 1}}{{step.total_count}} execuções de <b>{{name}}</b> falharam{{else}}Uma execução de <b>{{name}}</b> falhou{{/gt}}',
        },
      }),
    ],
  }),
  'automation.paused': workflow({
    name: { en: 'Automation paused', pt: 'Automação pausada' },
    group,
    description: {
      en: 'An automation was paused because too many of its runs failed, or because the company lost access.',
      pt: 'Uma automação foi pausada porque muitas execuções falharam ou porque a empresa perdeu o acesso.',
    },
    tags,
    important: true,
    sample: { ...sample, reason: 'errors' },
    steps: inAppAndEmail({
      ...{ feed, icon: 'warning', url, button },
      content: {
        en: `<b>{{name}}</b> was paused: ${because(0)}`,
        pt: `<b>{{name}}</b> foi pausada: ${because(1)}`,
      },
      subject: { en: 'The automation {{name}} was paused', pt: 'A automação {{name}} foi pausada' },
      body: {
        en: `The automation <b>{{name}}</b> was paused: ${because(0)}. Runs that were waiting stay where they are until it is resumed.`,
        pt: `A automação <b>{{name}}</b> foi pausada: ${because(1)}. As execuções em espera ficam onde estão até que ela seja retomada.`,
      },
    }),
  }),
}
