import { Writable } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { safeMessageOf, serializeError } from './safe-error.ts'

const refused = Object.assign(new Error('duplicate key value violates unique constraint "contacts_phone_key"'), {
  code: '23505',
  constraint: 'contacts_phone_key',
  detail: 'Key (phone)=(5511987650001) already exists.',
})
const failed = new DrizzleQueryError(
  'insert into messages (body) values ($1)',
  ['minha senha é 1234\u0000', '5511987650001'],
  refused,
)

const logged = (error: unknown): string => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  pino({ serializers: { err: serializeError } }, sink).error({ err: error }, 'failed')
  return lines.join('')
}

describe('an error in the log', () => {
  it('names the statement, the code, the constraint and the place', () => {
    const line = logged(failed)
    for (const part of ['insert into messages (body) values ($1)', '23505', 'contacts_phone_key', 'safe-error.test'])
      expect(line).toContain(part)
  })

  it('keeps the values of queries and the rows that were refused out', () => {
    const line = logged(new Error('request failed', { cause: failed }))
    expect(line).not.toContain('senha')
    expect(line).not.toContain('5511987650001')
  })

  it('ends with causes that go round in a circle', () => {
    const error = new Error('round')
    error.cause = error
    expect(logged(error)).toContain('round')
  })
})

describe('the message that is kept with a failed job or body', () => {
  it('is that of the database, and can be stored', () => {
    expect(safeMessageOf(failed)).toBe(refused.message)
    expect(safeMessageOf(new Error('a\u0000b'))).toBe('ab')
  })
})
