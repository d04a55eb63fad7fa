import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { chargeOutput, chargeWork } from './meter.ts'
import { TemplateError } from './template-error.ts'
import { ownValue, textOf, valueAt } from './values.ts'

type Options = {
  hash: Record<string, unknown>
  data?: { root?: unknown }
  fn?: (context: unknown) => string
  inverse?: (context: unknown) => string
}

/** How many values every helper takes, at least and at most. */
export const helperArity: Record<string, readonly [number, number]> = Object.assign(Object.create(null), {
  if: [1, 1],
  unless: [1, 1],
  each: [1, 1],
  with: [1, 1],
  lookup: [2, 2],
  log: [0, Number.POSITIVE_INFINITY],
  titlecase: [1, 1],
  uppercase: [1, 1],
  lowercase: [1, 1],
  pluralize: [3, 3],
  dateFormat: [2, 2],
  equals: [2, 2],
  eq: [2, 2],
  ne: [2, 2],
  gt: [2, 2],
  gte: [2, 2],
  lt: [2, 2],
  lte: [2, 2],
  unique: [2, 2],
  groupBy: [2, 2],
  sortBy: [1, 2],
  numberFormat: [1, 1],
  i18n: [1, Number.POSITIVE_INFINITY],
})

const measured = (text: string) => {
  chargeOutput(text.length)
  return text
}

const titlecase = (value: unknown) =>
  measured(
    textOf(value).replace(/(\S)(\S*)/gu, (_, first: string, rest: string) => first.toUpperCase() + rest.toLowerCase()),
  )

const pluralize = (count: unknown, one: unknown, many: unknown) => (count === 1 || count === '1' ? one : many)

const hasZone = (text: string) => /(z|utc|gmt|\d:\d\d.*[+-]\d\d:?\d\d)$/i.test(text)
const isDay = (text: string) => /^\d{4}(-\d\d){0,2}$/.test(text)

/** Milliseconds of a date; a text without a zone is read as UTC, one without a year is no date. */
const instantOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  if (value instanceof Date) return value.getTime()
  const text = textOf(value).trim()
  if (text.length > 64 || !/\d{4}/.test(text)) return Number.NaN
  if (hasZone(text) || isDay(text)) return Date.parse(text)
  return Date.parse(/^\d{4}-\d\d-\d\dT/.test(text) ? `${text}Z` : `${text} UTC`)
}

const dateFormat = (value: unknown, pattern: unknown, { hash }: Options) => {
  const instant = instantOf(value)
  if (Number.isNaN(new Date(instant).getTime())) return value
  try {
    return format(new TZDate(instant, textOf(hash['timezone']) || 'UTC'), textOf(pattern))
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new TemplateError(`dateFormat cannot use the pattern "${textOf(pattern)}" (${reason})`)
  }
}

const digits = (value: unknown, fallback: number) => {
  const count = value === undefined ? fallback : Math.trunc(Number(value))
  return Number.isFinite(count) ? Math.min(20, Math.max(0, count)) : fallback
}
const separator = (value: unknown, fallback: string) => (value === undefined ? fallback : textOf(value))

const numberOf = (value: unknown) => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

const numberFormat = (value: unknown, { hash }: Options) => {
  const number = numberOf(value)
  if (!Number.isFinite(number) || Math.abs(number) >= 1e21) return value
  const [whole = '', fraction] = number.toFixed(digits(hash['decimalLength'], 2)).split('.')
  const thousands = separator(hash['thousandsSep'], ',')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, () => thousands)
  return fraction === undefined ? grouped : `${grouped}${separator(hash['decimalSep'], '.')}${fraction}`
}

const listOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) return []
  chargeWork(value.length * 10)
  return value
}

const unique = (list: unknown, key: unknown) => [
  ...new Set(
    listOf(list)
      .map((item) => valueAt(item, textOf(key)))
      .filter(Boolean),
  ),
]

const groupBy = (list: unknown, key: unknown) => {
  const groups = new Map<unknown, unknown[]>()
  for (const item of listOf(list)) {
    const value = valueAt(item, textOf(key))
    const items = groups.get(value)
    if (items) items.push(item)
    else groups.set(value, [item])
  }
  return [...groups].map(([value, items]) => ({ key: value, items }))
}

const collator = new Intl.Collator('en')
const isMissing = (value: unknown) => value === undefined || value === null

const compareValues = (left: unknown, right: unknown): number => {
  if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right))
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return collator.compare(textOf(left), textOf(right))
}

const sortBy = (list: unknown, ...rest: unknown[]) => {
  const [key] = rest.length > 1 ? rest : []
  const path = isMissing(key) ? null : textOf(key)
  const sortedBy = (item: unknown) => (path === null ? item : valueAt(item, path))
  return listOf(list).toSorted((left, right) => compareValues(sortedBy(left), sortedBy(right)))
}

const i18n = (key: unknown, ...rest: unknown[]) => {
  const { hash, data } = rest.at(-1) as Options
  const translations = valueAt(data?.root, 'translations')
  const name = textOf(key)
  const found = ownValue(translations, name) ?? valueAt(translations, name)
  if (typeof found !== 'string') return name
  return measured(found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, word: string) => textOf(valueAt(hash, word))))
}

/** A comparison works inline and as a block; in a block the surrounding context stays. */
const comparison = (compare: (left: unknown, right: unknown) => boolean) =>
  function (this: unknown, left: unknown, right: unknown, options: Options) {
    const holds = compare(left, right)
    if (!options.fn) return holds
    return (holds ? options.fn : options.inverse)?.(this) ?? ''
  }

/** The order of JavaScript, which compares texts with numbers too. */
const ordering = (compare: (left: number, right: number) => boolean) =>
  comparison((left, right) => compare(left as number, right as number))

/** The helpers that templates may call, next to the blocks of Handlebars itself. */
export const helpers = {
  titlecase,
  uppercase: (value: unknown) => measured(textOf(value).toUpperCase()),
  lowercase: (value: unknown) => measured(textOf(value).toLowerCase()),
  pluralize,
  dateFormat,
  // biome-ignore lint/suspicious/noDoubleEquals: this helper is the loose one
  equals: comparison((left, right) => left == right),
  eq: comparison((left, right) => left === right),
  ne: comparison((left, right) => left !== right),
  gt: ordering((left, right) => left > right),
  gte: ordering((left, right) => left >= right),
  lt: ordering((left, right) => left < right),
  lte: ordering((left, right) => left <= right),
  unique,
  groupBy,
  sortBy,
  numberFormat,
  i18n,
  log: () => '',
}
