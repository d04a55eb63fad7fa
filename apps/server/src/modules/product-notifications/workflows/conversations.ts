import { delay, digest, email, inApp, whileAway, whileUnread, workflow } from './build.ts'

const url = '/integrations/whatsapp/chat?conversation={{conversationId}}'
const feed = 'conversations'
const tags = ['conversations']
const group = { en: 'Conversations', pt: 'Conversas' }

export const conversationWorkflows = {
  'conversation.assigned': workflow({
    name: { en: 'Conversation assigned to me', pt: 'Conversa atribuída a mim' },
    group,
    description: { en: 'Somebody gave you a conversation.', pt: 'Alguém passou uma conversa para você.' },
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
          en: '{{#if assigner}}<b>{{assigner}}</b> gave you the conversation with <b>{{contact}}</b>{{else}}The conversation with <b>{{contact}}</b> is yours{{/if}}',
          pt: '{{#if assigner}}<b>{{assigner}}</b> passou para você a conversa com <b>{{contact}}</b>{{else}}A conversa com <b>{{contact}}</b> é sua{{/if}}',
        },
      }),
      email({
        url,
        subject: {
          en: 'The conversation with {{contact}} is yours',
          pt: 'A conversa com {{contact}} é sua',
        },
        body: {
          en: '{{#if assigner}}{{assigner}} gave you the conversation with {{contact}}.{{else}}You were given the conversation with {{contact}}.{{/if}}',
          pt: '{{#if assigner}}{{assigner}} passou para você a conversa com {{contact}}.{{else}}Você recebeu a conversa com {{contact}}.{{/if}}',
        },
        button: { en: 'Open the conversation', pt: 'Abrir a conversa' },
      }),
    ],
  }),
  'conversation.mentioned': workflow({
    name: { en: 'Somebody named me', pt: 'Alguém me mencionou' },
    group,
    description: {
      en: 'Somebody named you in a note. By e-mail after ten minutes, unless you have read it by then.',
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
          en: '<b>{{author}}</b> named you in the conversation with <b>{{contact}}</b>{{#if note}}: {{note}}{{/if}}',
          pt: '<b>{{author}}</b> mencionou você na conversa com <b>{{contact}}</b>{{#if note}}: {{note}}{{/if}}',
        },
      }),
      delay({ type: 'regular', amount: 10, unit: 'minutes' }),
      email({
        url,
        filters: whileUnread,
        subject: {
          en: '{{author}} named you in a note',
          pt: '{{author}} mencionou você em uma nota',
        },
        body: {
          en: '{{author}} named you in the conversation with {{contact}}: {{note}}',
          pt: '{{author}} mencionou você na conversa com {{contact}}: {{note}}',
        },
        button: { en: 'Open the conversation', pt: 'Abrir a conversa' },
      }),
    ],
  }),
  'conversation.new_unassigned': workflow({
    name: { en: 'New conversations without an assignee', pt: 'Novas conversas sem responsável' },
    group,
    description: {
      en: 'Customers wrote and nobody has their conversations yet. Told at most every five minutes.',
      pt: 'Clientes escreveram e ninguém assumiu as conversas ainda. Avisado no máximo a cada cinco minutos.',
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
          en: '{{#gt step.total_count 1}}New conversations are{{else}}{{#if contact}}<b>{{contact}}</b> is{{else}}New conversations are{{/if}}{{/gt}} waiting for somebody in <b>{{company.name}}</b>',
          pt: '{{#gt step.total_count 1}}Novas conversas aguardam{{else}}{{#if contact}}<b>{{contact}}</b> aguarda{{else}}Novas conversas aguardam{{/if}}{{/gt}} atendimento em <b>{{company.name}}</b>',
        },
      }),
    ],
  }),
  'message.failed': workflow({
    name: { en: 'Messages that were not delivered', pt: 'Mensagens não entregues' },
    group,
    description: {
      en: 'WhatsApp did not deliver a message that you wrote, or one in a conversation of yours. Gathered for a minute.',
      pt: 'O WhatsApp não entregou uma mensagem que você escreveu, ou uma mensagem de uma conversa sua. Reunidas por um minuto.',
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
          en: '{{#gt step.total_count 1}}<b>{{step.total_count}} messages</b> were not delivered{{else}}A message to <b>{{contact}}</b> was not delivered{{/gt}}',
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
          pt: '{{#gt step.total_count 1}}<b>{{contact}}</b> escreveu de novo para você{{else}}<b>{{contact}}</b> escreveu para você{{#if preview}}: {{preview}}{{/if}}{{/gt}}',
        },
      }),
    ],
  }),
}
