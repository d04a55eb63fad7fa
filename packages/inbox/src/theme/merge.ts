type Tree = { readonly [key: string]: unknown }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** What `base` has, at any depth, with the values of `over` where it has some that are not undefined. */
export function merge<T extends object>(base: T, over: object | undefined): T {
  if (!over) return base
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined || value === null) continue
    const below = result[key]
    result[key] = isTree(value) && isTree(below) ? merge(below, value) : value
  }
  return result as T
}
