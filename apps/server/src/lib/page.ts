/** Rows read with one more than asked for, as a page. */
export const pageFrom = <R, V>(rows: R[], limit: number, view: (row: R) => V, placeOf: (row: R) => string) => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = rows.length > limit
  return { data: page.map(view), page: { next: more && last ? placeOf(last) : null, has_more: more } }
}

export type PageInput = { cursor?: string | undefined; limit: number; count?: 'exact' | undefined }

/** A page with how many rows there are, where that was asked for. */
export const counted = <T>(page: { data: T[]; page: { next: string | null; has_more: boolean } }, total?: number) => ({
  ...page,
  page: { ...page.page, ...(total === undefined ? {} : { total }) },
})
