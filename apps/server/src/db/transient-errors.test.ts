import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, it } from 'vitest'
import { isTransient } from './transient-errors.ts'

const coded = (code: string) => Object.assign(new Error('x'), { code })
const built = (cause: Error, params: unknown[] = []) => new DrizzleQueryError('select 1', params, cause)

describe('an error of the database', () => {
  it.each(['40P01', '57P03', '08006', '53300', 'ECONNREFUSED'])('%s passes, also inside of a built query', (code) => {
    expect(isTransient(coded(code))).toBe(true)
    expect(isTransient(built(coded(code)))).toBe(true)
  })

  it.each(['22021', '23505', '22P02'])('%s does not, whatever words the values hold', (code) => {
    expect(isTransient(coded(code))).toBe(false)
    expect(isTransient(built(coded(code), ['connection timeout']))).toBe(false)
  })

  it('is not a file that is not there', () => {
    expect(isTransient(Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
    expect(isTransient(Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'connect' }))).toBe(true)
  })
})
