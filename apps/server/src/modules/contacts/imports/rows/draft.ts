import { tagsOfContact } from '@recado/contracts/contacts/contacts'
import type { ImportColumn, ImportMapping, ImportProblem, ImportRules } from '@recado/contracts/contacts/imports'
import { isTaxId, normaliseTaxId } from '@recado/contracts/shared/tax-id'
import { checkAttributes, type Definition } from '#server/modules/contacts/contacts/index.ts'
import {
  BadCell,
  isPhoneFixed,
  pastOf,
  readBoolean,
  readCountry,
  readDay,
  readEmail,
  readInstant,
  readLanguage,
  readNumber,
  readPhone,
  readText,
} from './values.ts'

/** What every row is read by. */
export type Plan = {
  mapping: ImportMapping
  rules: ImportRules
  timezone: string
  now: Date
  attributes: ReadonlyMap<string, Definition>
  /** Ids of members by their address, in lower case. */
  members: ReadonlyMap<string, string>
}

/** What a row says of a person. Absent: nothing. */
export type Draft = {
  name?: string
  phone?: string
  phones: string[]
  email?: string
  externalId?: string
  document?: string
  birthday?: string
  organization?: string
  jobTitle?: string
  lifecycle?: string
  ownerId?: string
  language?: string
  notes?: string
  address: Record<string, string>
  tags: string[]
  attributes: Record<string, unknown>
  consent: { state: 'granted' | 'denied'; at: Date } | null
  /** The phone is written another way in the file. */
  fixed: boolean
}

export type RowProblem = { code: ImportProblem; field: string | null }

/** Options are known, so that cells may part them otherwise than the tags beside them. */
const usualSeparators = /[;,|]/

const partsOf = (cell: string, separator: string | RegExp): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** A cell as the type of the company's own field wants it. */
const typed = (cell: string, { type, options }: Definition, plan: Plan): unknown => {
  const { dateOrder, decimal, country } = plan.mapping
  const option = (text: string) => {
    const found = options.find((one) => one.toLowerCase() === text.trim().toLowerCase())
    if (found === undefined) throw new BadCell('option_unknown')
    return found
  }
  if (type === 'number' || type === 'money') return readNumber(cell, decimal)
  if (type === 'boolean') return readBoolean(cell)
  if (type === 'date') return readDay(cell, dateOrder)
  if (type === 'datetime') return readInstant(cell, dateOrder, plan.timezone).toISOString()
  if (type === 'phone') return `+${readPhone(cell, country)}`
  if (type === 'email') return readEmail(cell)
  if (type === 'select') return option(cell)
  if (type === 'text_list') return partsOf(cell, plan.rules.tagSeparator)
  if (type === 'multi_select') {
    const given = partsOf(cell, plan.rules.tagSeparator)
    const areOptions = given.every((part) => options.some((one) => one.toLowerCase() === part.toLowerCase()))
    return (areOptions ? given : partsOf(cell, usualSeparators)).map(option)
  }
  // Lists and objects of other systems come by the API.
  if (type === 'json') throw new BadCell('value_invalid')
  return cell
}

const attributeOf = (draft: Draft, key: string, cell: string, plan: Plan): void => {
  const definition = plan.attributes.get(key)
  if (!definition) throw new BadCell('value_invalid')
  const value = typed(cell, definition, plan)
  const { set, refusals } = checkAttributes({ [key]: value }, [definition], true)
  if (refusals.length > 0) throw new BadCell(String(value).length > 1000 ? 'text_too_long' : 'value_invalid')
  Object.assign(draft.attributes, set)
}

const documentOf = (cell: string, country: string): string => {
  const bare = normaliseTaxId(cell)
  // Spreadsheets drop the zeros that a number begins with.
  const candidates = [bare, bare.padStart(11, '0'), bare.padStart(14, '0')]
  const found = country === 'BR' ? candidates.find((one) => isTaxId('BR', one)) : bare.length <= 40 ? bare : undefined
  if (found === undefined) throw new BadCell('document_invalid')
  return found
}

const tagsOf = (cell: string, separator: string): string[] => partsOf(cell, separator).map((tag) => readText(tag, 40))

const ownerOf = (cell: string, { members }: Plan): string => {
  const id = members.get(cell.toLowerCase())
  if (id === undefined) throw new BadCell('owner_unknown')
  return id
}

/** “Souza, Ana” as “Ana Souza”. */
const inOrder = (cell: string): string => {
  const [, last = '', first = ''] = /^([^,]+),([^,]+)$/.exec(cell) ?? []
  return first === '' ? cell : `${first.trim()} ${last.trim()}`
}

type Said = { given?: string; family?: string; consent?: boolean; consentAt?: Date }
type Reader = (draft: Draft, cell: string, plan: Plan, said: Said) => void

