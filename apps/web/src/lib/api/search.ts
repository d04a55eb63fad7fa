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

/** The named parameters that are texts or numbers, as texts of at most 600 characters. */
export const keptText = <Name extends string>(names: readonly Name[], raw: Record<string, unknown>) => {
  const kept: { [key in Name]?: string } = {}
  for (const name of names) {
    const value = raw[name]
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && text.trim() !== '') kept[name] = text.slice(0, 600)
  }
  return kept
}

/** A search with some of it changed; empty parts are dropped, and paging begins again unless the change names a page. */
export const changeSearch = <T extends object>(search: T, part: { [K in keyof T]?: T[K] | undefined }): T => {
  const next = { ...search, cursor: undefined, ...part }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== '')) as T
}

type Page = { open?: string; cursor?: string }

/** The filters of a page as its list, its files and its selections take them: without a place and what is open. */
export const filtersOf = <S extends Page>({ open: _, cursor: _cursor, ...filters }: S): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** The value when it is one of the words; pages read addresses first, so contracts give them words as types alone. */
export const wordOf = <T extends string>(words: Record<T, true>, value: unknown): T | undefined =>
  typeof value === 'string' && Object.hasOwn(words, value) ? (value as T) : undefined
