import {
  type ImportColumn,
  type ImportField,
  type ImportMapping,
  importFields,
  sharedImportFields,
} from '@recado/contracts/contacts/imports'
import type { Definition } from '#server/modules/contacts/contacts/index.ts'

/** How spreadsheets call each field, in lower case without accents or marks. */
const synonyms: Record<ImportField, readonly string[]> = {
  name: ['name', 'full name', 'nome', 'nome completo', 'contact', 'contato', 'cliente', 'customer', 'display name'],
  name_reversed: ['last name first name', 'last first', 'sobrenome nome', 'sobrenome e nome'],
  first_name: ['first name', 'firstname', 'given name', 'primeiro nome', 'nome proprio'],
  last_name: ['last name', 'lastname', 'surname', 'family name', 'sobrenome', 'ultimo nome'],
  phone: [
    ...['phone', 'phone number', 'mobile', 'mobile phone', 'cell', 'cell phone', 'whatsapp', 'whatsapp number', 'tel'],
    ...['telefone', 'celular', 'fone', 'numero', 'numero de telefone', 'numero do whatsapp', 'telefone celular'],
    ...['phone 1 value', 'phone 1'],
  ],
  other_phone: [
    ...['other phone', 'phone 2', 'phone 3', 'home phone', 'work phone', 'landline', 'phone 2 value', 'phone 3 value'],
    ...['outro telefone', 'telefone 2', 'telefone 3', 'telefone fixo', 'fixo', 'celular 2', 'telefone residencial'],
    ...['telefone comercial'],
  ],
  email: ['email', 'e mail', 'email address', 'mail', 'endereco de email', 'email 1', 'e mail 1 value', 'correio'],
  external_id: [
    ...['id', 'external id', 'customer id', 'client id', 'crm id', 'user id', 'code', 'customer code', 'reference'],
    ...['id externo', 'id do cliente', 'codigo', 'codigo do cliente', 'cod', 'cod cliente', 'matricula'],
  ],
  document: ['document', 'tax id', 'cpf', 'cnpj', 'cpf cnpj', 'cpf/cnpj', 'documento'],
  birthday: [
    ...['birthday', 'birth date', 'birthdate', 'date of birth', 'dob', 'aniversario', 'nascimento'],
    ...['data de nascimento', 'data nascimento', 'dt nascimento'],
  ],
  organization: ['company', 'company name', 'organization', 'organisation', 'empresa', 'organizacao', 'razao social'],
  job_title: ['job title', 'job', 'title', 'position', 'role', 'cargo', 'funcao', 'profissao'],
  tags: ['tags', 'tag', 'labels', 'etiquetas', 'etiqueta', 'marcadores', 'groups', 'grupos', 'group membership'],
  lifecycle: ['lifecycle', 'lifecycle stage', 'stage', 'status', 'etapa', 'fase', 'estagio', 'situacao'],
  owner: ['owner', 'owner email', 'assigned to', 'account owner', 'responsavel', 'vendedor', 'email do responsavel'],
  language: ['language', 'locale', 'idioma', 'lingua'],
  notes: ['notes', 'note', 'comments', 'comment', 'observations', 'notas', 'nota', 'observacoes', 'observacao', 'obs'],
  street: ['street', 'address', 'address line 1', 'endereco', 'rua', 'logradouro'],
  city: ['city', 'town', 'cidade', 'municipio'],
  state: ['state', 'province', 'region', 'estado', 'uf'],
  postal_code: ['postal code', 'zip', 'zip code', 'postcode', 'cep', 'codigo postal'],
  country: ['country', 'country code', 'pais'],
  consent: [
    ...['consent', 'opt in', 'optin', 'marketing consent', 'accepts marketing', 'newsletter', 'subscribed'],
    ...['consentimento', 'aceita marketing', 'aceita receber', 'aceite', 'autoriza'],
  ],
  consent_at: [
    ...['consent date', 'opt in date', 'consent at', 'subscribed at', 'consented at'],
    ...['data do consentimento', 'data do aceite', 'data de aceite', 'data consentimento', 'data do opt in'],
  ],
}

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\(\d+\)$/, '')
    .replace(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim()

const byName = new Map(importFields.flatMap((field) => synonyms[field].map((name) => [name, field] as const)))

const share = (cells: readonly string[], test: (cell: string) => boolean): number => {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length === 0 ? 0 : filled.filter(test).length / filled.length
}

const isEmail = (cell: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)
const isPhone = (cell: string) => /^[+(]?[\d\s().-]{8,20}$/.test(cell) && cell.replace(/\D/g, '').length >= 8
const isName = (cell: string) => /^\p{L}[\p{L}\p{M}'’. -]{2,60}$/u.test(cell)
const isReversedName = (cell: string) => /^\p{L}[\p{L}\p{M}'’ -]+,\s*\p{L}[\p{L}\p{M}'’. -]+$/u.test(cell)

/** What cells look like, where the heading says nothing. */
const byContent = (cells: readonly string[]): ImportField | null => {
  if (share(cells, isEmail) > 0.7) return 'email'
  if (share(cells, (cell) => /^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(cell)) > 0.7) return 'document'
  if (share(cells, (cell) => isPhone(cell) && !/^\d{4}-\d\d-\d\d/.test(cell)) > 0.7) return 'phone'
  if (share(cells, isReversedName) > 0.7) return 'name_reversed'
  return share(cells, (cell) => isName(cell) && cell.includes(' ')) > 0.7 ? 'name' : null
}

type Named = Definition & { label?: { en: string; pt: string } }

const attributeOf = (heading: string, attributes: readonly Named[]): ImportColumn => {
  const found = attributes.find(({ key, label }) =>
    [key, label?.en, label?.pt].some((name) => name && bare(name) === heading),
  )
  return found ? `attributes.${found.key}` : null
}

/** What a column seems to hold, and by what it was recognized. */
type Suggestion = { column: ImportColumn; by: 'heading' | 'values' | null }

/** What each column of a file seems to hold, by its heading in either language and else by its values. */
export const suggestColumns = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  attributes: readonly Named[],
): Suggestion[] => {
  const taken = new Set<string>()
  const take = (field: ImportColumn): ImportColumn => {
    const other = field === 'phone' && taken.has('phone') ? 'other_phone' : field
    if (other === null || (taken.has(other) && !sharedImportFields.includes(other))) return null
    taken.add(other)
    return other
  }
  const cellsOf = (i: number) => rows.map((row) => row[i] ?? '')
  const named = headings.map((heading, i) => {
    const text = bare(heading)
    const field = attributeOf(text, attributes) ?? byName.get(text) ?? null
    return take(field === 'name' && share(cellsOf(i), isReversedName) > 0.7 ? 'name_reversed' : field)
  })
  return named.map((column, i) => {
    if (column !== null) return { column, by: 'heading' }
    const unsaid = bare(headings[i] ?? '') === '' || !taken.has('phone')
    const guess = unsaid ? take(byContent(cellsOf(i))) : null
    return { column: guess, by: guess && 'values' }
  })
}

const numbers = (rows: readonly (readonly string[])[], pattern: RegExp): RegExpExecArray[] =>
  rows.flatMap((row) => row.map((cell) => pattern.exec(cell)).filter((found) => found !== null))

/** Whether days stand before months, by the dates that say so, or else by the country. */
export const suggestDateOrder = (rows: readonly (readonly string[])[], country: string): ImportMapping['dateOrder'] => {
  const dates = numbers(rows, /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/)
  if (dates.some(([, first]) => Number(first) > 12)) return 'dmy'
  if (dates.some(([, , second]) => Number(second) > 12)) return 'mdy'
  return country === 'US' ? 'mdy' : 'dmy'
}

/** Whether decimals stand after a comma, by the numbers that say so, or else by the country. */
export const suggestDecimal = (rows: readonly (readonly string[])[], country: string): ImportMapping['decimal'] => {
  const commas = numbers(rows, /^(?:R\$\s*)?-?[\d.]*\d,\d{1,2}$/).length
  const points = numbers(rows, /^[$€£]?\s*-?[\d,]*\d\.\d{1,2}$/).length
  if (commas !== points) return commas > points ? ',' : '.'
  return ['US', 'GB', 'CA', 'AU', 'IN', 'MX'].includes(country) ? '.' : ','
}
