import type { ContactField } from '@recado/contracts/contacts/contact-fields'
import { parseDateValue } from '@recado/contracts/shared/date-value'
import type { FilterCondition, FilterOperator } from '@recado/contracts/shared/filter'
import { formatLike, parseLike } from '@recado/contracts/shared/like-value'

// Conditions as people put them: "starts with", "in the last 30 days", "is not set". Each verb is an operator of the
// filter language with a certain shape of value.

type Value = FilterCondition['value']
export type Scalar = Exclude<Value, unknown[]>

/** What an input has to ask for. `days` is a number of days from today. */
export type Shape = 'none' | 'value' | 'values' | 'span' | 'days'

const verbs = {
  is: ['EQUAL', 'value'],
  isNot: ['NOT_EQUAL', 'value'],
  anyOf: ['IN', 'values'],
  noneOf: ['NOT_IN', 'values'],
  contains: ['LIKE', 'value'],
  notContains: ['NOT_LIKE', 'value'],
  startsWith: ['LIKE', 'value'],
  endsWith: ['LIKE', 'value'],
  notStartsWith: ['NOT_LIKE', 'value'],
  notEndsWith: ['NOT_LIKE', 'value'],
  more: ['LARGER', 'value'],
  atLeast: ['LARGER_EQUAL', 'value'],
  less: ['SMALLER', 'value'],
  atMost: ['SMALLER_EQUAL', 'value'],
  between: ['BETWEEN', 'span'],
  notBetween: ['NOT_BETWEEN', 'span'],
  inLast: ['BETWEEN', 'days'],
  olderThan: ['SMALLER', 'days'],
  inNext: ['BETWEEN', 'days'],
  on: ['EQUAL', 'value'],
  notOn: ['NOT_EQUAL', 'value'],
  before: ['SMALLER', 'value'],
  after: ['LARGER', 'value'],
  since: ['LARGER_EQUAL', 'value'],
  until: ['SMALLER_EQUAL', 'value'],
  includesAny: ['ANY_IN', 'values'],
  includesAll: ['ALL_IN', 'values'],
  includesNone: ['NOT_IN', 'values'],
  did: ['LARGER', 'none'],
  didNot: ['EQUAL', 'none'],
  known: ['IS_DEFINED', 'none'],
  unknown: ['IS_DEFINED', 'none'],
} as const satisfies Record<string, readonly [FilterOperator, Shape]>

export type Verb = keyof typeof verbs

export const shapeOf = (verb: Verb): Shape => verbs[verb][1]

/** What a field is asked as: months are numbers, of which people choose several by their names; events happened or not. */
export type FieldKind = ContactField['type'] | 'month' | 'event'

export const kindOf = ({ name, type, windowed }: Pick<ContactField, 'name' | 'type' | 'windowed'>): FieldKind => {
  if (windowed) return 'event'
  return name === 'birthday_month' ? 'month' : type
}

const dates: readonly Verb[] = [
  ...(['inLast', 'olderThan', 'inNext', 'on', 'notOn', 'before', 'after', 'since', 'until'] as const),
  ...(['between', 'notBetween', 'known', 'unknown'] as const),
]
const amounts: readonly Verb[] = ['atLeast', 'more', 'atMost', 'less', 'is', 'isNot', 'between', 'notBetween']
const choice: readonly Verb[] = ['anyOf', 'noneOf', 'known', 'unknown']

/** The verbs of each kind in the order in which they are offered; the first is the one to begin with. */
const offered: Record<FieldKind, readonly Verb[]> = {
  text: [
    ...(['contains', 'notContains', 'is', 'isNot', 'anyOf', 'noneOf'] as const),
    ...(['startsWith', 'endsWith', 'known', 'unknown'] as const),
  ],
  number: [...amounts, 'known', 'unknown'],
  event: ['did', 'didNot', ...amounts],
  date: dates,
  instant: dates,
  boolean: ['is', 'known', 'unknown'],
  choice,
  month: choice,
  choices: ['includesAny', 'includesAll', 'includesNone', 'known', 'unknown'],
}

const past: ReadonlySet<string> = new Set(['created_at', 'last_inbound_at', 'last_outbound_at', 'birthday'])

/** What a field can be asked, by the operators that it takes. */
export const verbsOf = (field: ContactField): Verb[] =>
  offered[kindOf(field)].filter(
    (verb) => field.operators.some((one) => one === verbs[verb][0]) && !(verb === 'inNext' && past.has(field.name)),
  )

const ofDates: Partial<Record<FilterOperator, Verb>> = {
  EQUAL: 'on',
  NOT_EQUAL: 'notOn',
  SMALLER: 'before',
  LARGER: 'after',
  LARGER_EQUAL: 'since',
  SMALLER_EQUAL: 'until',
}
const ofChoice: Partial<Record<FilterOperator, Verb>> = { EQUAL: 'anyOf', NOT_EQUAL: 'noneOf' }

/** The verb of an operator where its kind has another one for it than usual. */
const special: Record<FieldKind, Partial<Record<FilterOperator, Verb>>> = {
  text: {},
  number: {},
  event: {},
  boolean: {},
  date: ofDates,
  instant: ofDates,
  choice: ofChoice,
  month: ofChoice,
  choices: { EQUAL: 'includesAny', NOT_EQUAL: 'includesNone', NOT_IN: 'includesNone' },
}

