import { ordinalValues, type TimedRule, type TimeUnit } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { nextOccurrence } from './timed-rule.ts'

type Case = [string, TimedRule, string, string | null]

const next = (amount: number, unit: TimeUnit, rule: TimedRule, now: string, timezone = 'UTC') =>
  nextOccurrence({ amount, unit, rule }, { now: new Date(now), timezone })
    ?.toISOString()
    .replace('.000Z', 'Z') ?? null

const at = '09:00'

// June 15, 2026 is a Monday.
const daily: [number, ...Case][] = [
  [1, 'later today', { atTime: at }, '2026-06-15T08:59:59.999Z', '2026-06-15T09:00:00Z'],
  [1, 'strictly later', { atTime: at }, '2026-06-15T09:00:00Z', '2026-06-16T09:00:00Z'],
  [1, 'just too late', { atTime: at }, '2026-06-15T09:00:00.001Z', '2026-06-16T09:00:00Z'],
  [1, 'with seconds', { atTime: '9:05:30' }, '2026-06-15T09:05:29Z', '2026-06-15T09:05:30Z'],
  [1, 'at midnight', { atTime: '00:00' }, '2026-06-15T00:00:00Z', '2026-06-16T00:00:00Z'],
  [1, 'at the time it is', {}, '2026-06-15T10:11:12.345Z', '2026-06-16T10:11:12Z'],
  [3, 'a day that counts from now', { atTime: at }, '2026-06-15T08:00:00Z', '2026-06-15T09:00:00Z'],
  [3, 'the days between are left out', { atTime: at }, '2026-06-15T10:00:00Z', '2026-06-18T09:00:00Z'],
  [1, 'over the end of a leap February', { atTime: at }, '2028-02-28T10:00:00Z', '2028-02-29T09:00:00Z'],
  [
    1,
    'whatever the other settings say',
    { atTime: at, weekDays: ['friday'], monthDays: [3] },
    '2026-06-15T08:00:00Z',
    '2026-06-15T09:00:00Z',
  ],
]

test.each(daily)('every %d days, %s', (amount, _name, rule, now, expected) => {
  expect(next(amount, 'days', rule, now)).toBe(expected)
})

const weekly: [number, ...Case][] = [
  [1, 'today', { atTime: at }, '2026-06-15T08:00:00Z', '2026-06-15T09:00:00Z'],
  [1, 'the same day of next week', { atTime: at, weekDays: [] }, '2026-06-15T10:00:00Z', '2026-06-22T09:00:00Z'],
  [
    1,
    'the first of its days',
    { atTime: at, weekDays: ['friday', 'wednesday'] },
    '2026-06-15T10:00:00Z',
    '2026-06-17T09:00:00Z',
  ],
  [
    1,
    'the next of its days',
    { atTime: at, weekDays: ['friday', 'wednesday'] },
    '2026-06-17T10:00:00Z',
    '2026-06-19T09:00:00Z',
  ],
  [
    1,
    'its first day again',
    { atTime: at, weekDays: ['friday', 'wednesday'] },
    '2026-06-19T10:00:00Z',
    '2026-06-24T09:00:00Z',
  ],
  [2, 'a day of this week', { atTime: at, weekDays: ['wednesday'] }, '2026-06-15T10:00:00Z', '2026-06-17T09:00:00Z'],
  [2, 'a day that is over', { atTime: at, weekDays: ['wednesday'] }, '2026-06-17T10:00:00Z', '2026-07-01T09:00:00Z'],
  [2, 'Sunday ends a week', { atTime: at, weekDays: ['sunday'] }, '2026-06-15T10:00:00Z', '2026-06-21T09:00:00Z'],
  [2, 'Monday begins one', { atTime: at, weekDays: ['monday'] }, '2026-06-21T10:00:00Z', '2026-06-29T09:00:00Z'],
  [1, 'at the time it is', { weekDays: ['tuesday'] }, '2026-06-15T10:30:00Z', '2026-06-16T10:30:00Z'],
]

test.each(weekly)('every %d weeks, %s', (amount, _name, rule, now, expected) => {
  expect(next(amount, 'weeks', rule, now)).toBe(expected)
})

test.each([
  ['monday', '22'],
  ['tuesday', '16'],
  ['wednesday', '17'],
  ['thursday', '18'],
  ['friday', '19'],
  ['saturday', '20'],
  ['sunday', '21'],
] as const)('every week on %s', (name, date) => {
  expect(next(1, 'weeks', { atTime: at, weekDays: [name] }, '2026-06-15T10:00:00Z')).toBe(`2026-06-${date}T09:00:00Z`)
})

