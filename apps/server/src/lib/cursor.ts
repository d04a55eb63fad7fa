import { z } from 'zod'
import { AppError } from '#server/http/app-error.ts'
import { isUuid } from './ids.ts'

/** Where the page after a row begins, as a text that means nothing to clients: JSON in base64url, instants in milliseconds. */
export const encodeCursor = (place: Record<string, string | number | Date>): string => {
  const entries = Object.entries(place).map(([key, value]) => [key, value instanceof Date ? value.getTime() : value])
  return Buffer.from(JSON.stringify(Object.fromEntries(entries))).toString('base64url')
}

/** Links that people keep may hold a cursor of before: its parts stood beside each other. */
const readParts = (text: string): object => {
  const [at, last = '', rank = 0] = text.split('|')
  if (isUuid(last)) return { at, id: last, rank: Number(rank) }
  const [, first = '', rest = ''] = /^(\S+) (.*)$/s.exec(text) ?? []
  return isUuid(first) ? { id: first, key: rest, at: Number(rest) } : { at: Number(first), id: rest }
}

const read = (cursor: string): unknown => {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!text.startsWith('{')) return readParts(text)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The place that a cursor names; null without one, and for what we did not make. */
export const parseCursor = <T>(shape: z.ZodType<T>, cursor: string | undefined): T | null =>
  shape.safeParse(cursor ? read(cursor) : null).data ?? null

/** The place that a cursor names; null without one. Throws `validation_failed` for what we did not make. */
export const decodeCursor = <T>(shape: z.ZodType<T>, cursor: string | undefined): T | null => {
  if (!cursor) return null
  const place = parseCursor(shape, cursor)
  if (place === null)
    throw new AppError('validation_failed', { errors: [{ path: 'cursor', code: 'invalid', message: 'Not a cursor' }] })
  return place
}

const id = z.string().refine(isUuid)
/** Up to the year 5138, which databases know. */
const instant = z
  .int()
  .min(0)
  .max(99_999_999_999_999)
  .transform((at) => new Date(at))

/** A place in a list sorted by a text and then by id. */
export const keyPlace = z.object({ id, key: z.string().refine((key) => !key.includes('\u0000')) })

/** A place in a list sorted by an instant and then by id. */
export const instantPlace = z.object({ at: instant, id })

/** A place in a list of the notification service, whose ids are its own. */
export const notificationPlace = z.object({ at: instant, id: z.string().regex(/^[0-9a-f]{24}$/) })

const written = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?[+-]\d\d(?::\d\d)*$/

/** Whether the database can have written this instant. */
const isWritten = (text: string): boolean => {
  if (text === 'infinity') return true
  const [, day, time] = written.exec(text) ?? []
  const at = new Date(`${day}T${time}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`)
}

/**
 * A place in a list sorted by an instant to the microsecond, as the database writes it. `rank` is the priority, in orders
 * that begin with it; 0 in others.
 */
export const rankedPlace = z.object({ at: z.string().refine(isWritten), id, rank: z.int().min(0).max(9).default(0) })
export type RankedPlace = z.output<typeof rankedPlace>
