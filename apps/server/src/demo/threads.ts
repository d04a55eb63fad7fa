/** One line of a demo conversation: who said it, how many minutes ago, and what. */
export type DemoLine = ['in' | 'out', number, string]

export type DemoThread = {
  phone: string
  name: string
  /** E-mail of the assignee; unassigned if absent. */
  assignee?: 'ana@demo.recado.test' | 'bruno@demo.recado.test'
  resolved?: boolean
  /** Each question with its answer is a conversation of its own. */
  daily?: boolean
  lines: DemoLine[]
}

const hour = 60
const day = 24 * hour

/** Conversations of the demo's first company, newest first. */
export const demoThreads: readonly DemoThread[] = [
  {
    phone: '5581991230001',
    name: 'Bia',
    lines: [
      ['in', 26, 'Oi, bom dia! Vocês ainda têm o *queijo coalho* artesanal?'],
      ['in', 25, 'Queria uns 2 kg para o fim de semana'],
    ],
  },
  {
    phone: '5581991230002',
    name: 'Caio Andrade',
    assignee: 'ana@demo.recado.test',
    lines: [
      ['in', 95, 'Meu pedido A-19 já saiu?'],
      ['out', 88, 'Oi, Caio! Acabou de sair para entrega, deve chegar em uns 40 minutos 🛵'],
      ['in', 84, 'Show, obrigado!'],
      ['in', 31, 'Chegou certinho. Só faltou o café que eu tinha pedido'],
    ],
  },
  {
    phone: '5581991230003',
    name: 'Joana',
    assignee: 'ana@demo.recado.test',
    lines: [
      ['in', 3 * hour + 12, 'Vocês fazem cesta de café da manhã?'],
      ['out', 3 * hour + 2, 'Fazemos sim! Temos três tamanhos:\n\n- Pequena: R$ 89\n- Média: R$ 129\n- Grande: R$ 179'],
      ['in', 2 * hour + 50, 'A média serve quantas pessoas?'],
      ['out', 2 * hour + 44, 'Serve bem *3 pessoas*. Dá para trocar um item se tiver alguma restrição.'],
      ['in', 2 * hour + 40, 'Perfeito, quero uma para sábado'],
      ['out', 2 * hour + 35, 'Anotado para sábado, 8h. Mando a confirmação na sexta 😊'],
    ],
  },
  {
    phone: '14155550123',
    name: 'Emma (Recife Tours)',
    assignee: 'bruno@demo.recado.test',
    lines: [
      ['in', 5 * hour, 'Hi! Do you have English-speaking staff for a group of 12 tourists?'],
      ['out', 4 * hour + 45, 'Hi Emma! Yes, two of us speak English. Which day are you coming?'],
      ['in', 4 * hour + 31, 'Next Thursday around 10. A tasting of local cheeses would be lovely.'],
      [
        'out',
        4 * hour + 20,
        'Lovely. I will reserve the tasting table for 12 at 10:00 on Thursday. ~R$ 45~ *R$ 39* per person for groups.',
      ],
    ],
  },
  {
    phone: '5581991230004',
    name: 'Marcos',
    lines: [['in', 7 * hour, 'Qual o horário de vocês no domingo?']],
  },
  {
    phone: '5581991230005',
    name: 'Dona Lourdes',
    lines: [
      ['in', 22 * hour + 20, 'Boa noite, o doce de caju ainda é do mesmo fornecedor?'],
      ['in', 22 * hour + 18, 'O último estava ótimo'],
    ],
  },
  {
    phone: '5581991230006',
    name: 'Padaria Sol',
    assignee: 'bruno@demo.recado.test',
    lines: [
      ['in', 2 * day + 3 * hour, 'Conseguem fornecer 20 kg de café moído por semana?'],
      ['out', 2 * day + 2 * hour, 'Conseguimos! Posso mandar a tabela de atacado por aqui?'],
      ['in', 2 * day + hour, 'Pode sim'],
    ],
  },
  {
    phone: '5511991230007',
    name: 'Rita',
    assignee: 'ana@demo.recado.test',
    resolved: true,
    lines: [
      ['in', 3 * day, 'Vocês entregam em São Paulo?'],
      ['out', 3 * day - 12, 'Oi, Rita! Entregamos pelos Correios, chega em 4 a 6 dias úteis.'],
      ['in', 3 * day - 20, 'Ótimo, vou fazer o pedido pelo site. Obrigada!'],
      ['out', 3 * day - 24, 'Nós é que agradecemos 💛'],
    ],
  },
  {
    phone: '5581991230008',
    name: 'Tiago',
    assignee: 'bruno@demo.recado.test',
    resolved: true,
    lines: [
      ['in', 5 * day, 'Preciso de nota fiscal do pedido B-07'],
      ['out', 5 * day - 30, 'Enviada para o seu e-mail, Tiago. Chegou aí?'],
      ['in', 5 * day - 42, 'Chegou, valeu'],
    ],
  },
]

/** Short exchanges of the weeks before, so that charts have something to tell. */
export const pastQuestions = [
  ['Tem entrega hoje?', 'Temos, até as 18h.'],
  ['Qual o valor do quilo do queijo manteiga?', 'R$ 64 o quilo. Quer que eu separe?'],
  ['Vocês aceitam Pix?', 'Aceitamos! A chave vai no fim do pedido.'],
  ['O bolo de rolo é de hoje?', 'Saiu agora há pouco 😄'],
  ['Can I pay by card at the door?', 'Yes, debit and credit.'],
  ['Reservam uma mesa para quatro?', 'Reservamos sim, para que horas?'],
] as const
