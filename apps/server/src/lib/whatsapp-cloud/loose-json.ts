import { sanitizeText } from '../sanitize-text.ts'

export type Loose = Record<string, unknown>

/** Readers that take a value of any shape and never throw: what is not of the wanted kind counts as absent. */
export const asObject = (value: unknown): Loose | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : null

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const asObjects = (value: unknown): Loose[] =>
  asList(value).filter((item): item is Loose => asObject(item) !== null)

/**
 * Text or a number as text; empty counts as absent. NUL characters and halves of surrogate pairs, which PostgreSQL does
 * not take, are left out or replaced.
 */
export const asText = (value: unknown): string | null => {
  if (typeof value === 'string') return sanitizeText(value) || null
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** What WhatsApp lets anybody type, and far more than it lets anybody be called. */
const longest = { text: 65_536, name: 256 } as const

/** Reads what people wrote, cut where it is longer than WhatsApp allows; the stored webhook keeps the rest. */
export const asWords = (value: unknown, kind: keyof typeof longest = 'text'): string | null => {
  const text = asText(value)
  if (text === null || text.length <= longest[kind]) return text
  return `${text.slice(0, longest[kind] - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

export const asNumber = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const maxSeconds = 8.64e12

/** Seconds since 1970, as text or number; milliseconds are recognised by their size. */
export const asInstant = (value: unknown): Date | null => {
  const number = asNumber(value)
  if (number === null || number <= 0) return null
  const seconds = number > 1e11 ? number / 1000 : number
  return seconds > maxSeconds ? null : new Date(seconds * 1000)
}
