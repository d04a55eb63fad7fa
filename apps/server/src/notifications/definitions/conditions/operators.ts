import type { ConditionOperator } from '@recado/contracts/notifications/domain'
import { parseMoment } from '../scheduling/moment.ts'

type Scalar = number | string | boolean

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'

const asNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

/** The typed text, converted to the type of the value it is compared with; undefined if they cannot be compared. */
const convert = (typed: string, stored: unknown): Scalar | undefined => {
  if (typeof stored === 'number') return asNumber(typed)
  if (typeof stored === 'boolean') return typed.trim() === 'true'
  return typeof stored === 'string' ? typed : undefined
}

const equals = (stored: unknown, typed: string) => stored !== undefined && stored === convert(typed, stored)

const compares = (stored: unknown, typed: string, holds: (a: Scalar, b: Scalar) => boolean) => {
  const other = convert(typed, stored)
  return isScalar(stored) && other !== undefined && holds(stored, other)
}

const contains = (stored: unknown, typed: string) => {
  if (Array.isArray(stored)) return stored.some((item) => equals(item, typed))
  return typeof stored === 'string' ? stored.includes(typed) : equals(stored, typed)
}

const resembles = (stored: unknown, typed: string): boolean => {
  if (Array.isArray(stored)) return stored.some((item) => !Array.isArray(item) && resembles(item, typed))
  return isScalar(stored) && String(stored).toLowerCase().includes(typed.toLowerCase())
}

const parts = (typed: string) =>
  typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const asMoment = (text: string) => parseMoment(text, 'UTC')?.getTime() ?? Number.NaN

const isBetween = (stored: unknown, typed: string) => {
  const bounds = parts(typed)
  const [from = '', to = ''] = bounds
  if (!isScalar(stored) || bounds.length !== 2) return false
  const texts = [from, String(stored), to]
  for (const read of [asNumber, asMoment]) {
    const [low = Number.NaN, middle = Number.NaN, high = Number.NaN] = texts.map(read)
    if (![low, middle, high].some(Number.isNaN)) return low <= middle && middle <= high
  }
  return typeof stored === 'string' && from <= stored && stored <= to
}

const listed = (stored: unknown, typed: string) => {
  const list: unknown[] = Array.isArray(stored) ? stored : [stored]
  return parts(typed).map((part) => list.some((item) => equals(item, part)))
}

type Comparison = (stored: unknown, typed: string) => boolean
const not =
  (comparison: Comparison): Comparison =>
  (stored, typed) =>
    !comparison(stored, typed)

const comparisons: Record<ConditionOperator, Comparison> = {
  EQUAL: equals,
  NOT_EQUAL: not(equals),
  LARGER: (stored, typed) => compares(stored, typed, (a, b) => a > b),
  SMALLER: (stored, typed) => compares(stored, typed, (a, b) => a < b),
  LARGER_EQUAL: (stored, typed) => compares(stored, typed, (a, b) => a >= b),
  SMALLER_EQUAL: (stored, typed) => compares(stored, typed, (a, b) => a <= b),
  IN: contains,
  NOT_IN: not(contains),
  IS_DEFINED: (stored) => stored !== undefined,
  LIKE: resembles,
  NOT_LIKE: not(resembles),
  BETWEEN: isBetween,
  NOT_BETWEEN: not(isBetween),
  ALL_IN: (stored, typed) => {
    const found = listed(stored, typed)
    return found.length > 0 && found.every(Boolean)
  },
  ANY_IN: (stored, typed) => listed(stored, typed).some(Boolean),
}

/** Compares a stored value (undefined: there is none) with the text typed into a condition. */
export const compareValues = (operator: ConditionOperator, stored: unknown, typed: string): boolean =>
  comparisons[operator](stored, typed)
