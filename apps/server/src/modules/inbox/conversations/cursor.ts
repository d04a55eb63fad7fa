import { AppError } from '#server/http/app-error.ts'

/** `rank`: the priority, in orders that begin with it; 0 in others. */
export type Cursor = { at: string; id: string; rank: number }

const instant = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?[+-]\d\d(?::\d\d)*$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The place of a row in an order by rank, instant and id, opaque to clients. */
export const encodeCursor = ({ at, id, rank = 0 }: Omit<Cursor, 'rank'> & { rank?: number }): string =>
  Buffer.from(`${at}|${id}|${rank}`, 'utf8').toString('base64url')

/** Whether the database can have written this instant. */
const isInstant = (text: string): boolean => {
  if (text === 'infinity') return true
  const [, day, time] = instant.exec(text) ?? []
  const at = new Date(`${day}T${time}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`)
}

/** Null without a cursor. Throws `validation_failed` for one that we did not make. */
export const decodeCursor = (text: string | undefined): Cursor | null => {
  if (text === undefined || text === '') return null
  const [at = '', id = '', rank = '0'] = Buffer.from(text, 'base64url').toString('utf8').split('|')
  if (!isInstant(at) || !uuid.test(id) || !/^\d$/.test(rank)) {
    throw new AppError('validation_failed', { errors: [{ path: 'cursor', code: 'invalid', message: 'Not a cursor' }] })
  }
  return { at, id, rank: Number(rank) }
}
