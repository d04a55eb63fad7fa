/** Text of a value as a template prints it; what is missing is blank. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined || typeof value === 'function') return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'object' ? '[object Object]' : String(value)
}

export const ownValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

/** The value at a dotted path, through own properties only. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((current, key) => ownValue(current, key), value)