const each = (...monthDays: number[]): TimedRule => ({ atTime: at, monthlyType: 'each', monthDays })

const monthly: [number, ...Case][] = [
  [1, 'today', each(1, 15), '2026-06-15T08:00:00Z', '2026-06-15T09:00:00Z'],
  [1, 'its next day', each(15, 1), '2026-06-15T10:00:00Z', '2026-07-01T09:00:00Z'],
  [1, 'without saying each', { atTime: at, monthDays: [20] }, '2026-06-15T10:00:00Z', '2026-06-20T09:00:00Z'],
  [1, 'a day that June lacks', each(31), '2026-06-15T10:00:00Z', '2026-07-31T09:00:00Z'],
  [1, 'days that February lacks', each(30, 31), '2026-02-01T10:00:00Z', '2026-03-30T09:00:00Z'],
  [1, 'the 29th in an ordinary year', each(29), '2026-02-01T10:00:00Z', '2026-03-29T09:00:00Z'],
  [1, 'the 29th in a leap year', each(29), '2028-02-01T10:00:00Z', '2028-02-29T09:00:00Z'],
  [3, 'a day that is over', each(10), '2026-06-15T10:00:00Z', '2026-09-10T09:00:00Z'],
  [3, 'a day of this month', each(20), '2026-06-15T10:00:00Z', '2026-06-20T09:00:00Z'],
  [2, 'a day that this month lacks', each(31), '2026-06-15T10:00:00Z', '2026-08-31T09:00:00Z'],
  [12, 'leap day', each(29), '2026-02-01T10:00:00Z', '2028-02-29T09:00:00Z'],
  [12, 'leap day around 2100', each(29), '2097-02-01T10:00:00Z', '2104-02-29T09:00:00Z'],
  [600, 'leap day in fifty years', each(29), '2026-02-01T10:00:00Z', '2076-02-29T09:00:00Z'],
  [12, 'days that come in part', each(31, 5), '2026-02-10T10:00:00Z', '2027-02-05T09:00:00Z'],
  [12, 'the last of February, clamped', each(), '2028-02-29T10:00:00Z', '2029-02-28T09:00:00Z'],
  [5, 'a day of every second month met', each(31), '2026-02-10T10:00:00Z', '2026-07-31T09:00:00Z'],
  [12, 'a day that never comes', each(30), '2026-02-01T10:00:00Z', null],
  [24, 'a leap day that is always left out', each(29), '2027-02-01T10:00:00Z', null],
  [1, 'the day it is', { atTime: at }, '2026-06-15T10:00:00Z', '2026-07-15T09:00:00Z'],
  [1, 'the day it is, later today', each(), '2026-06-15T08:00:00Z', '2026-06-15T09:00:00Z'],
  [1, 'the 31st, clamped', each(), '2026-01-31T10:00:00Z', '2026-02-28T09:00:00Z'],
  [1, 'the 30th, clamped in a leap year', each(), '2028-01-30T10:00:00Z', '2028-02-29T09:00:00Z'],
  [1, 'the 29th, not clamped to the 28th', each(), '2028-01-29T10:00:00Z', '2028-02-29T09:00:00Z'],
  [1, 'the 31st of March, clamped', each(), '2026-03-31T10:00:00Z', '2026-04-30T09:00:00Z'],
  [1, 'at the time it is', { monthDays: [16] }, '2026-06-15T10:30:00Z', '2026-06-16T10:30:00Z'],
]

test.each(monthly)('every %d months, %s', (amount, _name, rule, now, expected) => {
  expect(next(amount, 'months', rule, now)).toBe(expected)
})

const on = (ordinal: TimedRule['ordinal'], ordinalValue: TimedRule['ordinalValue']): TimedRule => ({
  atTime: at,
  monthlyType: 'on',
  ordinal,
  ordinalValue,
  monthDays: [13],
})

