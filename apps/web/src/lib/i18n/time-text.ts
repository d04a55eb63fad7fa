import { datesIn } from './dates.ts'

const written = /^(\d{1,2})(?:\s*[:.h]\s*(\d{1,2})|(\d{2}))?\s*h?\s*(?:([ap])\.?\s*m?\.?)?$/i

/** The time of day, `HH:mm`, that someone typed, e.g. `9`, `930`, `9h30`, `9:30 pm`; null if it is none. */
export const timeIn = (text: string): string | null => {
  const match = written.exec(text.trim())
  if (!match) return null
  const [, hours = '', apart, together, half] = match
  const minutes = Number(apart ?? together ?? 0)
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || minutes > 59 || (half && (Number(hours) < 1 || Number(hours) > 12))) return null
  return `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** A time of day, `HH:mm`, as the person reads it, e.g. `9:30 AM`; `24:00` is the end of the day. */
export const timeText = (time: string, language: string): string =>
  /^\d\d:\d\d$/.test(time)
    ? datesIn(language, 'UTC')
        .clock(`2026-01-01T${time === '24:00' ? '00:00' : time}:00Z`)
        .replace(/\s/g, ' ')
    : ''

/** The half hours of a day, as `HH:mm`, beginning with that of a time, or where there is none in the morning. */
export const halfHours = (from: string): string[] => {
  const first = from === '' ? 16 : Number(from.slice(0, 2)) * 2 + (from.slice(3) >= '30' ? 1 : 0)
  return Array.from({ length: 48 }, (_, place) => {
    const half = (first + place) % 48
    return `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
  })
}
