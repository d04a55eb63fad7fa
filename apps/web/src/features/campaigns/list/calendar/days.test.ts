import { expect, test } from 'vitest'
import { addMonths, daysOfMonth, entriesByDay, weekOf, weeksOfMonth } from './days.ts'

test('a month has the weeks that it has a part in, which begin with the first day of the reader', () => {
  const fromSunday = weeksOfMonth('2026-11-24', 0)
  expect([fromSunday.length, fromSunday[0]?.[0], fromSunday.at(-1)?.at(-1)]).toEqual([5, '2026-11-01', '2026-12-05'])
  const fromMonday = weeksOfMonth('2026-11-24', 1)
  expect([fromMonday.length, fromMonday[0]?.[0], fromMonday.at(-1)?.at(-1)]).toEqual([6, '2026-10-26', '2026-12-06'])
  expect(weeksOfMonth('2027-02-10', 1)).toHaveLength(4)
  expect(daysOfMonth('2028-02-10')).toHaveLength(29)
  expect(weekOf('2027-01-01', 1)).toEqual(expect.arrayContaining(['2026-12-28', '2027-01-03']))
  expect([addMonths('2026-12-31', 1), addMonths('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01'])
})

test('a campaign is on each day that it runs, as the clocks of the company show them', () => {
  const entry = {
    ...{ campaignId: '019a0000-0000-7000-8000-000000000001', name: 'News', state: 'running' as const },
    ...{ pauseReason: null, series: false },
    ...{ startsAt: '2026-11-03T02:30:00.000Z', endsAt: '2026-11-04T02:30:00.000Z' },
  }
  const on = (timezone: string) =>
    [...entriesByDay([entry], weekOf('2026-11-03', 0), timezone)]
      .filter(([, entries]) => entries.length > 0)
      .map(([day, [first]]) => [day, first?.continues])
  expect(on('America/Sao_Paulo')).toEqual([
    ['2026-11-02', false],
    ['2026-11-03', true],
  ])
  expect(on('UTC')).toEqual([
    ['2026-11-03', false],
    ['2026-11-04', true],
  ])
})
