const DEEPEST = 50

/** Text that PostgreSQL takes: without NUL characters, and with a mark in the place of half a surrogate pair. */
export const storableText = (text: string): string =>
  (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed()

/** Cleans every text in a parsed JSON value, keys included. What lies deeper than any of our shapes stays. */
export const storable = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return storableText(value)
  if (value === null || typeof value !== 'object' || depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((entry) => storable(entry, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [storableText(key), storable(entry, depth + 1)]),
  )
}