// July 1, 2026 is a Wednesday, August 1 a Saturday, August 31 a Monday.
const ordinal: [TimedRule['ordinal'], TimedRule['ordinalValue'], string, string][] = [
  ['1', 'day', '2026-06-30T10:00:00Z', '2026-07-01'],
  ['3', 'day', '2026-06-30T10:00:00Z', '2026-07-03'],
  ['5', 'day', '2026-06-04T10:00:00Z', '2026-06-05'],
  ['last', 'day', '2026-06-15T10:00:00Z', '2026-06-30'],
  ['last', 'day', '2026-02-15T10:00:00Z', '2026-02-28'],
  ['last', 'day', '2028-02-15T10:00:00Z', '2028-02-29'],
  ['1', 'weekday', '2026-07-31T10:00:00Z', '2026-08-03'],
  ['2', 'weekday', '2026-06-30T10:00:00Z', '2026-07-02'],
  ['4', 'weekday', '2026-06-30T10:00:00Z', '2026-07-06'],
  ['5', 'weekday', '2026-06-30T10:00:00Z', '2026-07-07'],
  ['last', 'weekday', '2026-05-15T10:00:00Z', '2026-05-29'],
  ['1', 'weekend', '2026-07-31T10:00:00Z', '2026-08-01'],
  ['2', 'weekend', '2026-07-31T10:00:00Z', '2026-08-02'],
  ['3', 'weekend', '2026-07-31T10:00:00Z', '2026-08-08'],
  ['5', 'weekend', '2026-07-31T10:00:00Z', '2026-08-15'],
  ['last', 'weekend', '2026-05-15T10:00:00Z', '2026-05-31'],
  ['last', 'weekend', '2026-08-15T10:00:00Z', '2026-08-30'],
  ['1', 'monday', '2026-06-15T10:00:00Z', '2026-07-06'],
  ['3', 'monday', '2026-06-15T08:00:00Z', '2026-06-15'],
  ['4', 'friday', '2026-06-30T10:00:00Z', '2026-07-24'],
  ['5', 'monday', '2026-06-15T10:00:00Z', '2026-06-29'],
  ['5', 'monday', '2026-06-29T10:00:00Z', '2026-08-31'],
  ['last', 'friday', '2026-06-15T10:00:00Z', '2026-06-26'],
  ['last', 'monday', '2026-08-24T10:00:00Z', '2026-08-31'],
  ['2', 'monday', '2026-06-30T10:00:00Z', '2026-07-13'],
  ['2', 'tuesday', '2026-06-30T10:00:00Z', '2026-07-14'],
  ['2', 'wednesday', '2026-06-30T10:00:00Z', '2026-07-08'],
  ['2', 'thursday', '2026-06-30T10:00:00Z', '2026-07-09'],
  ['2', 'friday', '2026-06-30T10:00:00Z', '2026-07-10'],
  ['2', 'saturday', '2026-06-30T10:00:00Z', '2026-07-11'],
  ['2', 'sunday', '2026-06-30T10:00:00Z', '2026-07-12'],
]

test.each(ordinal)('every month on %s %s', (position, value, now, date) => {
  expect(next(1, 'months', on(position, value), now)).toBe(`${date}T09:00:00Z`)
})

test('every kind of day is tried', () => {
  expect(new Set(ordinal.map(([, value]) => value))).toEqual(new Set(ordinalValues))
  expect(next(2, 'months', on('1', 'monday'), '2026-06-15T10:00:00Z')).toBe('2026-08-03T09:00:00Z')
})

test('every month on nothing never comes', () => {
  expect(next(1, 'months', { atTime: at, monthlyType: 'on', ordinal: '1' }, '2026-06-15T10:00:00Z')).toBeNull()
  expect(next(1, 'months', { atTime: at, monthlyType: 'on', ordinalValue: 'day' }, '2026-06-15T10:00:00Z')).toBeNull()
})

const short: [number, TimeUnit, string | undefined, string, string][] = [
  [30, 'minutes', undefined, '2026-06-15T10:11:12.345Z', '2026-06-15T10:41:12.345Z'],
  [2, 'hours', undefined, '2026-06-15T23:30:00Z', '2026-06-16T01:30:00Z'],
  [15, 'minutes', '09:05', '2026-06-15T10:00:00Z', '2026-06-15T10:05:00Z'],
  [15, 'minutes', '09:05', '2026-06-15T10:05:00Z', '2026-06-15T10:20:00Z'],
  [15, 'minutes', '09:05', '2026-06-15T00:00:00Z', '2026-06-15T00:05:00Z'],
  [15, 'minutes', '09:05:30', '2026-06-15T10:05:00Z', '2026-06-15T10:05:30Z'],
  [7, 'minutes', '00:00', '2026-06-15T23:58:00Z', '2026-06-16T00:02:00Z'],
  [4, 'hours', '09:00', '2026-06-15T08:00:00Z', '2026-06-15T09:00:00Z'],
  [4, 'hours', '09:00', '2026-06-15T09:00:00Z', '2026-06-15T13:00:00Z'],
  [4, 'hours', '09:00', '2026-06-15T21:00:00Z', '2026-06-16T01:00:00Z'],
  [5, 'hours', '09:00', '2026-06-15T08:00:00Z', '2026-06-15T10:00:00Z'],
  [48, 'hours', '09:00', '2026-06-15T10:00:00Z', '2026-06-17T09:00:00Z'],
  [48, 'hours', '09:00', '2026-06-15T08:00:00Z', '2026-06-16T09:00:00Z'],
]

