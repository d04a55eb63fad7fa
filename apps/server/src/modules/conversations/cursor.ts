import { AppError } from '#server/http/app-error.ts'

export type Cursor = { at: string; id: string }

const instant = /^(?:infinity|[0-9][0-9T: .+-]{9,40}Z?)$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The place of a row in an order by instant and id, opaque to clients. */
export const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(`${cursor.at}|${cursor.id}`, 'utf8').toString('base64url')

/** Null without a cursor. Throws `validation_failed` for one that we did not make. */
export const decodeCursor = (text: string | undefined): Cursor | null => {
  if (text === undefined || text === '') return null
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split('|')
  if (!instant.test(at) || !uuid.test(id)) {
    throw new AppError('validation_failed', { errors: [{ path: 'cursor', code: 'invalid', message: 'Not a cursor' }] })
  }
  return { at, id }
}
