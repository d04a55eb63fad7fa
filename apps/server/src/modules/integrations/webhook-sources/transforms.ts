import type { Transform } from '@recado/contracts/integrations/webhook-mapping'
import { parseTyped } from '#server/lib/typed-phone.ts'

/** A value of a field: what JSON calls one. */
export type FieldValue = string | number | boolean

const MOST_CHARACTERS = 2000

const isPlain = (value: unknown): value is FieldValue =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'

const numberOf = (text: string, decimal: '.' | ','): number | undefined => {
  const grouped = decimal === ',' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
  const digits = grouped.replace(/[^\d.-]/g, '')
  const value = digits === '' ? Number.NaN : Number(digits)
  return Number.isFinite(value) ? value : undefined
}

const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?))?/

type DateFrom = Extract<Transform, { op: 'date' }>['from']

const instantOf = (value: FieldValue, from: DateFrom): string | undefined => {
  const text = String(value)
  const swapped = from === 'day_first' ? dayFirst.exec(text) : null
  const date = swapped
    ? new Date(
        `${swapped[3]}-${swapped[2]?.padStart(2, '0')}-${swapped[1]?.padStart(2, '0')}${swapped[4] ? `T${swapped[4].padStart(5, '0')}Z` : ''}`,
      )
    : new Date(from === 'seconds' ? Number(text) * 1000 : from === 'milliseconds' ? Number(text) : text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

const languages = { en: 'en-US', pt: 'pt-BR' } as const

const moneyOf = (amount: number, { currency, locale }: Extract<Transform, { op: 'money' }>): string | undefined => {
  try {
    return new Intl.NumberFormat(languages[locale], { style: 'currency', currency }).format(amount)
  } catch {
    return undefined
  }
}

const textOf = (value: FieldValue, transform: Transform): FieldValue | undefined => {
  const text = String(value)
  switch (transform.op) {
    case 'trim':
      return text.trim()
    case 'lower':
      return text.toLowerCase()
    case 'upper':
      return text.toUpperCase()
    case 'first_word':
      return text.trim().split(/\s+/, 1)[0]
    case 'phone':
      return parseTyped(text, transform.country) ?? undefined
    case 'map':
      return Object.hasOwn(transform.table, text) ? transform.table[text] : (transform.otherwise ?? value)
    default:
      return undefined
  }
}

const amountOf = (value: FieldValue, transform: Transform): FieldValue | undefined => {
  const amount =
    typeof value === 'number' ? value : numberOf(String(value), transform.op === 'number' ? transform.decimal : '.')
  if (amount === undefined) return undefined
  if (transform.op === 'number') return amount
  if (transform.op === 'divide') return amount / transform.by
  return transform.op === 'money' ? moneyOf(amount, transform) : undefined
}

const apply = (value: FieldValue | undefined, transform: Transform): FieldValue | undefined => {
  if (transform.op === 'default') return value ?? transform.value
  if (value === undefined || transform.op === 'join') return value
  if (transform.op === 'date') return instantOf(value, transform.from)
  const isAmount = ['number', 'divide', 'money'].includes(transform.op)
  const made = isAmount ? amountOf(value, transform) : textOf(value, transform)
  return made === '' ? undefined : made
}

const joined = (values: readonly FieldValue[], transforms: readonly Transform[]): FieldValue | undefined => {
  const join = transforms.find(({ op }) => op === 'join')
  return join?.op === 'join' && values.length > 0 ? values.join(join.separator) : values[0]
}

/** What the values at a path come to; undefined when nothing is left of them. What is no text, number or yes and no counts for nothing. */
export const transformed = (found: readonly unknown[], transforms: readonly Transform[]): FieldValue | undefined => {
  const values = found.flat().filter(isPlain)
  const value = transforms.reduce<FieldValue | undefined>(apply, joined(values, transforms))
  return typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : value
}