test.each(short)('every %d %s at %s', (amount, unit, atTime, now, expected) => {
  expect(next(amount, unit, atTime === undefined ? {} : { atTime }, now)).toBe(expected)
})

test('seconds are no calendar', () => {
  expect(next(30, 'seconds', {}, '2026-06-15T10:00:00Z')).toBeNull()
})

const [lisbon, saoPaulo] = ['Europe/Lisbon', 'America/Sao_Paulo']
const zones: [string, string, number, TimeUnit, TimedRule, string, string][] = [
  ['summer', lisbon, 1, 'days', { atTime: at }, '2026-06-15T08:30:00Z', '2026-06-16T08:00:00Z'],
  ['into summer', lisbon, 1, 'days', { atTime: at }, '2026-03-28T10:00:00Z', '2026-03-29T08:00:00Z'],
  ['into winter', lisbon, 1, 'days', { atTime: at }, '2026-10-24T10:00:00Z', '2026-10-25T09:00:00Z'],
  ['a time left out', lisbon, 1, 'days', { atTime: '01:30' }, '2026-03-28T12:00:00Z', '2026-03-29T01:30:00Z'],
  [
    'a time left out, just moved',
    lisbon,
    1,
    'days',
    { atTime: '01:30' },
    '2026-03-29T01:15:00Z',
    '2026-03-29T01:30:00Z',
  ],
  ['after it', lisbon, 1, 'days', { atTime: '01:30' }, '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
  ['the first of two', lisbon, 1, 'days', { atTime: '01:30' }, '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
  ['between the two', lisbon, 1, 'days', { atTime: '01:30' }, '2026-10-25T00:45:00Z', '2026-10-26T01:30:00Z'],
  ['in the second hour', lisbon, 1, 'days', { atTime: '01:30' }, '2026-10-25T01:10:00Z', '2026-10-26T01:30:00Z'],
  ['midnight left out', saoPaulo, 1, 'days', { atTime: '00:30' }, '2018-11-03T15:00:00Z', '2018-11-04T03:30:00Z'],
  [
    'midnight left out, just moved',
    saoPaulo,
    1,
    'days',
    { atTime: '00:30' },
    '2018-11-04T03:10:00Z',
    '2018-11-04T03:30:00Z',
  ],
  ['an evening of two', saoPaulo, 1, 'days', { atTime: '23:30' }, '2018-02-17T15:00:00Z', '2018-02-18T01:30:00Z'],
  ['after the first of it', saoPaulo, 1, 'days', { atTime: '23:30' }, '2018-02-18T01:45:00Z', '2018-02-19T02:30:00Z'],
  [
    'the week day of the zone',
    saoPaulo,
    1,
    'weeks',
    { atTime: '23:00', weekDays: ['monday'] },
    '2026-06-16T01:00:00Z',
    '2026-06-16T02:00:00Z',
  ],
  [
    'the month of the zone',
    saoPaulo,
    1,
    'months',
    { atTime: '23:00', monthlyType: 'on', ordinal: 'last', ordinalValue: 'day' },
    '2026-07-01T01:00:00Z',
    '2026-07-01T02:00:00Z',
  ],
  [
    'weekly into summer',
    saoPaulo,
    1,
    'weeks',
    { atTime: at, weekDays: ['monday'] },
    '2018-11-01T15:00:00Z',
    '2018-11-05T11:00:00Z',
  ],
  [
    'monthly into winter',
    lisbon,
    1,
    'months',
    { atTime: at, monthDays: [1] },
    '2026-10-05T15:00:00Z',
    '2026-11-01T09:00:00Z',
  ],
  [
    'hours into summer keep the time',
    lisbon,
    12,
    'hours',
    { atTime: at },
    '2026-03-28T22:00:00Z',
    '2026-03-29T08:00:00Z',
  ],
  [
    'minutes pass through both hours',
    lisbon,
    15,
    'minutes',
    { atTime: at },
    '2026-10-25T00:50:00Z',
    '2026-10-25T01:00:00Z',
  ],
  ['an unknown zone', 'Lisbon', 1, 'days', { atTime: at }, '2026-06-15T08:30:00Z', '2026-06-15T09:00:00Z'],
]

test.each(zones)('%s in %s: every %d %s', (_name, timezone, amount, unit, rule, now, expected) => {
  expect(next(amount, unit, rule, now, timezone)).toBe(expected)
})

test('a rule that never comes, however rare, has no end', () => {
  expect(next(99_996, 'months', each(30), '2026-02-01T10:00:00Z')).toBeNull()
})
