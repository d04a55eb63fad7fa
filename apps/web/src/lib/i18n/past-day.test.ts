import { afterEach, expect, test, vi } from 'vitest'
import { dayHere, instantOn, today } from './past-day.ts'

afterEach(() => vi.useRealTimers())

test.each([1, 9, 12, 23])('at %i o’clock what was today is over, and other days keep their day', (hour) => {
  vi.useFakeTimers({ now: new Date(2026, 2, 5, hour, 30) })
  expect(today()).toBe('2026-03-05')
  expect(instantOn('2026-03-05')).toBe(new Date().toISOString())
  for (const day of ['2026-03-04', '2026-03-06']) expect(dayHere(new Date(instantOn(day)))).toBe(day)
})
