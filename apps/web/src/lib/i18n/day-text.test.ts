import { afterEach, expect, test } from 'vitest'
import { readDatesAs } from './dates.ts'
import { dayIn, dayText } from './day-text.ts'

afterEach(() => readDatesAs(undefined))

test('days are written and understood in the order of the language', () => {
  expect([dayText('2026-11-24', 'en'), dayText('2026-11-24', 'pt')]).toEqual(['11/24/2026', '24/11/2026'])
  expect([dayIn('11/24/2026', 'en', 2026), dayIn('24/11/26', 'pt', 2026), dayIn('24.11', 'pt', 2027)]).toEqual([
    '2026-11-24',
    '2026-11-24',
    '2027-11-24',
  ])
  expect(dayIn('2026-11-24', 'pt', 2026)).toBe('2026-11-24')
  expect(['', '24', '31/02/2026', 'soon', '24/11/'].map((text) => dayIn(text, 'pt', 2026))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('days are written in the order that someone chose', () => {
  readDatesAs({ dateFormat: 'ymd', timeFormat: 'auto', firstDay: 'monday' })
  expect(dayText('2026-11-24', 'en')).toBe('2026-11-24')
  expect(dayIn('2026/11/24', 'en', 2026)).toBe('2026-11-24')
})