const usual: Record<FilterOperator, Verb> = {
  EQUAL: 'is',
  NOT_EQUAL: 'isNot',
  IN: 'anyOf',
  NOT_IN: 'noneOf',
  LIKE: 'contains',
  NOT_LIKE: 'notContains',
  LARGER: 'more',
  LARGER_EQUAL: 'atLeast',
  SMALLER: 'less',
  SMALLER_EQUAL: 'atMost',
  BETWEEN: 'between',
  NOT_BETWEEN: 'notBetween',
  ANY_IN: 'includesAny',
  ALL_IN: 'includesAll',
  IS_DEFINED: 'known',
}

/** A condition of a field as its inputs show it. */
export type Asked = { verb: Verb; values: Scalar[] }

/** Days from today that a relative date of whole days is away; null for any other. */
export const daysFromToday = (value: Scalar | undefined): number | null => {
  const parsed = typeof value === 'string' ? parseDateValue(value) : null
  return parsed?.kind === 'today' ? parsed.days : null
}

const relative = ({ operator, value }: FilterCondition): Asked | null => {
  const [from, to] = [value].flat()
  const first = daysFromToday(from)
  if (first === null) return null
  if (operator === 'SMALLER' && first <= 0) return { verb: 'olderThan', values: [-first] }
  if (operator === 'LARGER_EQUAL' && first < 0) return { verb: 'inLast', values: [-first] }
  if (operator !== 'BETWEEN') return null
  const last = daysFromToday(to)
  if (last === 0 && first < 0) return { verb: 'inLast', values: [-first] }
  return first === 0 && last !== null && last > 0 ? { verb: 'inNext', values: [last] } : null
}

const anchored = ({ operator, value }: FilterCondition): Asked => {
  const { text, starts, ends } = parseLike(String(value))
  const negative = operator === 'NOT_LIKE'
  if (starts && !ends) return { verb: negative ? 'notStartsWith' : 'startsWith', values: [text] }
  if (ends && !starts) return { verb: negative ? 'notEndsWith' : 'endsWith', values: [text] }
  return { verb: negative ? 'notContains' : 'contains', values: [text] }
}

/** That something happened at all is asked by its own verbs, written so that no number on its way to a larger one is. */
const happened = ({ operator, value }: FilterCondition): Asked | null => {
  if (value !== 0) return null
  if (operator === 'LARGER') return { verb: 'did', values: [] }
  return operator === 'EQUAL' ? { verb: 'didNot', values: [] } : null
}

/** What a condition asks. */
export const askedOf = (condition: FilterCondition, field: ContactField): Asked => {
  const { operator, value } = condition
  const kind = kindOf(field)
  if (operator === 'IS_DEFINED') return { verb: value === false ? 'unknown' : 'known', values: [] }
  if (operator === 'LIKE' || operator === 'NOT_LIKE') return anchored(condition)
  const days = kind === 'date' || kind === 'instant' ? relative(condition) : null
  const event = kind === 'event' ? happened(condition) : null
  return days ?? event ?? { verb: special[kind][operator] ?? usual[operator], values: [value].flat() }
}

const likeOf = (verb: Verb, text: string): string =>
  formatLike({
    text,
    starts: verb === 'startsWith' || verb === 'notStartsWith',
    ends: verb === 'endsWith' || verb === 'notEndsWith',
  })

const writtenValue = (verb: Verb, [first = '', second = '', ...rest]: readonly Scalar[]): Value => {
  switch (shapeOf(verb)) {
    case 'none':
      return verb === 'did' || verb === 'didNot' ? 0 : verb === 'known'
    case 'values':
      return [first, second, ...rest].filter((one) => one !== '')
    case 'span':
      return [first, second]
    case 'days':
      if (verb === 'olderThan') return `today-${first}d`
      return verb === 'inLast' ? [`today-${first}d`, 'today'] : ['today', `today+${first}d`]
    case 'value':
      return verbs[verb][0] === 'LIKE' || verbs[verb][0] === 'NOT_LIKE' ? likeOf(verb, String(first)) : first
  }
}

/** The condition that asks this of a field; `name` is the field's with its days. */
export const conditionOf = (name: string, { verb, values }: Asked): FilterCondition => ({
  field: name,
  operator: verbs[verb][0],
  value: writtenValue(verb, values),
})

const usualDays = 30

/** Another verb for what is asked: what was entered stays where it fits. */
export const withVerb = ({ verb: before, values }: Asked, verb: Verb): Asked => {
  const [from, to] = [shapeOf(before), shapeOf(verb)]
  if (to === 'days') return { verb, values: from === 'days' ? values : [usualDays] }
  if (to === 'none' || from === 'days') return { verb, values: [] }
  if (to === 'value') return { verb, values: values.slice(0, 1) }
  return { verb, values: to === 'span' ? values.slice(0, 2) : values }
}

/** What a field is asked at first: the verb that people use most, without a value where there is no usual one. */
export const firstCondition = (field: ContactField): FilterCondition => {
  const verb = verbsOf(field)[0] ?? 'is'
  const values: Scalar[] = shapeOf(verb) === 'days' ? [usualDays] : []
  if (field.type === 'boolean') values.push(true)
  return conditionOf(field.windowed ? `${field.name}.${usualDays}` : field.name, { verb, values })
}
