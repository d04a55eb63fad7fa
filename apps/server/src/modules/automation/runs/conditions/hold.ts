import type { ContactField } from '@recado/contracts/contacts/contact-fields'
import { parseDateValue } from '@recado/contracts/shared/date-value'
import type { FilterCondition, FilterOperator } from '@recado/contracts/shared/filter'
import { parseLike } from '@recado/contracts/shared/like-value'
import { type Clock, dayOf, spanOf } from '#server/modules/contacts/filters/index.ts'
import { folded } from '../events/matches.ts'

// Whether a condition on a field of the run holds. The operators mean what they mean for contacts.

const opposites: { readonly [K in FilterOperator]?: FilterOperator } = {
  NOT_EQUAL: 'EQUAL',
  NOT_IN: 'IN',
  NOT_LIKE: 'LIKE',
  NOT_BETWEEN: 'BETWEEN',
}

type Order = 'LARGER' | 'LARGER_EQUAL' | 'SMALLER' | 'SMALLER_EQUAL'
const orders: readonly FilterOperator[] = ['LARGER', 'LARGER_EQUAL', 'SMALLER', 'SMALLER_EQUAL']
const isOrder = (operator: FilterOperator): operator is Order => orders.includes(operator)

const inOrder = (operator: Order, one: number, other: number): boolean => {
  switch (operator) {
    case 'LARGER':
      return one > other
    case 'LARGER_EQUAL':
      return one >= other
    case 'SMALLER':
      return one < other
    case 'SMALLER_EQUAL':
      return one <= other
  }
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const numberIn = (value: unknown): number | null => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2'))
  return Number.isFinite(number) ? number : null
}

const instantIn = (value: unknown): Date | null => {
  const at = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? new Date(value) : null
  return at === null || Number.isNaN(at.getTime()) ? null : at
}

const holdsNumber = (operator: FilterOperator, values: readonly unknown[], actual: number): boolean => {
  const [first = Number.NaN, last = Number.NaN] = values.map((value) => numberIn(value) ?? Number.NaN)
  if (isOrder(operator)) return inOrder(operator, actual, first)
  if (operator === 'BETWEEN') return actual >= first && actual <= last
  return values.some((value) => numberIn(value) === actual)
}

const holdsInstant = (operator: FilterOperator, values: readonly unknown[], actual: Date, clock: Clock): boolean => {
  const [first, last = first] = values.map((value) => spanOf(String(value), clock))
  if (!first || !last) return false
  const at = actual.getTime()
  const isBeforeEnd = last.single ? at <= last.until.getTime() : at < last.until.getTime()
  switch (operator) {
    case 'LARGER':
      return first.single ? at > first.until.getTime() : at >= first.until.getTime()
    case 'LARGER_EQUAL':
      return at >= first.from.getTime()
    case 'SMALLER':
      return at < first.from.getTime()
    case 'SMALLER_EQUAL':
      return isBeforeEnd
    default:
      return at >= first.from.getTime() && isBeforeEnd
  }
}

const holdsDay = (operator: FilterOperator, values: readonly unknown[], actual: string, clock: Clock): boolean => {
  const [first = '', last = first] = values.map((value) => dayOf(String(value), clock))
  const day = actual.slice(0, 10)
  if (isOrder(operator)) return inOrder(operator, day.localeCompare(first), 0)
  return operator === 'BETWEEN' ? day >= first && day <= last : day === first
}

const holdsText = (operator: FilterOperator, values: readonly unknown[], actual: string, clock: Clock): boolean => {
  const text = folded(actual)
  if (operator === 'LIKE') {
    const like = parseLike(String(values[0] ?? ''))
    const sought = folded(like.text)
    if (like.starts && like.ends) return text === sought
    if (like.starts) return text.startsWith(sought)
    return like.ends ? text.endsWith(sought) : text.includes(sought)
  }
  if (!isOrder(operator)) return values.some((value) => folded(String(value)) === text)
  const [value] = values
  const [one, other] = [numberIn(actual), numberIn(value)]
  if (one !== null && other !== null) return inOrder(operator, one, other)
  const at = instantIn(actual)
  return at !== null && parseDateValue(String(value)) !== null && holdsInstant(operator, [value], at, clock)
}

const holdsSeveral = (operator: FilterOperator, values: readonly unknown[], actual: readonly unknown[]): boolean => {
  const has = new Set(actual.map(String))
  return operator === 'ALL_IN'
    ? values.every((value) => has.has(String(value)))
    : values.some((value) => has.has(String(value)))
}

const holdsPositively = (
  { type }: Pick<ContactField, 'type'>,
  { operator, value }: FilterCondition,
  actual: unknown,
  clock: Clock,
): boolean => {
  if (isNothing(actual)) return false
  const values = [value].flat()
  switch (type) {
    case 'number': {
      const number = numberIn(actual)
      return number !== null && holdsNumber(operator, values, number)
    }
    case 'instant': {
      const at = instantIn(actual)
      return at !== null && holdsInstant(operator, values, at, clock)
    }
    case 'date':
      return holdsDay(operator, values, String(actual), clock)
    case 'boolean':
      return String(actual) === String(value)
    case 'choices':
      return holdsSeveral(operator, values, [actual].flat())
    case 'choice':
      return values.some((one) => String(one) === String(actual))
    default:
      return holdsText(operator, values, String(actual), clock)
  }
}

/** Whether a condition holds for the value that a field has. */
export const holdsFor = (
  field: Pick<ContactField, 'type'>,
  condition: FilterCondition,
  actual: unknown,
  clock: Clock,
): boolean => {
  if (condition.operator === 'IS_DEFINED') return isNothing(actual) !== condition.value
  const operator = opposites[condition.operator]
  if (operator) return !holdsPositively(field, { ...condition, operator }, actual, clock)
  return holdsPositively(field, condition, actual, clock)
}
