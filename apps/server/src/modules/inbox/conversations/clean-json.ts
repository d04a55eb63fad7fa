const unstorable = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i

const cleanText = (text: string) => text.toWellFormed().replaceAll('\u0000', '')

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return cleanText(value)
  if (value instanceof Date || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(clean)
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [cleanText(key), clean(entry)]))
}

/** JSON that PostgreSQL takes: without NUL characters and halves of surrogate pairs, which its text cannot hold. */
export const storableJson = (value: unknown): string => {
  const text = JSON.stringify(value)
  return unstorable.test(text) ? JSON.stringify(clean(value)) : text
}
