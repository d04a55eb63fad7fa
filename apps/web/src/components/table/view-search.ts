/** The filters of a saved view. */
export type ViewSearch = Record<string, string | number | boolean>

/** The filters that are set. */
export const setFilters = (search: Readonly<Record<string, unknown>>): ViewSearch => {
  const set: ViewSearch = {}
  for (const [name, value] of Object.entries(search))
    if ((typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean')
      set[name] = value
  return set
}

/** Tells whether two views filter by the same, in whatever order. */
export const viewText = (search: ViewSearch): string =>
  JSON.stringify(
    Object.entries(search)
      .map(([name, value]) => [name, String(value)])
      .sort(),
  )
