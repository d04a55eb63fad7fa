import { isRecurrence } from '@recado/contracts/campaigns/recurrence'
import { expect, test } from 'vitest'
import { lastOccurrence, occurrencesAfter } from './occurrences.ts'

const series = (rule: string, at = '2026-03-02T09:00', timezone = 'America/Sao_Paulo') =>
  ({ kind: 'recurring', rule, at, timezone }) as const
const at = (instant: string) => new Date(instant)
const isos = (dates: Date[]) => dates.map((date) => date.toISOString())

test('repeats on the days of its rule at the clock of its zone, from its first date on', () => {
  const weekly = series('FREQ=WEEKLY;BYDAY=MO,TH')
  expect(isos(occurrencesAfter(weekly, at('2020-01-01T00:00:00Z'), 3))).toEqual([
    '2026-03-02T12:00:00.000Z',
    '2026-03-05T12:00:00.000Z',
    '2026-03-09T12:00:00.000Z',
  ])
  expect(isos(occurrencesAfter(weekly, at('2026-03-05T12:00:00Z'), 1))).toEqual(['2026-03-09T12:00:00.000Z'])
  expect(isos(occurrencesAfter(series('FREQ=MONTHLY;BYMONTHDAY=-1'), at('2026-03-30T00:00:00Z'), 2))).toEqual([
    '2026-03-31T12:00:00.000Z',
    '2026-04-30T12:00:00.000Z',
  ])
})

test('ends after its number of times, and with its last day', () => {
  const all = (rule: string) => isos(occurrencesAfter(series(rule), at('2026-03-01T00:00:00Z'), 10))
  expect(all('FREQ=DAILY;COUNT=2')).toEqual(['2026-03-02T12:00:00.000Z', '2026-03-03T12:00:00.000Z'])
  expect(all('FREQ=DAILY;UNTIL=20260303')).toEqual(['2026-03-02T12:00:00.000Z', '2026-03-03T12:00:00.000Z'])
  expect(all('FREQ=DAILY;UNTIL=20260303T120000Z')).toHaveLength(2)
  expect(all('FREQ=DAILY;UNTIL=20260303T115959Z')).toHaveLength(1)
  // What is over counts: two of three have passed.
  expect(occurrencesAfter(series('FREQ=DAILY;COUNT=3'), at('2026-03-03T13:00:00Z'), 10)).toHaveLength(1)
})

test('a time that the clocks leave out is as long after the leap, and of one that comes twice it is the first', () => {
  const leap = series('FREQ=DAILY', '2026-03-28T02:30', 'Europe/Berlin')
  expect(isos(occurrencesAfter(leap, at('2026-03-27T00:00:00Z'), 3))).toEqual([
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
  const twice = series('FREQ=DAILY', '2026-10-24T01:30', 'Europe/Lisbon')
  expect(isos(occurrencesAfter(twice, at('2026-10-24T00:00:00Z'), 3))).toEqual([
    '2026-10-24T00:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ])
})

test('names the last time of a while, and none where there was none', () => {
  const daily = series('FREQ=DAILY')
  const last = (from: string, to: string) => lastOccurrence(daily, at(from), at(to))?.toISOString()
  expect(last('2026-03-02T12:00:00Z', '2026-03-05T11:59:59Z')).toBe('2026-03-04T12:00:00.000Z')
  expect(last('2026-03-02T12:00:00Z', '2026-03-02T12:00:00Z')).toBe('2026-03-02T12:00:00.000Z')
  expect(last('2026-03-02T12:00:01Z', '2026-03-03T11:00:00Z')).toBeUndefined()
})

test.each([
  'FREQ=HOURLY',
  'FREQ=DAILY;BYHOUR=9,10',
  'FREQ=DAILY;COUNT=2;UNTIL=20260303',
  'FREQ=WEEKLY;INTERVAL=0',
  'BYDAY=MO',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=WEEKLY;BYDAY=1MO',
  'nonsense',
  '',
])('no campaign repeats by %s', (rule) => {
  expect(isRecurrence(rule)).toBe(false)
  expect(occurrencesAfter(series(rule), at('2026-03-01T00:00:00Z'), 1)).toEqual([])
})

test('a day that never comes ends the search', () => {
  const never = series('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', '2026-02-02T09:00')
  expect(occurrencesAfter(never, at('2026-03-01T00:00:00Z'), 1)).toEqual([])
  expect(occurrencesAfter(series('FREQ=DAILY', '2026-13-45T09:00'), at('2026-03-01T00:00:00Z'), 1)).toEqual([])
})
