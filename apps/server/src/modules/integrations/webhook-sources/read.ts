/** What stands at a place of a JSON value; undefined where there is nothing. */
export const at = (value: unknown, ...keys: (string | number)[]): unknown => {
  let here = value
  for (const key of keys) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<string | number, unknown>)[key]
  }
  return here
}

/** Characters of a name or an id; what is longer is none. */
const MOST = 500

/** A text or a number as a text; null for anything else, and for nothing. */
export const word = (value: unknown): string | null => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' && value.length <= MOST ? value : null
}

/** The text at a place. */
export const wordAt = (value: unknown, ...keys: (string | number)[]): string | null => word(at(value, ...keys))
