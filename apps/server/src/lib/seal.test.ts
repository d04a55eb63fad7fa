import { describe, expect, it } from 'vitest'
import { createSealer } from './seal.ts'

describe('sealing', () => {
  it('opens what it sealed, and never seals alike twice', () => {
    const sealer = createSealer('a'.repeat(32))
    const [one, two] = [sealer.seal('token'), sealer.seal('token')]
    expect(one).not.toBe(two)
    expect(one).not.toContain('token')
    expect(sealer.open(one)).toBe('token')
  })

  it('opens what a former secret sealed, and refuses a foreign one', () => {
    const old = createSealer('a'.repeat(32))
    const sealed = old.seal('token')
    expect(createSealer('b'.repeat(32), ['a'.repeat(32)]).open(sealed)).toBe('token')
    expect(() => createSealer('b'.repeat(32)).open(sealed)).toThrow('not configured')
  })

  it('refuses a text that was changed', () => {
    const sealer = createSealer('a'.repeat(32))
    const sealed = sealer.seal('token')
    const other = sealed.at(-2) === 'A' ? 'B' : 'A'
    expect(() => sealer.open(`${sealed.slice(0, -2)}${other}${sealed.at(-1)}`)).toThrow()
  })

  it('signs differently for each purpose', () => {
    const sealer = createSealer('a'.repeat(32))
    expect(sealer.sign('file', 'x')).not.toBe(sealer.sign('subscriber', 'x'))
  })
})
