import { inApp, inAppAndEmail, workflow } from './build.ts'

const url = '/company/webhook-integrations/{{integrationId}}?tab=log'
const feed = 'system'
const tags = ['integrations']
const group = { en: 'Integrations', pt: 'Integrações' }
const sample = { integrationId: '01900000-0000-7000-8000-000000000000', name: 'Empório (Shopify)' }
const button = { en: 'Open the log', pt: 'Abrir o registro' }

const keysUrl = '/company/apis'

export const integrationWorkflows = {
  'api_key.expiring': workflow({
    name: { en: 'API key about to expire', pt: 'Chave de API prestes a expirar' },
    group,
    description: {
      en: 'An API key expires in 14, 3 or 1 days.',
      pt: 'Uma chave de API expira em 14, 3 ou 1 dia.',
    },
    tags,
    important: true,
    sample: { name: 'Loja', days: 3 },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url: keysUrl,
      content: {
        en: 'API key <b>{{name}}</b> expires in {{days}} {{#gt days 1}}days{{else}}day{{/gt}}',
        pt: 'A chave de API <b>{{name}}</b> expira em {{days}} {{#gt days 1}}dias{{else}}dia{{/gt}}',
      },
      subject: { en: 'API key {{name}} is about to expire', pt: 'A chave de API {{name}} está prestes a expirar' },
      body: {
        en: 'The API key <b>{{name}}</b> expires soon, and calls with it will be refused from then on. Create another key and enter it in the system that uses this one.',
        pt: 'A chave de API <b>{{name}}</b> expira em breve, e as chamadas com ela serão recusadas a partir de então. Crie outra chave e informe-a no sistema que usa esta.',
      },
      button: { en: 'Open API keys', pt: 'Abrir chaves de API' },
    }),
  }),
  'webhook.failing': workflow({
    name: { en: 'Connected system is failing', pt: 'Sistema conectado com falhas' },
    group,
    description: {
      en: 'Several events of a shop or another connected system could not be processed.',
      pt: 'Vários eventos de uma loja ou de outro sistema conectado não puderam ser processados.',
    },
    tags,
    important: true,
    sample: { ...sample, failures: 5 },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: '<b>{{name}}</b>: {{failures}} events failed within 15 minutes',
        pt: '<b>{{name}}</b>: {{failures}} eventos falharam em 15 minutos',
      },
      subject: { en: 'Events of {{name}} are failing', pt: 'Eventos de {{name}} estão falhando' },
      body: {
        en: '{{failures}} events of <b>{{name}}</b> could not be processed within 15 minutes. The log says why, and you can process them again from there.',
        pt: '{{failures}} eventos de <b>{{name}}</b> não puderam ser processados em 15 minutos. O registro mostra o motivo, e você pode processá-los novamente por lá.',
      },
      button,
    }),
  }),
  'webhook.silent': workflow({
    name: { en: 'Connected system has gone quiet', pt: 'Sistema conectado sem novos eventos' },
    group,
    description: {
      en: 'A connected system has sent nothing for much longer than usual.',
      pt: 'Um sistema conectado não envia nada há muito mais tempo que o normal.',
    },
    tags,
    sample: { ...sample, hours: 12 },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url,
      content: {
        en: '<b>{{name}}</b> has sent nothing for {{hours}} hours',
        pt: '<b>{{name}}</b> não envia nada há {{hours}} horas',
      },
      subject: { en: '{{name}} has gone quiet', pt: '{{name}} parou de enviar eventos' },
      body: {
        en: '<b>{{name}}</b> has sent nothing for {{hours}} hours, which is much longer than usual. Check that the webhook is still on there.',
        pt: '<b>{{name}}</b> não envia nada há {{hours}} horas, muito mais que o normal. Verifique se o webhook continua ativo lá.',
      },
      button,
    }),
  }),
  'webhook_endpoint.disabled': workflow({
    name: { en: 'Webhook endpoint disabled', pt: 'Endpoint de webhook desativado' },
    group,
    description: {
      en: 'An outbound webhook endpoint was disabled because its receiver failed for days or is gone.',
      pt: 'Um endpoint de webhook de saída foi desativado porque o receptor falhou por dias ou não existe mais.',
    },
    tags,
    important: true,
    sample: { endpointId: sample.integrationId, name: 'ERP', gone: '' },
    steps: inAppAndEmail({
      feed,
      icon: 'warning',
      url: '/company/apis/webhooks/{{endpointId}}',
      content: {
        en: 'The webhook endpoint <b>{{name}}</b> was disabled: {{#if gone}}its receiver answered that it is gone{{else}}every attempt failed for five days{{/if}}',
        pt: 'O endpoint de webhook <b>{{name}}</b> foi desativado: {{#if gone}}o receptor respondeu que não existe mais{{else}}todas as tentativas falharam por cinco dias{{/if}}',
      },
      subject: { en: 'Webhook endpoint {{name}} disabled', pt: 'Endpoint de webhook {{name}} desativado' },
      body: {
        en: '{{#if gone}}The receiver of <b>{{name}}</b> answered with status 410, which means that it is gone for good.{{else}}Every attempt to reach <b>{{name}}</b> failed for five days.{{/if}} We no longer send events there. What happens meanwhile is kept for 30 days: enable the endpoint again and recover it from its page.',
        pt: '{{#if gone}}O receptor de <b>{{name}}</b> respondeu com o status 410, que significa que ele não existe mais.{{else}}Todas as tentativas de contato com <b>{{name}}</b> falharam por cinco dias.{{/if}} Não enviamos mais eventos para lá. O que acontecer nesse período fica guardado por 30 dias: ative o endpoint novamente e recupere as entregas na página dele.',
      },
      button: { en: 'Open the endpoint', pt: 'Abrir o endpoint' },
    }),
  }),
  'webhook.dead_letter': workflow({
    name: { en: 'Event set aside', pt: 'Evento separado' },
    group,
    description: {
      en: 'An event of a connected system was set aside after several attempts.',
      pt: 'Um evento de um sistema conectado foi separado após várias tentativas.',
    },
    tags,
    sample,
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url,
        content: {
          en: 'An event of <b>{{name}}</b> was set aside after six attempts',
          pt: 'Um evento de <b>{{name}}</b> foi separado após seis tentativas',
        },
      }),
    ],
  }),
}
