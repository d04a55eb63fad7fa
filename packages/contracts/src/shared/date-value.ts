/** A date as filters take it: a calendar day, or an instant. Relative ones count from when the filter is asked. */
export type DateValue =
  | { kind: 'day'; day: string }
  | { kind: 'today'; days: number }
  | { kind: 'now'; milliseconds: number }
  | { kind: 'instant'; at: Date }

const hour = 3_600_000
const units = { h: hour, d: 24 * hour, w: 7 * 24 * hour } as const
type Unit = keyof typeof units

const relative = /^(now|today)(?:([+-])(\d{1,4})([hdw]))?$/
const dayText = /^[12]\d{3}-\d{2}-\d{2}$/
const instantText = /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return dayText.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const parseRelative = (text: string): DateValue | null => {
  const [, from, sign = '+', amount = '0', unit = 'd'] = relative.exec(text) ?? []
  if (!from) return null
  const milliseconds = (sign === '-' ? -1 : 1) * Number(amount) * units[unit as Unit]
  if (from === 'now') return { kind: 'now', milliseconds }
  return unit === 'h' ? null : { kind: 'today', days: milliseconds / units.d }
}

/**
 * Reads `2026-03-01`, `today`, `today-7d`, `now-36h`, `now-2w` or an instant with its zone; null for anything else.
 */
export const parseDateValue = (text: string): DateValue | null => {
  if (isDay(text)) return { kind: 'day', day: text }
  if (instantText.test(text)) {
    const at = new Date(text)
    return Number.isNaN(at.getTime()) || !isDay(text.slice(0, 10)) ? null : { kind: 'instant', at }
  }
  return parseRelative(text)
}
