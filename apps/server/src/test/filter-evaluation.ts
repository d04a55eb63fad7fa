import type { FilterCondition, FilterGroup, FilterOperator } from '@recado/contracts/shared/filter'
import { isFilterGroup } from '@recado/contracts/shared/filter'

// Filters evaluated plainly, over what a contact is known to have: what the SQL is compared with.

/** Days are `YYYY-MM-DD`; an instant is one as well, with the zone of the company written next to it. */
export type Fact = string | number | boolean | Date | readonly string[] | null
export type Facts = Record<string, Fact>

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Day of an instant in São Paulo, which has been three hours behind since 2019. */
const dayIn = (at: Date) => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10)

type Bound = { day: string } | { at: number }

const boundOf = (text: string, now: Date): Bound => {
  const day = /^today([+-]\d+)?d?$/.exec(text)
  if (day) return { day: dayIn(new Date(now.getTime() + Number(day[1] ?? 0) * 86_400_000)) }
  const span = /^now([+-]\d+)?([hd])?$/.exec(text)
  if (span) return { at: now.getTime() + Number(span[1] ?? 0) * (span[2] === 'h' ? 3_600_000 : 86_400_000) }
  return text.length === 10 ? { day: text } : { at: Date.parse(text) }
}

/** Less than zero: before the bound; zero: within it. */
const compareDate = (value: string | Date, bound: Bound): number => {
  const wanted = 'day' in bound ? bound.day : value instanceof Date ? bound.at : dayIn(new Date(bound.at))
  const own = typeof wanted === 'number' ? Number(value) : value instanceof Date ? dayIn(value) : value
  return own < wanted ? -1 : own > wanted ? 1 : 0
}

const compareTo = (value: Fact, wanted: string | number | boolean, now: Date): number => {
  if (typeof value === 'number') return value - Number(wanted)
  const isDate = value instanceof Date || (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value))
  if (isDate) return compareDate(value, boundOf(String(wanted), now))
  return fold(String(value)) === fold(String(wanted)) ? 0 : 1
}

const matchesLike = (value: string, pattern: string): boolean => {
  const [text, wanted] = [fold(value), fold(pattern.replace(/^\^|\$$/g, ''))]
  if (pattern.startsWith('^') && pattern.endsWith('$')) return text === wanted
  if (pattern.startsWith('^')) return text.startsWith(wanted)
  return pattern.endsWith('$') ? text.endsWith(wanted) : text.includes(wanted)
}

type Comparison = (compare: (index: number) => number, count: number) => boolean
const comparisons: Partial<Record<FilterOperator, Comparison>> = {
  EQUAL: (compare) => compare(0) === 0,
  IN: (compare, count) => Array.from({ length: count }, (_, index) => compare(index)).includes(0),
  LARGER: (compare) => compare(0) > 0,
  LARGER_EQUAL: (compare) => compare(0) >= 0,
  SMALLER: (compare) => compare(0) < 0,
  SMALLER_EQUAL: (compare) => compare(0) <= 0,
  BETWEEN: (compare) => compare(0) >= 0 && compare(1) <= 0,
}

const holds = (fact: Fact, operator: FilterOperator, value: FilterCondition['value'], now: Date): boolean => {
  const values = [value].flat()
  if (Array.isArray(fact)) {
    const own = new Set<unknown>(fact)
    return operator === 'ALL_IN' ? values.every((one) => own.has(one)) : values.some((one) => own.has(one))
  }
  if (fact === null || fact === '') return false
  if (operator === 'LIKE') return matchesLike(String(fact), String(value))
  return comparisons[operator]?.((index) => compareTo(fact, values[index] ?? '', now), values.length) ?? false
}

const positive: Partial<Record<FilterOperator, FilterOperator>> = {
  NOT_EQUAL: 'EQUAL',
  NOT_IN: 'IN',
  NOT_LIKE: 'LIKE',
  NOT_BETWEEN: 'BETWEEN',
}

/** A consent that is unknown has no value. */
const isDefined = (fact: Fact) =>
  Array.isArray(fact) ? fact.length > 0 : fact !== null && fact !== '' && fact !== 'unknown'

const evaluateCondition = (facts: Facts, { field, operator, value }: FilterCondition, now: Date): boolean => {
  const fact = facts[field] ?? null
  if (operator === 'IS_DEFINED') return isDefined(fact) === value
  const opposite = positive[operator]
  return opposite ? !holds(fact, opposite, value, now) : holds(fact, operator, value, now)
}

/** Whether a contact is among those that a tree describes. */
export const evaluateFilter = (facts: Facts, group: FilterGroup, now: Date): boolean => {
  const one = (node: FilterGroup['children'][number]) =>
    isFilterGroup(node) ? evaluateFilter(facts, node, now) : evaluateCondition(facts, node, now)
  if (group.children.length === 0) return true
  return group.value === 'AND' ? group.children.every(one) : group.children.some(one)
}
