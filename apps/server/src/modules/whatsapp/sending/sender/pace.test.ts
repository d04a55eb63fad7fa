import { describe, expect, test } from 'vitest'
import { createPace } from './pace.ts'

const clock = () => {
  let ms = 0
  return { now: () => ms, pass: (by: number) => (ms += by) }
}
/** Sends whenever it may, for so many milliseconds; answers how many went. */
const drain = (pace: ReturnType<typeof createPace>, time: ReturnType<typeof clock>, ms: number, bulk = true) => {
  let sent = 0
  for (let passed = 0; passed < ms; passed += 10) {
    const count = pace.available(bulk)
    pace.take(count)
    sent += count
    time.pass(10)
  }
  return sent
}

describe('the pace of a number', () => {
  test('any second stays within Meta’s limit, and nearly all of it is used', () => {
    const time = clock()
    const pace = createPace(80, time.now)
    expect(drain(pace, time, 1000)).toBeLessThanOrEqual(80)
    const minute = drain(pace, time, 60_000)
    expect(minute / 60).toBeGreaterThan(60)
    expect(minute / 60).toBeLessThanOrEqual(80)
  })

  test('a bulk leaves something for a person’s message at any moment', () => {
    const time = clock()
    const pace = createPace(80, time.now)
    drain(pace, time, 5000)
    expect(pace.available(true)).toBe(0)
    expect(pace.available(false)).toBeGreaterThanOrEqual(1)
    expect(pace.waitMs(true)).toBeGreaterThan(0)
  })

  test('told that it was too fast it halves, and recovers within two minutes', () => {
    const time = clock()
    const pace = createPace(80, time.now)
    time.pass(5000)
    const before = pace.perSecond()
    pace.slow()
    pace.slow()
    expect(pace.perSecond()).toBeCloseTo(before / 2)
    drain(pace, time, 120_000)
    expect(pace.perSecond()).toBeCloseTo(before)
  })

  test('the slowest number still sends', () => {
    const time = clock()
    const pace = createPace(1, time.now)
    for (let i = 0; i < 20; i++) {
      time.pass(2000)
      pace.slow()
    }
    expect(drain(pace, time, 60_000)).toBeGreaterThan(5)
  })
})
