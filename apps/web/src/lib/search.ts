/** Picks the named search parameters that are non-empty text; everything else is dropped. */
export const textSearch =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [key in Name]?: string } => {
    const kept: { [key in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string' && value !== '') kept[name] = value
      else if (typeof value === 'number') kept[name] = String(value)
    }
    return kept
  }
