import { z } from 'zod'

// Invalid and hostile values, and where a call can contain them.

export const values: readonly unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '💥'.repeat(20_000),
  "'; drop table users; --",
  '{{#each}}{{{',
  '../../etc/passwd',
  -1,
  1.5,
  1e308,
  9_007_199_254_740_992,
  true,
  [],
  [[[]]],
  {},
  { $gt: '' },
  { constructor: 'x', toString: 1 },
]

export const words: readonly string[] = [
  '\u0000',
  '\ud800',
  '%',
  '-1',
  '1e308',
  '99999999999999999999',
  "'--",
  '[object Object]',
  'x'.repeat(400),
]

type Path = (string | number)[]

/** Where the values of a body are, those of its lists and objects too. */
export const placesIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
    : [path]

export const replaced = (value: unknown, [key, ...rest]: Path, by: unknown): unknown => {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((inner, i) => (String(i) === key ? replaced(inner, rest, by) : inner))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) }
}

/** Names of the fields that a schema of an object knows. */
export const fieldsOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
  }
  return Object.keys(properties)
}

/** The body with a value for every field that the contract knows, so that those are tried as well. */
export const widened = (schema: z.ZodType | undefined, payload: object | undefined): object | undefined =>
  schema && payload ? { ...Object.fromEntries(fieldsOf(schema).map((key) => [key, null])), ...payload } : payload
