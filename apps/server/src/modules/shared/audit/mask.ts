const secret = /pass(word|wd)?|secret|token|api_?key|credential|authorization|cookie|recovery|otp\b|pin\b/i
const MASK = '••••'

const masked = (value: unknown, depth: number): unknown => {
  if (depth > 6 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry) => masked(entry, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const hides = secret.test(key) && entry !== null && typeof entry !== 'boolean' && typeof entry !== 'number'
      return [key, hides ? MASK : masked(entry, depth + 1)]
    }),
  )
}

/** A diff in which values of fields that are named like secrets cannot be read. */
export const maskSecrets = (diff: Record<string, unknown>): Record<string, unknown> =>
  masked(diff, 0) as Record<string, unknown>

/** The fields that differ, each with its value before and after. */
export const diffOf = (before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(after)
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key) => [key, { before: before[key] ?? null, after: after[key] ?? null }]),
  )
