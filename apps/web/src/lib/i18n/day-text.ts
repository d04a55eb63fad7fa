import { dayOrder } from './dates.ts'

const isoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const orders = { dmy: ['d', 'm', 'y'], mdy: ['m', 'd', 'y'], ymd: ['y', 'm', 'd'] } as const
const two = (value: number): string => String(value).padStart(2, '0')

/** A day, `YYYY-MM-DD`, in digits in the order in which the person reads them. */
export const dayText = (day: string, language: string): string => {
  const [y = '', m = '', d = ''] = day.split('-')
  const order = dayOrder(language)
  return orders[order].map((part) => ({ y, m, d })[part]).join(order === 'ymd' ? '-' : '/')
}

/** The day, `YYYY-MM-DD`, that someone typed in digits, without a year the one in `year`; null if it is none. */
export const dayIn = (text: string, language: string, year: number): string | null => {
  const trimmed = text.trim()
  const order = isoDay.test(trimmed) ? 'ymd' : dayOrder(language)
  const digits = trimmed.split(/[^\d]+/)
  const parts = orders[order].filter((part) => digits.length === 3 || (digits.length === 2 && part !== 'y'))
  if (parts.length !== digits.length || digits.includes('')) return null
  const found = Object.fromEntries(parts.map((part, place) => [part, Number(digits[place])]))
  const { y = year, m = 0, d = 0 } = found
  const full = y < 100 ? 2000 + y : y
  const at = new Date(Date.UTC(full, m - 1, d))
  return at.getUTCMonth() === m - 1 && at.getUTCDate() === d && full > 999 && full < 10_000
    ? `${full}-${two(m)}-${two(d)}`
    : null
}
