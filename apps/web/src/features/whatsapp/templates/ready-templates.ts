import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'

/** A ready text of our own. */
export type ReadyTemplate = {
  name: string
  topic: 'retail' | 'delivery' | 'appointments' | 'payments' | 'support' | 'promotions' | 'access'
  language: 'pt_BR' | 'en_US'
  content: TemplateContent
}

const body = (text: string, examples: string[] = []) => ({
  type: 'BODY',
  text,
  ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}),
})
const header = (text: string) => ({ type: 'HEADER', format: 'TEXT', text })
const footer = (text: string) => ({ type: 'FOOTER', text })
const replies = (...texts: string[]) => ({
  type: 'BUTTONS',
  buttons: texts.map((text) => ({ type: 'QUICK_REPLY', text })),
})
const link = (text: string, url: string, example: string) => ({
  type: 'BUTTONS',
  buttons: [{ type: 'URL', text, url: `${url}{{1}}`, example: [`${url}${example}`] }],
})

const content = (
  category: TemplateContent['category'],
  ...components: TemplateContent['components']
): TemplateContent => ({ category, parameterFormat: 'POSITIONAL', ttlSeconds: null, components })
const utility = (...components: TemplateContent['components']) => content('UTILITY', ...components)
const marketing = (...components: TemplateContent['components']) => content('MARKETING', ...components)