const readers: Record<Exclude<NonNullable<ImportColumn>, `attributes.${string}`>, Reader> = {
  name: (draft, cell) => Object.assign(draft, { name: readText(cell, 120) }),
  name_reversed: (draft, cell) => Object.assign(draft, { name: readText(inOrder(cell), 120) }),
  first_name: (_, cell, __, said) => Object.assign(said, { given: cell }),
  last_name: (_, cell, __, said) => Object.assign(said, { family: cell }),
  phone: (draft, cell, { mapping }) => {
    const phone = readPhone(cell, mapping.country)
    Object.assign(draft, { phone, fixed: isPhoneFixed(cell, phone) })
  },
  other_phone: (draft, cell, { mapping }) => draft.phones.push(readPhone(cell, mapping.country)),
  email: (draft, cell) => Object.assign(draft, { email: readEmail(cell) }),
  external_id: (draft, cell) => Object.assign(draft, { externalId: readText(cell, 200) }),
  document: (draft, cell, { mapping }) => Object.assign(draft, { document: documentOf(cell, mapping.country) }),
  birthday: (draft, cell, { mapping }) => Object.assign(draft, { birthday: readDay(cell, mapping.dateOrder) }),
  organization: (draft, cell) => Object.assign(draft, { organization: readText(cell, 120) }),
  job_title: (draft, cell) => Object.assign(draft, { jobTitle: readText(cell, 120) }),
  tags: (draft, cell, { rules }) => draft.tags.push(...tagsOf(cell, rules.tagSeparator)),
  lifecycle: (draft, cell) => Object.assign(draft, { lifecycle: readText(cell, 40) }),
  owner: (draft, cell, plan) => Object.assign(draft, { ownerId: ownerOf(cell, plan) }),
  language: (draft, cell) => Object.assign(draft, { language: readLanguage(cell) }),
  notes: (draft, cell) => Object.assign(draft, { notes: readText(cell, 10_000) }),
  street: (draft, cell) => Object.assign(draft.address, { street: readText(cell, 200) }),
  city: (draft, cell) => Object.assign(draft.address, { city: readText(cell, 120) }),
  state: (draft, cell) => Object.assign(draft.address, { state: readText(cell, 60) }),
  postal_code: (draft, cell) => Object.assign(draft.address, { postalCode: readText(cell, 20) }),
  country: (draft, cell) => Object.assign(draft.address, { country: readCountry(cell) }),
  consent: (_, cell, __, said) => Object.assign(said, { consent: readBoolean(cell) }),
  consent_at: (_, cell, plan, said) => {
    const consentAt = pastOf(readInstant(cell, plan.mapping.dateOrder, plan.timezone), plan)
    if (consentAt === null) throw new BadCell('date_future')
    Object.assign(said, { consentAt })
  },
}

/** What the row says about consent; nothing without a date, and nothing unless the rules say where it comes from. */
const consentOf = ({ consent, consentAt }: Said, plan: Plan): Draft['consent'] => {
  const { mapping, rules } = plan
  if (!rules.consent) return null
  const hasAnswer = mapping.columns.includes('consent')
  if (hasAnswer && consent === undefined) return null
  const at = consentAt ?? (rules.consent.at === null ? null : pastOf(new Date(rules.consent.at), plan))
  return at && { state: consent === false ? 'denied' : 'granted', at }
}

const finish = (draft: Draft, said: Said, plan: Plan): RowProblem | null => {
  const name = [said.given, said.family].filter(Boolean).join(' ')
  if (draft.name === undefined && name !== '') draft.name = name.slice(0, 120)
  if (draft.phone === undefined && draft.phones.length > 0) draft.phone = draft.phones.shift() ?? ''
  draft.phones = [...new Set(draft.phones)].filter((phone) => phone !== draft.phone)
  draft.tags = [...new Map([...plan.mapping.tags, ...draft.tags].map((tag) => [tag.toLowerCase(), tag])).values()]
  if (draft.tags.length > tagsOfContact) return { code: 'tags_over_limit', field: 'tags' }
  if (plan.mapping.ownerId !== null) draft.ownerId ??= plan.mapping.ownerId
  draft.consent = consentOf(said, plan)
  const isKnown = draft.phone ?? draft.email ?? draft.externalId ?? draft.document
  return isKnown === undefined ? { code: 'no_key', field: null } : null
}

/** What a row says, or everything for which it cannot be taken in, in the order of its columns. */
export const readRow = (cells: readonly string[], plan: Plan): Draft | RowProblem[] => {
  const draft: Draft = { phones: [], address: {}, tags: [], attributes: {}, consent: null, fixed: false }
  const said: Said = {}
  const problems: RowProblem[] = []
  for (const [i, column] of plan.mapping.columns.entries()) {
    const cell = (cells[i] ?? '').trim()
    if (column === null || cell === '') continue
    try {
      if (column.startsWith('attributes.')) attributeOf(draft, column.slice('attributes.'.length), cell, plan)
      else readers[column as keyof typeof readers](draft, cell, plan, said)
    } catch (error) {
      if (!(error instanceof BadCell)) throw error
      const isKnown = problems.some(({ code, field }) => code === error.problem && field === column)
      if (!isKnown) problems.push({ code: error.problem, field: column })
    }
  }
  const last = finish(draft, said, plan)
  // What cannot be read may be what the person would have been known by.
  if (last && (problems.length === 0 || last.code !== 'no_key')) problems.push(last)
  return problems.length > 0 ? problems : draft
}
