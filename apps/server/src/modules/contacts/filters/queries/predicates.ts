import type { FilterCondition, FilterOperator } from '@recado/contracts/shared/filter'
import { parseLike } from '@recado/contracts/shared/like-value'
import { type SQL, sql } from 'drizzle-orm'
import { folded } from '#server/db/like.ts'
import { type Clock, dayOf, spanOf } from '../dates.ts'

// What operators come to in SQL. Values are bound, never written into the text; they have been checked against the
// catalogue. Each predicate may be null where there is no value: whoever negates it makes that a yes.

export type Value = FilterCondition['value']
/** Operators that say what is; their opposites are the same, negated. */
export type Positive = Exclude<FilterOperator, 'NOT_EQUAL' | 'NOT_IN' | 'NOT_LIKE' | 'NOT_BETWEEN'>
export type Predicate = (operator: Positive, value: Value) => SQL

export const textsOf = (value: Value): string[] => [value].flat().map(String)
const numbersOf = (value: Value): number[] => [value].flat().map(Number)
const array = (values: readonly unknown[], type: 'text' | 'uuid' | 'numeric'): SQL =>
  sql`${sql.param([...values])}::${sql.raw(type)}[]`

export const ids = (value: Value): SQL => array(textsOf(value), 'uuid')
export const texts = (value: Value): SQL => array(textsOf(value), 'text')

const unsupported = (operator: Positive): never => {
  throw new Error(`No such operator here: ${operator}`)
}

const isLike = (expression: SQL, { text, starts, ends }: ReturnType<typeof parseLike>): SQL => {
  if (starts && ends) return sql`${expression} = ${folded(text)}`
  if (starts) return sql`starts_with(${expression}, ${folded(text)})`
  if (ends) return sql`right(${expression}, length(${folded(text)})) = ${folded(text)}`
  return sql`strpos(${expression}, ${folded(text)}) > 0`
}

/** Texts, in which neither capitals nor accents make a difference. */
export const text =
  (expression: SQL): Predicate =>
  (operator, value) => {
    switch (operator) {
      case 'EQUAL':
      case 'IN':
        return sql`${folded(expression)} = any(array(select ${folded(sql`v`)} from unnest(${texts(value)}) v))`
      case 'LIKE':
        return isLike(folded(expression), parseLike(String(value)))
      case 'IS_DEFINED':
        return sql`${expression} <> ''`
      default:
        return unsupported(operator)
    }
  }

/** One of a closed set of texts. */
export const choice =
  (expression: SQL): Predicate =>
  (operator, value) =>
    operator === 'IS_DEFINED' ? sql`${expression} <> ''` : sql`${expression} = any(${texts(value)})`

/** One of the things of the company. */
export const reference =
  (expression: SQL): Predicate =>
  (operator, value) =>
    operator === 'IS_DEFINED' ? sql`${expression} is not null` : sql`${expression} = any(${ids(value)})`

export const boolean =
  (expression: SQL): Predicate =>
  (operator, value) =>
    operator === 'IS_DEFINED' ? sql`${expression} is not null` : sql`${expression} = ${value === true}`

const signs = { LARGER: '>', LARGER_EQUAL: '>=', SMALLER: '<', SMALLER_EQUAL: '<=' } as const

export const number =
  (expression: SQL): Predicate =>
  (operator, value) => {
    const [first = 0, last = 0] = numbersOf(value)
    switch (operator) {
      case 'EQUAL':
      case 'IN':
        return sql`${expression} = any(${array(numbersOf(value), 'numeric')})`
      case 'BETWEEN':
        return sql`${expression} between ${first}::numeric and ${last}::numeric`
      case 'IS_DEFINED':
        return sql`${expression} is not null`
      case 'LARGER':
      case 'LARGER_EQUAL':
      case 'SMALLER':
      case 'SMALLER_EQUAL':
        return sql`${expression} ${sql.raw(signs[operator])} ${first}::numeric`
      default:
        return unsupported(operator)
    }
  }

/** Days of the calendar, as texts. */
export const date =
  (expression: SQL, clock: Clock): Predicate =>
  (operator, value) => {
    if (operator === 'IS_DEFINED') return sql`${expression} is not null`
    const [first = '', last = ''] = textsOf(value).map((one) => dayOf(one, clock))
    const day = sql`(${expression}) collate "C"`
    switch (operator) {
      case 'EQUAL':
        return sql`${day} = ${first}`
      case 'BETWEEN':
        return sql`${day} between ${first} and ${last}`
      case 'LARGER':
      case 'LARGER_EQUAL':
      case 'SMALLER':
      case 'SMALLER_EQUAL':
        return sql`${day} ${sql.raw(signs[operator])} ${first}`
      default:
        return unsupported(operator)
    }
  }

/** Moments. A day stands for all of its moments, where the company is. */
export const instant =
  (expression: SQL, clock: Clock): Predicate =>
  (operator, value) => {
    if (operator === 'IS_DEFINED') return sql`${expression} is not null`
    const [first, last = first] = textsOf(value).map((one) => spanOf(one, clock))
    if (!first || !last) return unsupported(operator)
    const is = (sign: string, at: Date) => sql`${expression} ${sql.raw(sign)} ${at.toISOString()}::timestamptz`
    const isAfterStart = is('>=', first.from)
    const isBeforeEnd = is(last.single ? '<=' : '<', last.until)
    switch (operator) {
      case 'EQUAL':
      case 'BETWEEN':
        return sql`(${isAfterStart} and ${isBeforeEnd})`
      case 'LARGER':
        return is(first.single ? '>' : '>=', first.until)
      case 'LARGER_EQUAL':
        return isAfterStart
      case 'SMALLER':
        return is('<', first.from)
      case 'SMALLER_EQUAL':
        return isBeforeEnd
      default:
        return unsupported(operator)
    }
  }

/** How many there are of something, over the numbers from zero. */
export const matchesCount = (operator: Positive, value: Value, count: number): boolean => {
  const [first = 0, last = 0] = numbersOf(value)
  switch (operator) {
    case 'EQUAL':
    case 'IN':
      return numbersOf(value).includes(count)
    case 'BETWEEN':
      return first <= count && count <= last
    case 'LARGER':
      return count > first
    case 'LARGER_EQUAL':
      return count >= first
    case 'SMALLER':
      return count < first
    case 'SMALLER_EQUAL':
      return count <= first
    default:
      return unsupported(operator)
  }
}
