/** Where a page ended. */
export type Place = { at: Date; id: string }

export const encodePlace = ({ at, id }: Place): string => Buffer.from(`${at.getTime()} ${id}`).toString('base64url')

/** Null for a text that is no place: the list then begins at its start. */
export const decodePlace = (cursor: string | undefined): Place | null => {
  const text = Buffer.from(cursor ?? '', 'base64url').toString('utf8')
  const [, time = '', id = ''] = /^(\d{1,14}) ([0-9a-f]{24})$/.exec(text) ?? []
  return id === '' ? null : { at: new Date(Number(time)), id }
}

type Page<T> = { data: T[]; page: { next: string | null; has_more: boolean } }

/** A page of the rows, of which one more than fits was asked for. */
export const pageOf = <Row, Item>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  view: (row: Row) => Item,
): Page<Item> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit
  return { data: shown.map(view), page: { next: more && last ? cursorOf(last) : null, has_more: more } }
}
