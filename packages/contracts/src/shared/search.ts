import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { conversationStatuses } from '../inbox/conversations.ts'
import { id, instant, pageOf, pageQuery } from '../shared.ts'
import { keysOf } from './keys.ts'

/** What a message can be asked to have, by `has:`. */
export const searchHas = ['media', 'image', 'video', 'audio', 'document', 'link', 'note', 'template'] as const

const toIsoDay = (_: string, date: string, month: string, year: string): string =>
  `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`

/** A day as 2026-10-05, or as it is written in Brazil: 05/10/2026. */
const day = z
  .string()
  .transform((text) => text.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, toIsoDay))
  .pipe(z.iso.date())

const operators = {
  from: z.string(),
  to: z.string(),
  label: z.string(),
  team: z.string(),
  assignee: z.string(),
  channel: z.string(),
  status: z.enum(conversationStatuses),
  has: z.enum(searchHas),
  before: day,
  after: day,
} as const
export type SearchOperator = keyof typeof operators
export const searchOperators = keysOf(operators)

/** Words in other languages that people write for an operator. */
const aliases: Readonly<Record<string, SearchOperator>> = {
  de: 'from',
  para: 'to',
  etiqueta: 'label',
  equipe: 'team',
  atendente: 'assignee',
  responsavel: 'assignee',
  responsável: 'assignee',
  canal: 'channel',
  number: 'channel',
  numero: 'channel',
  número: 'channel',
  situacao: 'status',
  situação: 'status',
  tem: 'has',
  antes: 'before',
  depois: 'after',
}

const valueAliases: Readonly<Record<string, string>> = {
  aberta: 'open',
  abertas: 'open',
  aberto: 'open',
  pendente: 'pending',
  pendentes: 'pending',
  adiada: 'snoozed',
  adiadas: 'snoozed',
  adiado: 'snoozed',
  resolvida: 'resolved',
  resolvidas: 'resolved',
  resolvido: 'resolved',
  midia: 'media',
  mídia: 'media',
  imagem: 'image',
  foto: 'image',
  video: 'video',
  vídeo: 'video',
  audio: 'audio',
  áudio: 'audio',
  documento: 'document',
  arquivo: 'document',
  file: 'document',
  photo: 'image',
  nota: 'note',
  modelo: 'template',
}

export type ParsedSearch = {
  /** What is looked for in the text. `exact` was in quotation marks; `open` is the last word, which may still be typed. */
  words: { text: string; exact: boolean; open: boolean }[]
  operators: { [K in SearchOperator]?: z.output<(typeof operators)[K]> }
}

const part = /(?:([\p{L}]+):)?(?:"([^"]*)"?|(\S+))/gu

const ofWords: readonly SearchOperator[] = ['status', 'has']

/** Words in another language, for the operators that know only some; names are left as they were typed. */
const meantBy = (operator: SearchOperator, value: string): string => {
  if (!ofWords.includes(operator)) return value
  const word = value.toLowerCase()
  return valueAliases[word] ?? word
}

const readOperator = (parsed: ParsedSearch, name: string, value: string): boolean => {
  const known = searchOperators.find((operator) => operator === name) ?? aliases[name]
  if (!known || value === '') return false
  const read = operators[known].safeParse(meantBy(known, value))
  if (!read.success) return false
  Object.assign(parsed.operators, { [known]: read.data })
  return true
}

/**
 * Reads what a person typed into the search field: words, "exact phrases", and operators such as `from:ana` or
 * `has:image`, in English or Portuguese. What is no operator, or has a value that it cannot have, counts as words.
 */
export const parseSearch = (text: string): ParsedSearch => {
  const parsed: ParsedSearch = { words: [], operators: {} }
  for (const match of text.matchAll(part)) {
    const [whole, name, quoted, plain] = match
    if (name && readOperator(parsed, name.toLowerCase(), quoted ?? plain ?? '')) continue
    const value = name ? whole : (quoted ?? plain ?? '')
    const open = quoted === undefined && match.index + whole.length === text.length
    if (value.trim() !== '') parsed.words.push({ text: value, exact: quoted !== undefined && !name, open })
  }
  return parsed
}

export const foundMessage = z.object({
  id,
  conversationId: id,
  contact: z.object({ id, displayName: z.string() }),
  channel: z.object({ id, name: z.string() }),
  /** Who wrote it when it was one of us. */
  authorName: z.string().nullable(),
  direction: z.enum(['in', 'out', 'note']),
  type: z.string(),
  occurredAt: instant,
  /** The place of the text where it was found; `hit` parts are what was looked for. */
  excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
})
export type FoundMessage = z.infer<typeof foundMessage>

export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/v1/search/messages',
  can: 'conversations.view',
  summary: 'Messages, notes and file names that hold all of the words, newest first; stems and accents do not matter',
  query: pageQuery.extend({
    q: z.string().trim().min(2).max(200),
    /** Only in this conversation. */
    conversationId: id.optional(),
  }),
  response: pageOf(foundMessage),
})
