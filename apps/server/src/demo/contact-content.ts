import type { ContactAddress } from '@recado/contracts/contacts/contact-values'
import type { ContactSource } from '@recado/contracts/contacts/contacts'
import type { labelColors } from '@recado/contracts/inbox/labels'

/** What the demo's address book is filed under. */
export const demoTags: readonly { name: string; color: (typeof labelColors)[number] }[] = [
  { name: 'VIP', color: 'violet' },
  { name: 'Cesta da semana', color: 'green' },
  { name: 'Atacado', color: 'indigo' },
  { name: 'Encomendas', color: 'orange' },
  { name: 'Turistas', color: 'cyan' },
]

export const demoLists: readonly { name: string; description: string }[] = [
  { name: 'Clube da cesta', description: 'Quem recebe a cesta de sábado' },
  { name: 'Convite de São João', description: 'Convidados para a degustação de junho' },
  { name: 'Parceiros', description: 'Padarias, hotéis e agências' },
]

/** Conditions of a segment, with tags by their names. */
export const demoSegment = {
  name: 'Clientes VIP',
  tag: 'VIP',
  stage: 'customer',
} as const

type Filed = {
  owner?: 'ana' | 'bruno'
  lifecycle?: 'lead' | 'qualified' | 'customer' | 'inactive'
  tags?: readonly string[]
  lists?: readonly string[]
  organization?: string
  jobTitle?: string
  email?: string
  birthday?: string
  address?: ContactAddress
}

export type DemoPerson = Filed & {
  name: string
  /** Digits; null for whoever is known by an id of WhatsApp alone. */
  phone: string | null
  username?: string
  /** Further phones and e-mails. */
  more?: readonly { kind: 'phone' | 'email'; value: string }[]
  language?: string
  attributes?: Record<string, string>
  marketing?: 'granted' | 'denied'
  source?: ContactSource
  /** Days since they were added. */
  age: number
}

const recife = (street: string): ContactAddress => ({ street, city: 'Recife', state: 'PE', country: 'BR' })

/** What is known of those who write to the demo, by phone. */
export const demoFiled: Readonly<Record<string, Filed>> = {
  '5581991230001': { owner: 'ana', lifecycle: 'customer', tags: ['VIP', 'Encomendas'], email: 'bia@exemplo.com.br' },
  '5581991230002': {
    ...{ owner: 'bruno', lifecycle: 'customer', tags: ['Encomendas'], email: 'caio.andrade@exemplo.com.br' },
    address: recife('Rua da Aurora, 325'),
  },
  '5581991230003': { owner: 'ana', lifecycle: 'customer', tags: ['VIP', 'Cesta da semana'], lists: ['Clube da cesta'] },
  '14155550123': {
    ...{ owner: 'ana', lifecycle: 'qualified', tags: ['Turistas'], lists: ['Parceiros'] },
    ...{ organization: 'Recife Tours', jobTitle: 'Tour guide', email: 'emma@recifetours.example' },
  },
  '5581991230005': { owner: 'ana', lifecycle: 'customer', tags: ['Cesta da semana'], birthday: '1951-06-24' },
  '5581991230006': {
    ...{ owner: 'bruno', lifecycle: 'customer', tags: ['Atacado'], lists: ['Parceiros'] },
    ...{ organization: 'Padaria Sol', email: 'compras@padariasol.example' },
  },
  '5581991230008': { lifecycle: 'inactive' },
}

