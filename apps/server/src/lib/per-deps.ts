/** One of something for each process, or for each application that a test makes; made when it is first asked for. */
export const perDeps = <D extends object, T extends object>(create: (deps: D) => T): ((deps: D) => T) => {
  const made = new WeakMap<D, T>()
  return (deps) => {
    const known = made.get(deps)
    if (known) return known
    const one = create(deps)
    made.set(deps, one)
    return one
  }
}