const code = content(
  'AUTHENTICATION',
  { type: 'BODY', add_security_recommendation: true },
  { type: 'FOOTER', code_expiration_minutes: 10 },
  { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
)

type Ready = Omit<ReadyTemplate, 'language'>

const portuguese: Ready[] = [
  {
    name: 'pedido_confirmado',
    topic: 'retail',
    content: utility(
      header('Pedido confirmado'),
      body('Olá {{1}}, recebemos o seu pedido {{2}} e já estamos separando os produtos. Avisamos quando ele sair.', [
        'Ana',
        'A-1930',
      ]),
      link('Ver pedido', 'https://www.example.com/pedidos/', 'A-1930'),
    ),
  },
  {
    name: 'pronto_para_retirada',
    topic: 'retail',
    content: utility(
      body('Oi {{1}}! Seu pedido {{2}} está pronto para retirada na loja. Guardamos para você até {{3}}, no balcão.', [
        'Ana',
        'A-1930',
        'sexta-feira',
      ]),
      replies('Vou buscar hoje', 'Preciso de mais tempo'),
    ),
  },
  {
    name: 'saiu_para_entrega',
    topic: 'delivery',
    content: utility(
      body('Olá {{1}}, seu pedido {{2}} saiu para entrega e chega hoje entre {{3}}. Tenha alguém para receber.', [
        'Ana',
        'A-1930',
        '14h e 17h',
      ]),
      link('Acompanhar', 'https://www.example.com/entregas/', 'A-1930'),
    ),
  },
  {
    name: 'entrega_nao_realizada',
    topic: 'delivery',
    content: utility(
      body('Olá {{1}}, tentamos entregar o pedido {{2}} e não havia ninguém. Quer marcar uma nova data?', [
        'Ana',
        'A-1930',
      ]),
      replies('Amanhã', 'Vou retirar', 'Falar com alguém'),
    ),
  },
  {
    name: 'lembrete_de_consulta',
    topic: 'appointments',
    content: utility(
      header('Lembrete de consulta'),
      body('Olá {{1}}, sua consulta com {{2}} está marcada para {{3}}. Você confirma a presença?', [
        'Ana',
        'Dra. Paula',
        '12 de março às 15h',
      ]),
      replies('Confirmo', 'Quero remarcar', 'Cancelar'),
    ),
  },
  {
    name: 'lembrete_de_pagamento',
    topic: 'payments',
    content: utility(
      body('Olá {{1}}, a fatura {{2}}, no valor de {{3}}, vence em {{4}}. Se já pagou, desconsidere esta mensagem.', [
        'Ana',
        '2041',
        'R$ 189,90',
        '10 de março',
      ]),
      link('Ver fatura', 'https://www.example.com/faturas/', '2041'),
    ),
  },
  {
    name: 'pagamento_recebido',
    topic: 'payments',
    content: utility(
      body('Olá {{1}}, recebemos o pagamento de {{2}} referente ao pedido {{3}}. Obrigado!', [
        'Ana',
        'R$ 189,90',
        'A-1930',
      ]),
    ),
  },
  {
    name: 'retomar_atendimento',
    topic: 'support',
    content: utility(
      body('Olá {{1}}, temos uma resposta sobre o seu atendimento {{2}}. Podemos continuar a conversa por aqui?', [
        'Ana',
        '5521',
      ]),
      replies('Sim, continuar', 'Já resolvi'),
    ),
  },
  {
    name: 'novidades_da_semana',
    topic: 'promotions',
    content: marketing(
      body('Oi {{1}}! Chegaram novidades que combinam com você. Separamos os destaques desta semana na loja.', ['Ana']),
      footer('Para não receber mais, toque em Parar promoções'),
      replies('Quero ver', 'Parar promoções'),
    ),
  },
  { name: 'codigo_de_acesso', topic: 'access', content: code },
]

const english: Ready[] = [
  {
    name: 'order_confirmed',
    topic: 'retail',
    content: utility(
      header('Order confirmed'),
      body('Hi {{1}}, we have received your order {{2}} and are packing it now. We will write when it leaves.', [
        'Ana',
        'A-1930',
      ]),
      link('View order', 'https://www.example.com/orders/', 'A-1930'),
    ),
  },
  {
    name: 'ready_for_pickup',
    topic: 'retail',
    content: utility(
      body('Hi {{1}}! Your order {{2}} is ready at our store. We keep it for you until {{3}}, at the counter.', [
        'Ana',
        'A-1930',
        'Friday',
      ]),
      replies('I will come today', 'I need more time'),
    ),
  },
  {
    name: 'out_for_delivery',
    topic: 'delivery',
    content: utility(
      body('Hi {{1}}, your order {{2}} is out for delivery and arrives today between {{3}}. Please be there.', [
        'Ana',
        'A-1930',
        '2 and 5 pm',
      ]),
      link('Track order', 'https://www.example.com/deliveries/', 'A-1930'),
    ),
  },
  {
    name: 'appointment_reminder',
    topic: 'appointments',
    content: utility(
      header('Appointment reminder'),
      body('Hi {{1}}, your appointment with {{2}} is on {{3}}. Will you be there?', [
        'Ana',
        'Dr. Paula',
        'March 12 at 3 pm',
      ]),
      replies('I confirm', 'Reschedule', 'Cancel'),
    ),
  },
  {
    name: 'payment_reminder',
    topic: 'payments',
    content: utility(
      body('Hi {{1}}, invoice {{2}} of {{3}} is due on {{4}}. If you have paid already, please ignore this message.', [
        'Ana',
        '2041',
        '$39.90',
        'March 10',
      ]),
      link('View invoice', 'https://www.example.com/invoices/', '2041'),
    ),
  },
  {
    name: 'continue_conversation',
    topic: 'support',
    content: utility(
      body('Hi {{1}}, we have an answer about your request {{2}}. May we go on with the conversation here?', [
        'Ana',
        '5521',
      ]),
      replies('Yes, go on', 'It is solved'),
    ),
  },
  {
    name: 'weekly_news',
    topic: 'promotions',
    content: marketing(
      body('Hi {{1}}! There is something new that suits you. We picked the highlights of this week in our store.', [
        'Ana',
      ]),
      footer('To hear no more, tap Stop promotions'),
      replies('Show me', 'Stop promotions'),
    ),
  },
  { name: 'access_code', topic: 'access', content: code },
]

export const readyTemplates: readonly ReadyTemplate[] = [
  ...portuguese.map((ready) => ({ ...ready, language: 'pt_BR' as const })),
  ...english.map((ready) => ({ ...ready, language: 'en_US' as const })),
]