/** People of the address book who have not written yet. */
export const demoPeople: readonly DemoPerson[] = [
  {
    ...{ name: 'Maria Eduarda de Albuquerque Cavalcanti e Vasconcelos Pereira', phone: '5581991240001', age: 210 },
    ...{ email: 'mariaeduarda@exemplo.com.br', lifecycle: 'customer', owner: 'ana', tags: ['VIP', 'Cesta da semana'] },
    ...{
      lists: ['Clube da cesta', 'Convite de São João'],
      address: recife('Avenida Boa Viagem, 4070'),
      source: 'import',
    },
    ...{ marketing: 'granted', birthday: '1988-11-30' },
  },
  {
    ...{ name: 'Zé da Feira 🥭🌽', phone: '5581991240002', age: 64, lifecycle: 'qualified', tags: ['Atacado'] },
    ...{ organization: 'Feira de Casa Amarela', attributes: { perfil: 'Atacado' }, owner: 'bruno' },
  },
  {
    ...{ name: 'Hotel Aurora', phone: '5581991240003', age: 120, organization: 'Hotel Aurora', lifecycle: 'customer' },
    ...{ jobTitle: 'Compras', email: 'compras@hotelaurora.example', tags: ['Atacado'], lists: ['Parceiros'] },
    ...{ more: [{ kind: 'phone', value: '558130251100' }], owner: 'bruno', attributes: { perfil: 'Atacado' } },
    ...{ address: recife('Rua do Bom Jesus, 99'), source: 'import', marketing: 'granted' },
  },
  {
    ...{ name: 'Luísa Prado', phone: null, username: 'luisaprado', age: 9, lifecycle: 'lead', tags: ['Encomendas'] },
    ...{ source: 'chat' },
  },
  {
    ...{ name: 'Otávio Nunes', phone: '5581991240004', age: 88, lifecycle: 'inactive', marketing: 'denied' },
    ...{ email: 'otavio@exemplo.com.br', source: 'form' },
  },
  {
    ...{ name: 'Patrícia Gomes', phone: '5581991240005', age: 45, email: 'patricia.gomes@exemplo.com.br' },
    ...{ lifecycle: 'customer', owner: 'ana', lists: ['Clube da cesta'], birthday: '1993-03-12' },
  },
  {
    ...{ name: 'Paty Gomes', phone: '5581991240105', age: 4, email: 'patricia.gomes@exemplo.com.br', source: 'form' },
    ...{ lifecycle: 'lead', tags: ['Encomendas'], owner: 'bruno', organization: 'Ateliê Gomes' },
  },
  {
    ...{ name: 'Grace Hopper', phone: '14155550188', age: 30, language: 'en', tags: ['Turistas'], lifecycle: 'lead' },
    ...{ email: 'grace@navy.example', attributes: { perfil: 'Turismo' } },
  },
  {
    ...{
      name: 'Pousada do Alto',
      phone: '5581991240006',
      age: 150,
      organization: 'Pousada do Alto',
      tags: ['Atacado'],
    },
    ...{ lifecycle: 'qualified', lists: ['Parceiros', 'Convite de São João'], owner: 'bruno', source: 'import' },
    ...{ address: { city: 'Olinda', state: 'PE', country: 'BR' } },
  },
  { name: 'Seu Américo', phone: '558134290077', age: 300, lifecycle: 'customer', tags: ['Cesta da semana'] },
]

/** What members wrote down, by the phone of whom it is about. `due`: days from now. */
export const demoContactNotes: readonly {
  phone: string
  kind: 'note' | 'task' | 'call'
  author: 'ana' | 'bruno'
  body: string
  pinned?: boolean
  due?: number
}[] = [
  {
    phone: '5581991230001',
    kind: 'note',
    author: 'ana',
    pinned: true,
    body: 'Prefere retirar na loja depois das 18h.',
  },
  { phone: '5581991230001', kind: 'task', author: 'ana', due: 1, body: 'Ligar para confirmar a cesta de sábado' },
  { phone: '5581991230006', kind: 'call', author: 'bruno', body: 'Pediu a tabela de atacado atualizada.' },
  { phone: '5581991230006', kind: 'task', author: 'bruno', due: -2, body: 'Enviar a tabela de atacado' },
  { phone: '5581991240003', kind: 'note', author: 'bruno', body: 'Recebe mercadoria só pela entrada de serviço.' },
]
