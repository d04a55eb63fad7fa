import { AppError } from '#server/http/app-error.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The place after a row in a list: what it is sorted by, and its id. */
export const encodePlace = (key: string, id: string): string => Buffer.from(`${id} ${key}`).toString('base64url')

/** Reads a place back; null for the first page. Throws `validation_failed` for what we did not make. */
export const decodePlace = (cursor: string | undefined): { key: string; id: string } | null => {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const id = text.slice(0, 36)
  if (!uuid.test(id) || text[36] !== ' ' || text.includes('\u0000'))
    throw new AppError('validation_failed', { errors: [{ path: 'cursor', code: 'invalid', message: 'Not a cursor' }] })
  return { id, key: text.slice(37) }
}

/** Reads a cursor of a list that is sorted by an instant. */
export const decodeInstant = (cursor: string | undefined): { at: Date; id: string } | null => {
  const place = decodePlace(cursor)
  if (!place) return null
  const at = new Date(Number(place.key))
  if (!/^\d{1,14}$/.test(place.key) || Number.isNaN(at.getTime()))
    throw new AppError('validation_failed', { errors: [{ path: 'cursor', code: 'invalid', message: 'Not a cursor' }] })
  return { at, id: place.id }
}

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
