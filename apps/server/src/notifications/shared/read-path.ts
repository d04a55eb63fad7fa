const own = (holder: unknown, key: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string, unknown>)[key]
    : undefined

/**
 * The value at a dotted path, of own properties only; a key that contains the dots itself is found too.
 * Null counts as absent, dates are given as ISO text.
 */
export const readPath = (root: unknown, path: string): unknown => {
  const found = own(root, path) ?? path.split('.').reduce(own, root)
  if (found instanceof Date) return Number.isNaN(found.getTime()) ? undefined : found.toISOString()
  return found ?? undefined
}
