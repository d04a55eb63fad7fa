const DEEPEST = 50

/** Text that PostgreSQL takes: without NUL characters, and with a mark in the place of half a surrogate pair. */
export const sanitizeText = (text: string): string =>
  (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed()

/** Cleans every text in a parsed JSON value, keys included. What lies deeper than any of our shapes stays. */
export const sanitizeJson = (value: unknown, depth = DEEPEST): unknown => {
  if (typeof value === 'string') return sanitizeText(value)
  if (value === null || typeof value !== 'object' || depth < 0) return value
  if (Array.isArray(value)) return value.map((entry) => sanitizeJson(entry, depth - 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [sanitizeText(key), sanitizeJson(entry, depth - 1)]),
  )
}

const unclean = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i

/** Facts of ours as JSON that PostgreSQL takes, whatever the strangers said whom they quote. */
export const stringifySanitized = (value: unknown): string => {
  const text = JSON.stringify(value)
  return unclean.test(text) ? JSON.stringify(sanitizeJson(JSON.parse(text), Number.POSITIVE_INFINITY)) : text
}
