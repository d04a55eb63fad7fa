import { expect, test } from 'vitest'
import { relativeTime } from './dates.ts'
import { changeOf, durationText, shownCount } from './figures.ts'

test.each([
  [0, 'now'],
  [-5, '5 seconds ago'],
  [-119, '1 minute ago'],
  [-7200, '2 hours ago'],
  [-86_400 * 3, '3 days ago'],
  [-86_400 * 65, '2 months ago'],
  [-86_400 * 800, '2 years ago'],
])('%i seconds from now is %s', (seconds, text) => {
  const now = Date.UTC(2026, 0, 1)
  expect(relativeTime(new Date(now + seconds * 1000), 'en', now)).toBe(text)
})

test('changes are whole percent, and nothing is not compared with nothing', () => {
  expect(changeOf(12, 10)).toBe(20)
  expect(changeOf(0, 10)).toBe(-100)
  expect(changeOf(3, 0)).toBeNull()
  expect(changeOf(null, 5)).toBeNull()
})

test.each([
  [42, '42 sec'],
  [60, '1 min'],
  [252, '4 min 12 sec'],
  [7260, '2 hr 1 min'],
])('%i seconds read as %s', (seconds, text) => {
  expect(durationText(seconds, 'en')).toBe(text)
})

test('badges count to 99', () => {
  expect([0, 7, 99, 100].map(shownCount)).toEqual(['0', '7', '99', '99+'])
})
