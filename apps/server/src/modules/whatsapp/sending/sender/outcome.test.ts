import { describe, expect, test } from 'vitest'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { outcomeOf } from './outcome.ts'
import { stopOf } from './stops.ts'

const refused = (code: number) => new GraphError({ message: 'refused', fate: 'rejected', code, httpStatus: 400 })
const first = { attempts: 1, slowed: 0 }

describe('what becomes of a send', () => {
  test('without an answer it is unknown, whatever Meta might have meant', () => {
    expect(outcomeOf(new GraphError({ message: 'cut', fate: 'unknown', code: 131000 }), first)).toEqual({
      kind: 'unknown',
    })
  })

  test('passing trouble: five times with growing waits, then failed', () => {
    const waits = [1, 2, 3, 4, 5].map((attempts) => outcomeOf(refused(131016), { attempts, slowed: 0 }))
    expect(waits.map((outcome) => outcome.kind === 'again' && outcome.waitSeconds)).toEqual([5, 30, 120, 600, 1800])
    expect(outcomeOf(refused(131016), { attempts: 6, slowed: 0 })).toMatchObject({
      kind: 'failed',
      errorClass: 'transient',
    })
  })

  test('too many to one person: 4 to the n seconds, at no cost, five times', () => {
    const waits = [0, 1, 2, 3, 4].map((slowed) => outcomeOf(refused(131056), { attempts: 1, slowed }))
    expect(waits.map((outcome) => outcome.kind === 'again' && outcome.waitSeconds)).toEqual([4, 16, 64, 256, 1024])
    expect(waits.every((outcome) => outcome.kind === 'again' && !outcome.costsAttempt)).toBe(true)
    expect(outcomeOf(refused(131056), { attempts: 1, slowed: 5 })).toMatchObject({ kind: 'failed', errorClass: 'rate' })
  })

  test('too fast for the number goes on for as long as it takes', () => {
    expect(outcomeOf(refused(130429), { attempts: 1, slowed: 500 })).toMatchObject({ kind: 'again', waitSeconds: 60 })
  })

  test('the marketing cap waits a day, then two, then gives up', () => {
    const at = (attempts: number) => outcomeOf(refused(131049), { attempts, slowed: 0 })
    expect([at(1), at(2)]).toMatchObject([{ waitSeconds: 86_400 }, { waitSeconds: 172_800 }])
    expect(at(3)).toMatchObject({ kind: 'failed', errorClass: 'policy' })
  })

  test.each([131026, 131047, 132000, 131008, 999_999])('code %i fails at once', (code) => {
    expect(outcomeOf(refused(code), first)).toMatchObject({ kind: 'failed', code })
  })

  test('only what concerns the sender stops it, and as far as it reaches', () => {
    expect(stopOf(refused(190))).toEqual({ status: 'token_expired', reach: 'account' })
    expect(stopOf(refused(131048))).toEqual({ status: 'restricted', reach: 'channel' })
    expect(stopOf(refused(131042))).toEqual({ status: 'restricted', reach: 'account' })
    expect(stopOf(refused(132016))).toBeNull()
    expect(stopOf(refused(131026))).toBeNull()
  })
})
