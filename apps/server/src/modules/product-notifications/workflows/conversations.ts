import { delay, digest, email, inApp, whileAway, whileUnread, workflow } from './build.ts'

const url = '/integrations/whatsapp/chat?conversation={{conversationId}}'
const feed = 'conversations'
const tags = ['conversations']
const group = { en: 'Conversations', pt: 'Conversas' }

export const conversationWorkflows = {
  'conversation.assigned': workflow({
    name: { en: 'Conversation assigned to me', pt: 'Conversa atribuída a mim' },
    group,
    description: { en: 'Someone assigned you a conversation.', pt: 'Alguém atribuiu uma conversa a você.' },
    tags,
    important: true,
    off: ['email'],
    sample: { conversationId: '01900000-0000-7000-8000-000000000000', contact: 'Bia', assigner: 'Ana Lima' },
    steps: [
      inApp({
        feed,
        icon: 'info',
        url,
        content: {
          en: '{{#if assigner}}<b>{{assigner}}</b> assigned you the conversation with <b>{{contact}}</b>{{else}}You were assigned the conversation with <b>{{contact}}</b>{{/if}}',
          pt: '{{#if assigner}}<b>{{assigner}}</b> atribuiu a você a conversa com <b>{{contact}}</b>{{else}}A conversa com <b>{{contact}}</b> foi atribuída a você{{/if}}',
        },
      }),
      email({
        url,
        subject: {
          en: 'You were assigned the conversation with {{contact}}',
          pt: 'A conversa com {{contact}} foi atribuída a você',
        },
        body: {
          en: '{{#if assigner}}{{assigner}} assigned you the conversation with {{contact}}.{{else}}You were assigned the conversation with {{contact}}.{{/if}}',
          pt: '{{#if assigner}}{{assigner}} atribuiu a você a conversa com {{contact}}.{{else}}A conversa com {{contact}} foi atribuída a você.{{/if}}',
        },
        button: { en: 'Open conversation', pt: 'Abrir conversa' },
      }),
    ],
  }),
  'conversation.mentioned': workflow({
    name: { en: 'I was mentioned', pt: 'Alguém me mencionou' },
    group,
    description: {
      en: "Someone mentioned you in a note. Emailed after ten minutes if you haven't read it by then.",
      pt: 'Alguém mencionou você em uma nota. Por e-mail depois de dez minutos, se você ainda não tiver lido.',
    },
    tags,
    important: true,
    sample: {
      conversationId: '01900000-0000-7000-8000-000000000000',
      contact: 'Bia',
      author: 'Ana Lima',
      note: 'Você consegue ver este pedido?',
    },
    steps: [
      inApp({
        feed,
        icon: 'info',
        url,
        content: {
          en: '<b>{{author}}</b> mentioned you in the conversation with <b>{{contact}}</b>{{#if note}}: {{note}}{{/if}}',
          pt: '<b>{{author}}</b> mencionou você na conversa com <b>{{contact}}</b>{{#if note}}: {{note}}{{/if}}',
        },
      }),
      delay({ type: 'regular', amount: 10, unit: 'minutes' }),
      email({
        url,
        filters: whileUnread,
        subject: {
          en: '{{author}} mentioned you in a note',
          pt: '{{author}} mencionou você em uma nota',
        },
        body: {
          en: '{{author}} mentioned you in the conversation with {{contact}}: {{note}}',
          pt: '{{author}} mencionou você na conversa com {{contact}}: {{note}}',
        },
        button: { en: 'Open conversation', pt: 'Abrir conversa' },
      }),
    ],
  }),
  'conversation.new_unassigned': workflow({
    name: { en: 'New unassigned conversations', pt: 'Novas conversas não atribuídas' },
    group,
    description: {
      en: "Customers are waiting and their conversations aren't assigned yet. Sent at most every five minutes.",
      pt: 'Clientes estão esperando e ninguém assumiu as conversas ainda. Enviado no máximo a cada cinco minutos.',
    },
    tags,
    sample: { contact: 'Bia' },
    steps: [
      digest({ type: 'regular', amount: 5, unit: 'minutes', digestKey: 'company.id' }),
      inApp({
        feed,
        icon: 'question',
        url: '/integrations/whatsapp/chat?view=unassigned',
        content: {
          en: '{{#gt step.total_count 1}}New conversations are{{else}}{{#if contact}}<b>{{contact}}</b> is{{else}}New conversations are{{/if}}{{/gt}} waiting for a reply in <b>{{company.name}}</b>',
          pt: '{{#gt step.total_count 1}}Novas conversas aguardam{{else}}{{#if contact}}<b>{{contact}}</b> aguarda{{else}}Novas conversas aguardam{{/if}}{{/gt}} atendimento em <b>{{company.name}}</b>',
        },
      }),
    ],
  }),
  'message.failed': workflow({
    name: { en: 'Undelivered messages', pt: 'Mensagens não entregues' },
    group,
    description: {
      en: "WhatsApp didn't deliver a message you wrote, or one in a conversation of yours. Grouped for a minute.",
      pt: 'O WhatsApp não entregou uma mensagem que você escreveu, ou uma mensagem de uma conversa sua. Agrupadas por um minuto.',
    },
    tags,
    important: true,
    sample: { conversationId: '01900000-0000-7000-8000-000000000000', contact: 'Bia' },
    steps: [
      digest({ type: 'regular', amount: 1, unit: 'minutes', digestKey: 'company.id' }),
      inApp({
        feed,
        icon: 'error',
        url: '/integrations/whatsapp/chat?view=failed&conversation={{conversationId}}',
        content: {
          en: "{{#gt step.total_count 1}}<b>{{step.total_count}} messages</b> weren't delivered{{else}}A message to <b>{{contact}}</b> wasn't delivered{{/gt}}",
          pt: '{{#gt step.total_count 1}}<b>{{step.total_count}} mensagens</b> não foram entregues{{else}}Uma mensagem para <b>{{contact}}</b> não foi entregue{{/gt}}',
        },
      }),
    ],
  }),
  'message.received': workflow({
    name: { en: 'Messages in my conversations', pt: 'Mensagens nas minhas conversas' },
    group,
    description: {
      en: 'A customer wrote in one of your conversations while you were away.',
      pt: 'Um cliente escreveu em uma das suas conversas enquanto você estava ausente.',
    },
    tags,
    sample: { conversationId: '01900000-0000-7000-8000-000000000000', contact: 'Bia', preview: 'Oi, bom dia!' },
    steps: [
      digest(
        {
          type: 'backoff',
          amount: 2,
          unit: 'minutes',
          backoffAmount: 2,
          backoffUnit: 'minutes',
          digestKey: 'conversationId',
        },
        whileAway,
      ),
      inApp({
        feed,
        icon: 'info',
        url,
        filters: whileAway,
        content: {
          en: '{{#gt step.total_count 1}}<b>{{contact}}</b> wrote to you again{{else}}<b>{{contact}}</b> wrote to you{{#if preview}}: {{preview}}{{/if}}{{/gt}}',
          pt: '{{#gt step.total_count 1}}<b>{{contact}}</b> escreveu novamente para você{{else}}<b>{{contact}}</b> escreveu para você{{#if preview}}: {{preview}}{{/if}}{{/gt}}',
        },
      }),
    ],
  }),
}
