import { digest, email, inApp, type Texts, workflow } from './build.ts'

const url = '/integrations/whatsapp/chat?conversation={{conversationId}}'
const feed = 'conversations'
const tags = ['conversations']
const group = { en: 'Conversations', pt: 'Conversas' }
const conversationId = '01900000-0000-7000-8000-000000000000'
const sample = { conversationId, contact: 'Bia' }
const button: Texts = { en: 'Open conversation', pt: 'Abrir conversa' }

/** What comes of watching conversations. */
export const automationWorkflows = {
  'conversation.window_closing': workflow({
    name: { en: 'Windows about to close', pt: 'Janelas prestes a fechar' },
    group,
    description: {
      en: 'A customer is waiting for a reply, and in less than an hour only templates can be sent.',
      pt: 'Um cliente espera resposta, e em menos de uma hora só modelos poderão ser enviados.',
    },
    tags,
    sample,
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url,
        content: {
          en: 'The 24-hour window with <b>{{contact}}</b> closes in less than an hour, and they are waiting for a reply',
          pt: 'A janela de 24 horas com <b>{{contact}}</b> fecha em menos de uma hora, e há uma resposta pendente',
        },
      }),
    ],
  }),
  'sla.warning': workflow({
    name: { en: 'SLA at risk', pt: 'SLA perto do limite' },
    group,
    description: {
      en: "Three quarters of the time for a conversation's SLA have passed.",
      pt: 'Três quartos do prazo do SLA de uma conversa já passaram.',
    },
    tags,
    sample,
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url,
        content: {
          en: 'The SLA for <b>{{contact}}</b> is about to be missed',
          pt: 'O SLA de <b>{{contact}}</b> está perto do limite',
        },
      }),
    ],
  }),
  'sla.breached': workflow({
    name: { en: 'SLA missed', pt: 'SLA estourado' },
    group,
    description: {
      en: 'A conversation missed its SLA. Sent at most every 15 minutes.',
      pt: 'O SLA de uma conversa foi estourado. Enviado no máximo a cada 15 minutos.',
    },
    tags,
    important: true,
    sample,
    steps: [
      digest({ type: 'regular', amount: 15, unit: 'minutes', digestKey: 'company.id' }),
      inApp({
        feed,
        icon: 'error',
        url: '{{#gt step.total_count 1}}/integrations/whatsapp/chat?sort=sla{{else}}/integrations/whatsapp/chat?conversation={{conversationId}}{{/gt}}',
        content: {
          en: '{{#gt step.total_count 1}}{{step.total_count}} conversations missed their SLA{{else}}The SLA for <b>{{contact}}</b> was missed{{/gt}}',
          pt: '{{#gt step.total_count 1}}{{step.total_count}} conversas estouraram o SLA{{else}}O SLA de <b>{{contact}}</b> foi estourado{{/gt}}',
        },
      }),
      email({
        url,
        subject: { en: 'SLA missed', pt: 'SLA estourado' },
        body: {
          en: '{{#gt step.total_count 1}}{{step.total_count}} conversations missed their SLA.{{else}}The SLA for {{contact}} was missed and the conversation still needs a reply.{{/gt}}',
          pt: '{{#gt step.total_count 1}}{{step.total_count}} conversas estouraram o SLA.{{else}}O SLA de {{contact}} foi estourado e a conversa ainda precisa de resposta.{{/gt}}',
        },
        button,
      }),
    ],
  }),
  'csat.low': workflow({
    name: { en: 'Low ratings', pt: 'Avaliações baixas' },
    group,
    description: {
      en: "Customers weren't satisfied. Sent once a day.",
      pt: 'Clientes não ficaram satisfeitos. Enviado uma vez por dia.',
    },
    tags,
    sample: { ...sample, score: 1 },
    steps: [
      digest({ type: 'regular', amount: 1, unit: 'days', digestKey: 'company.id' }),
      inApp({
        feed,
        icon: 'warning',
        url,
        content: {
          en: "{{#gt step.total_count 1}}{{step.total_count}} customers weren't satisfied{{else}}<b>{{contact}}</b> wasn't satisfied with the service{{/gt}}",
          pt: '{{#gt step.total_count 1}}{{step.total_count}} clientes não ficaram satisfeitos{{else}}<b>{{contact}}</b> deu uma nota baixa ao atendimento{{/gt}}',
        },
      }),
    ],
  }),
  'scheduled_message.called_off': workflow({
    name: { en: 'Canceled scheduled messages', pt: 'Mensagens agendadas canceladas' },
    group,
    description: {
      en: 'The customer wrote before your scheduled message went out, and it was set not to be sent in that case.',
      pt: 'O cliente escreveu antes da sua mensagem agendada, que não devia ser enviada nesse caso.',
    },
    tags,
    important: true,
    sample,
    steps: [
      inApp({
        feed,
        icon: 'info',
        url,
        content: {
          en: "<b>{{contact}}</b> wrote before your scheduled message, so it wasn't sent",
          pt: '<b>{{contact}}</b> escreveu antes da sua mensagem agendada, e ela não foi enviada',
        },
      }),
    ],
  }),
  'scheduled_message.failed': workflow({
    name: { en: 'Failed scheduled messages', pt: 'Mensagens agendadas não enviadas' },
    group,
    description: {
      en: "A message you scheduled couldn't be sent.",
      pt: 'Uma mensagem que você agendou não pôde ser enviada.',
    },
    tags,
    important: true,
    sample: { ...sample, reason: 'window_closed' },
    steps: [
      inApp({
        feed,
        icon: 'error',
        url,
        content: {
          en: "Your scheduled message to <b>{{contact}}</b> couldn't be sent",
          pt: 'Sua mensagem agendada para <b>{{contact}}</b> não pôde ser enviada',
        },
      }),
      email({
        url,
        subject: {
          en: "Your message to {{contact}} wasn't sent",
          pt: 'Sua mensagem para {{contact}} não foi enviada',
        },
        body: {
          en: "The message you scheduled for {{contact}} couldn't be sent. Open the conversation to see why and send it another way.",
          pt: 'A mensagem que você agendou para {{contact}} não pôde ser enviada. Abra a conversa para ver o motivo e enviar de outra forma.',
        },
        button,
      }),
    ],
  }),
}
