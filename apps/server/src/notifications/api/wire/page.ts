/** A page of the wire. `list` is asked for one row more than fits, which tells exactly whether another page follows. */
export const pageOf = async <Row, Item>(
  { page, pageSize }: { page: number; pageSize: number },
  list: (offset: number, limit: number) => Promise<Row[]>,
  view: (row: Row) => Item,
): Promise<{ page: number; pageSize: number; hasMore: boolean; data: Item[] }> => {
  const rows = await list(page * pageSize, pageSize + 1)
  return { page, pageSize, hasMore: rows.length > pageSize, data: rows.slice(0, pageSize).map(view) }
}
