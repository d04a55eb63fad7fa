import { digest, email, inApp, type Texts, workflow } from './build.ts'

const url = '/integrations/whatsapp/chat?conversation={{conversationId}}'
const feed = 'conversations'
const tags = ['conversations']
const group = { en: 'Conversations', pt: 'Conversas' }
const conversationId = '01900000-0000-7000-8000-000000000000'
const sample = { conversationId, contact: 'Bia' }
const button: Texts = { en: 'Open the conversation', pt: 'Abrir a conversa' }

/** What the desk notices by itself. */
export const deskWorkflows = {
  'conversation.window_closing': workflow({
    name: { en: 'Windows about to close', pt: 'Janelas prestes a fechar' },
    group,
    description: {
      en: 'A customer waits for an answer, and within an hour only templates can be sent.',
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
          en: 'In less than an hour only templates can be sent to <b>{{contact}}</b>, who is waiting for an answer',
          pt: 'Em menos de uma hora só será possível enviar modelos para <b>{{contact}}</b>, que aguarda resposta',
        },
      }),
    ],
  }),
  'sla.warning': workflow({
    name: { en: 'SLA about to be missed', pt: 'SLA perto do limite' },
    group,
    description: {
      en: 'Three quarters of the time that was promised for a conversation have passed.',
      pt: 'Três quartos do prazo prometido para uma conversa já passaram.',
    },
    tags,
    sample,
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url,
        content: {
          en: 'The time promised to <b>{{contact}}</b> is running out',
          pt: 'O prazo prometido a <b>{{contact}}</b> está acabando',
        },
      }),
    ],
  }),
  'sla.breached': workflow({
    name: { en: 'SLA missed', pt: 'SLA estourado' },
    group,
    description: {
      en: 'The time that was promised for a conversation is over. Told at most every 15 minutes.',
      pt: 'O prazo prometido para uma conversa acabou. Avisado no máximo a cada 15 minutos.',
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
          en: '{{#gt step.total_count 1}}The time promised in {{step.total_count}} conversations is over{{else}}The time promised to <b>{{contact}}</b> is over{{/gt}}',
          pt: '{{#gt step.total_count 1}}O prazo prometido em {{step.total_count}} conversas acabou{{else}}O prazo prometido a <b>{{contact}}</b> acabou{{/gt}}',
        },
      }),
      email({
        url,
        subject: { en: 'A promised time is over', pt: 'Um prazo prometido acabou' },
        body: {
          en: 'The time promised to {{contact}} is over, and the promise is not kept yet.',
          pt: 'O prazo prometido a {{contact}} acabou e a promessa ainda não foi cumprida.',
        },
        button,
      }),
    ],
  }),
  'csat.low': workflow({
    name: { en: 'Low ratings', pt: 'Avaliações baixas' },
    group,
    description: {
      en: 'Customers were not satisfied. Told once a day.',
      pt: 'Clientes não ficaram satisfeitos. Avisado uma vez por dia.',
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
          en: '{{#gt step.total_count 1}}{{step.total_count}} customers were not satisfied{{else}}<b>{{contact}}</b> was not satisfied with the service{{/gt}}',
          pt: '{{#gt step.total_count 1}}{{step.total_count}} clientes não ficaram satisfeitos{{else}}<b>{{contact}}</b> não ficou satisfeito com o atendimento{{/gt}}',
        },
      }),
    ],
  }),
  'scheduled_message.called_off': workflow({
    name: { en: 'Scheduled messages that were called off', pt: 'Mensagens agendadas que não foram mais enviadas' },
    group,
    description: {
      en: 'The customer wrote before a message that you wrote for later, and it was not to be sent then.',
      pt: 'O cliente escreveu antes de uma mensagem que você agendou para não ser enviada nesse caso.',
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
          en: '<b>{{contact}}</b> wrote before your scheduled message, so it was not sent',
          pt: '<b>{{contact}}</b> escreveu antes da sua mensagem agendada, e ela não foi enviada',
        },
      }),
    ],
  }),
  'scheduled_message.failed': workflow({
    name: { en: 'Scheduled messages that were not sent', pt: 'Mensagens agendadas não enviadas' },
    group,
    description: {
      en: 'A message that you wrote for later could not be sent.',
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
          en: 'Your scheduled message to <b>{{contact}}</b> could not be sent',
          pt: 'Sua mensagem agendada para <b>{{contact}}</b> não pôde ser enviada',
        },
      }),
      email({
        url,
        subject: {
          en: 'Your message to {{contact}} was not sent',
          pt: 'Sua mensagem para {{contact}} não foi enviada',
        },
        body: {
          en: 'The message that you scheduled for {{contact}} could not be sent. Open the conversation to see why and to send it in another way.',
          pt: 'A mensagem que você agendou para {{contact}} não pôde ser enviada. Abra a conversa para ver o motivo e enviar de outra forma.',
        },
        button,
      }),
    ],
  }),
}
