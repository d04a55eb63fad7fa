/** How the demo's first company set up its chat. */

const everyDay = (days: number[], from: string, to: string) => days.map((weekday) => ({ weekday, from, to }))

export const demoHours = {
  name: 'Loja',
  timezone: 'America/Recife',
  weekly: [...everyDay([1, 2, 3, 4, 5], '08:00', '18:00'), ...everyDay([6], '08:00', '13:00')],
  holidays: [
    { date: '06-24', name: 'São João' },
    { date: '12-25', name: 'Natal' },
  ],
}

export const demoLabels = [
  ['Pedido', 'blue'],
  ['Entrega', 'teal'],
  ['Reclamação', 'red'],
  ['Atacado', 'violet'],
  ['Nota fiscal', 'gray'],
  ['Cliente fiel', 'orange'],
] as const
export type DemoLabel = (typeof demoLabels)[number][0]

export const demoTeams = [
  { name: 'Balcão', description: 'Dúvidas e pedidos da loja', leads: ['ana'], members: ['bruno'] },
  { name: 'Entregas', description: 'Rotas, atrasos e trocas', leads: ['bruno'], members: [] },
  { name: 'Vendas no atacado', description: 'Padarias, hotéis e restaurantes', leads: ['ana'], members: ['bruno'] },
] as const
export type DemoTeam = (typeof demoTeams)[number]['name']

/** Minutes. */
export const demoTargets = { firstResponse: 240, nextResponse: 240, resolution: 2880 }

export const demoReplies = [
  [
    'oi',
    'Saudação',
    'Oi, {{contact.first_name|tudo bem}}! Aqui é {{agent.first_name}}, do {{company.name}}. Como posso ajudar?',
  ],
  ['pix', 'Chave Pix', 'Nossa chave Pix é o CNPJ 12.345.678/0001-90. Assim que o pagamento cair, eu aviso por aqui.'],
  ['horario', 'Horário da loja', 'Abrimos de segunda a sexta das 8h às 18h e aos sábados das 8h às 13h.'],
  ['entrega', 'Prazo de entrega', 'Entregamos no mesmo dia os pedidos feitos até as 15h. O frete no Recife é R$ 8.'],
  ['hours', 'Opening hours', 'We are open Monday to Friday from 8 am to 6 pm, and on Saturdays until 1 pm.'],
] as const

export const demoAttributes = [
  { key: 'aniversario', label: { en: 'Birthday', pt: 'Aniversário' }, type: 'date', options: [], sensitive: false },
  {
    key: 'perfil',
    label: { en: 'Kind of customer', pt: 'Tipo de cliente' },
    type: 'select',
    options: ['Varejo', 'Atacado', 'Turismo'],
    sensitive: false,
  },
  { key: 'cpf', label: { en: 'Tax number', pt: 'CPF' }, type: 'text', options: [], sensitive: true },
]

type Mark = {
  /** Digits of the customer's phone. */
  phone: string
  team?: DemoTeam
  labels: DemoLabel[]
  priority?: number
  attributes?: Record<string, string>
  note?: string
}

/** Marks that the team left on its conversations. */
export const demoMarks: readonly Mark[] = [
  { phone: '5581991230001', team: 'Balcão', labels: ['Pedido'], priority: 2, attributes: { perfil: 'Varejo' } },
  {
    phone: '5581991230002',
    team: 'Entregas',
    labels: ['Entrega', 'Reclamação'],
    priority: 4,
    attributes: { perfil: 'Varejo', aniversario: '1991-08-14', cpf: '529.982.247-25' },
    note: '@Bruno Melo faltou o café do A-19. Consegue mandar na rota das 16h?',
  },
  { phone: '5581991230003', team: 'Balcão', labels: ['Pedido', 'Cliente fiel'], attributes: { perfil: 'Varejo' } },
  { phone: '14155550123', labels: ['Pedido'], priority: 1, attributes: { perfil: 'Turismo' } },
  { phone: '5581991230005', team: 'Balcão', labels: ['Cliente fiel'], priority: 3 },
  {
    phone: '5581991230006',
    team: 'Vendas no atacado',
    labels: ['Atacado'],
    priority: 3,
    attributes: { perfil: 'Atacado' },
  },
  { phone: '5581991230008', labels: ['Nota fiscal'] },
]

/** What customers said of how they were served, newest first: a score, and words of some. */
export const demoOpinions: readonly (readonly [score: number, comment?: string])[] = [
  [5, 'Atendimento nota dez, chegou tudo certinho'],
  [5],
  [4],
  [5, 'Muito rápidos!'],
  [2, 'Demorou mais do que disseram'],
  [5],
  [4, 'Só faltou a nota'],
  [5],
  [3],
  [5],
]

export const demoDraft = {
  name: 'aviso_de_entrega',
  language: 'pt_BR',
  category: 'UTILITY',
  components: [
    {
      type: 'BODY',
      text: 'Oi {{1}}, seu pedido sai para entrega às {{2}}. Alguém pode receber?',
      example: { body_text: [['Bia', '16h']] },
    },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Pode sim' },
        { type: 'QUICK_REPLY', text: 'Outro horário' },
      ],
    },
  ],
}

/** Templates that were sent before customers wrote: to whom, what became of it, and what WhatsApp charged. */
export const demoSends = [
  { phone: '5581991230004', status: 'read', pricing: 'regular', code: null },
  { phone: '5581991230005', status: 'read', pricing: 'regular', code: null },
  { phone: '5581991230006', status: 'delivered', pricing: 'regular', code: null },
  { phone: '5511991230007', status: 'failed', pricing: null, code: 131049 },
  { phone: '5581991230008', status: 'failed', pricing: null, code: 131026 },
] as const
