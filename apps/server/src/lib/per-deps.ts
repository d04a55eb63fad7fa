const origins = new WeakMap<object, object>()

/** What a variant was made of; anything else is its own origin. */
export const originOf = <D extends object>(deps: D): D => (origins.get(deps) as D | undefined) ?? deps

/** The same with some parts changed, which shares what was made for the original. */
export const variantOf = <D extends object>(deps: D, changes: Partial<D>): D => {
  const variant = { ...deps, ...changes }
  origins.set(variant, originOf(deps))
  return variant
}

/** One of something for each process, or for each application that a test makes; made when it is first asked for. */
export const perDeps = <D extends object, T extends object>(create: (deps: D) => T): ((deps: D) => T) => {
  const made = new WeakMap<D, T>()
  return (given) => {
    const deps = originOf(given)
    const known = made.get(deps)
    if (known) return known
    const one = create(deps)
    made.set(deps, one)
    return one
  }
}
