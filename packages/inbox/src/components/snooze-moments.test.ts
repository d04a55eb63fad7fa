import { expect, it } from 'vitest'
import { snoozeMoments } from './snooze-moments.ts'

it('is one hour later to the millisecond', () => {
  const now = new Date(2026, 10, 21, 23, 30, 12, 345)
  expect(snoozeMoments(now).snoozeHour).toEqual(new Date(2026, 10, 22, 0, 30, 12, 345))
})

it.each([
  ['in the small hours', new Date(2026, 10, 21, 0, 10), new Date(2026, 10, 22, 9)],
  ['on the last day of a year', new Date(2026, 11, 31, 18), new Date(2027, 0, 1, 9)],
])('is nine in the morning of the next day %s', (_, now, moment) => {
  expect(snoozeMoments(now).snoozeTomorrow).toEqual(moment)
})

it.each([
  ['Sunday', new Date(2026, 10, 22, 12), new Date(2026, 10, 23, 9)],
  ['Monday before nine', new Date(2026, 10, 23, 8), new Date(2026, 10, 30, 9)],
  ['Tuesday', new Date(2026, 10, 24, 12), new Date(2026, 10, 30, 9)],
  ['Saturday', new Date(2026, 10, 21, 23), new Date(2026, 10, 23, 9)],
])('is the next Monday when it is %s', (_, now, moment) => {
  expect(snoozeMoments(now).snoozeNextWeek).toEqual(moment)
})
