import { sanitizeText } from './sanitize-text.ts'

type Facts = Record<string, unknown>

const MOST_CAUSES = 5

/** Fields of errors that say what went wrong and never with whose data. */
const safeFields = [
  'code',
  'statusCode',
  'httpStatus',
  'fate',
  'fbtraceId',
  'syscall',
  'severity',
  'constraint',
  'table',
  'column',
  'routine',
] as const

/** A query builder's error carries the statement, and in its message the values too. */
const statementOf = (error: Error): string | null =>
  'query' in error && typeof error.query === 'string' && 'params' in error ? error.query : null

/** What may be kept of an error's message: what the database said, without the values it was given. */
export const safeMessageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return sanitizeText(String(error))
  if (statementOf(error) === null) return sanitizeText(error.message)
  return error.cause instanceof Error ? safeMessageOf(error.cause) : 'A query failed'
}

const framesOf = (error: Error) => (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))

/**
 * An error for the log: its kind, message, place and causes. Values of queries, rows that a constraint refused and what
 * other systems quoted stay out, since they are people's names, numbers and messages.
 */
export const serializeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : { type: typeof error }
  const statement = statementOf(error)
  const facts: Facts = {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: statement === null ? error.message : `Failed query: ${statement}`,
  }
  for (const field of safeFields) {
    const value = (error as unknown as Facts)[field]
    if (typeof value === 'string' || typeof value === 'number') facts[field] = value
  }
  facts['stack'] = framesOf(error).join('\n')
  if (error instanceof AggregateError)
    facts['errors'] = error.errors.slice(0, 10).map((one) => serializeError(one, MOST_CAUSES))
  if (error.cause !== undefined && depth < MOST_CAUSES) facts['cause'] = serializeError(error.cause, depth + 1)
  return facts
}
