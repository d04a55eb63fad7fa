import type { StepMetadata, TimeUnit } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { backoffStart, type DelayOverride, digestKeyValue, digestWindowEnd, isBackoff } from './digest.ts'

const now = new Date('2026-01-31T12:00:00.250Z')
const clock = { now, timezone: 'UTC' }
const shown = (end: Date | { invalid: string }) => (end instanceof Date ? end.toISOString() : end)

const units: [number, TimeUnit, string][] = [
  [30, 'seconds', '2026-01-31T12:00:30.250Z'],
  [5, 'minutes', '2026-01-31T12:05:00.250Z'],
  [2, 'hours', '2026-01-31T14:00:00.250Z'],
  [1, 'days', '2026-02-01T12:00:00.250Z'],
  [2, 'weeks', '2026-02-14T12:00:00.250Z'],
  [1, 'months', '2026-02-28T12:00:00.250Z'],
]

for (const type of ['regular', 'backoff', undefined] as const) {
  test.each(units)(`a ${type ?? 'plain'} digest of %d %s`, (amount, unit, end) => {
    const metadata = { ...(type ? { type } : {}), amount, unit }
    expect(shown(digestWindowEnd(metadata, clock))).toBe(end)
    expect(shown(digestWindowEnd({ ...metadata, amount: 99 }, { ...clock, delayOverride: { amount, unit } }))).toBe(end)
  })
}

test('weeks and months go by the time zone', () => {
  const input = { now: new Date('2026-03-15T12:00:00Z'), timezone: 'Europe/Lisbon' }
  const end = (unit: TimeUnit) => shown(digestWindowEnd({ type: 'regular', amount: 1, unit }, input))
  expect(end('months')).toBe('2026-04-15T11:00:00.000Z')
  expect(end('weeks')).toBe('2026-03-22T12:00:00.000Z')
  expect(end('hours')).toBe('2026-03-15T13:00:00.000Z')
})

test('a timed digest ends at the next moment of its rule', () => {
  const timed = { atTime: '09:00', weekDays: ['friday' as const] }
  const end = (metadata: StepMetadata, timezone: string) =>
    shown(digestWindowEnd({ type: 'timed', amount: 1, unit: 'weeks', ...metadata }, { now, timezone }))
  expect(end({ timed }, 'UTC')).toBe('2026-02-06T09:00:00.000Z')
  expect(end({ timed }, 'America/Sao_Paulo')).toBe('2026-02-06T12:00:00.000Z')
  expect(end({ timed: { ...timed, timezone: 'Asia/Tokyo' } }, 'America/Sao_Paulo')).toBe('2026-02-06T00:00:00.000Z')
  expect(end({ timed }, 'Nowhere')).toBe('2026-02-06T09:00:00.000Z')
  expect(end({ unit: 'days' }, 'UTC')).toBe('2026-02-01T12:00:00.000Z')
})

test('the delay of a trigger does not move a timed digest', () => {
  const delayOverride = { amount: 1, unit: 'minutes' as const }
  const metadata = { type: 'timed' as const, amount: 1, unit: 'days' as const, timed: { atTime: '09:00' } }
  expect(shown(digestWindowEnd(metadata, { ...clock, delayOverride }))).toBe('2026-02-01T09:00:00.000Z')
})

test.each<[StepMetadata, string]>([
  [{}, 'amount and unit are required'],
  [{ type: 'regular', amount: 1 }, 'amount and unit are required'],
  [{ type: 'backoff', unit: 'days' }, 'amount and unit are required'],
  [{ type: 'regular', amount: 100_000, unit: 'months' }, 'amount is too large'],
  [{ type: 'timed', unit: 'days' }, 'amount and unit are required'],
  [{ type: 'timed', amount: 1 }, 'amount and unit are required'],
  [{ type: 'timed', amount: 30, unit: 'seconds' }, 'a timed digest cannot repeat every few seconds'],
  [{ type: 'timed', amount: 1, unit: 'days', timed: { timezone: 'Lisbon' } }, 'unknown time zone'],
  [
    { type: 'timed', amount: 1, unit: 'months', timed: { monthlyType: 'on' } },
    'the calendar rule has no next occurrence',
  ],
  [
    { type: 'timed', amount: 100_000, unit: 'months', timed: { monthDays: [1] } },
    'the calendar rule has no next occurrence',
  ],
])('the digest %j cannot be', (metadata, invalid) => {
  expect(digestWindowEnd(metadata, clock)).toEqual({ invalid })
})

test.each<[unknown, string]>([
  [{}, 'amount and unit are required'],
  [{ amount: -1, unit: 'days' }, 'amount must be a number that is not negative'],
  [{ amount: Number.NaN, unit: 'days' }, 'amount must be a number that is not negative'],
  [{ amount: '5', unit: 'days' }, 'amount must be a number that is not negative'],
  [{ amount: 1.5, unit: 'days' }, 'amount must be a whole number of days'],
  [{ amount: 0.5, unit: 'months' }, 'amount must be a whole number of months'],
  [{ amount: 1, unit: 'years' }, 'the unit is unknown'],
  [{ amount: 1, unit: 'constructor' }, 'the unit is unknown'],
  [{ amount: 1e300, unit: 'seconds' }, 'amount is too large'],
  [{ amount: 1e300, unit: 'months' }, 'amount is too large'],
])('the delay %j of a trigger cannot be', (delayOverride, invalid) => {
  const input = { ...clock, delayOverride: delayOverride as DelayOverride }
  expect(digestWindowEnd({ type: 'regular', amount: 1, unit: 'days' }, input)).toEqual({ invalid })
})

test('back-off is a type or a switch of the regular one', () => {
  expect(isBackoff({ type: 'backoff' })).toBe(true)
  expect(isBackoff({ type: 'regular', backoff: true })).toBe(true)
  expect(isBackoff({ backoff: true })).toBe(true)
  expect(isBackoff({ type: 'regular', backoff: false, backoffAmount: 5 })).toBe(false)
  expect(isBackoff({ type: 'timed', backoff: true })).toBe(false)
  expect(isBackoff({})).toBe(false)
})

test('back-off looks back by its own length', () => {
  const start = (backoffAmount: number, backoffUnit: TimeUnit) =>
    shown(backoffStart({ type: 'backoff', amount: 9, unit: 'days', backoffAmount, backoffUnit }, clock))
  expect(start(10, 'minutes')).toBe('2026-01-31T11:50:00.250Z')
  expect(start(1, 'weeks')).toBe('2026-01-24T12:00:00.250Z')
  expect(start(2, 'months')).toBe('2025-11-30T12:00:00.250Z')
  expect(backoffStart({ type: 'backoff', amount: 9, unit: 'days' }, clock)).toEqual({
    invalid: 'amount and unit are required',
  })
})

test.each<[string | undefined, Record<string, unknown>, string | null]>([
  ['post', { post: 'a' }, 'a'],
  ['post.id', { post: { id: 7 } }, '7'],
  ['posts.0.id', { posts: [{ id: 7 }] }, '7'],
  ['zero', { zero: 0 }, '0'],
  ['no', { no: false }, 'false'],
  ['list', { list: [2, 1] }, '[2,1]'],
  ['object', { object: { b: { d: 1, c: 2 }, a: [{ z: 1, y: null }] } }, '{"a":[{"y":null,"z":1}],"b":{"c":2,"d":1}}'],
  ['empty', { empty: '' }, null],
  ['none', { none: null }, null],
  ['missing', { post: 'a' }, null],
  ['post.missing', { post: 'a' }, null],
  ['constructor', {}, null],
  ['', { '': 'a' }, null],
  [undefined, { undefined: 'a' }, null],
])('the value at the key %j of %j is %j', (digestKey, payload, value) => {
  expect(digestKeyValue(digestKey === undefined ? {} : { digestKey }, payload)).toBe(value)
})

test('long values are told apart by their hash', () => {
  const value = (text: string) => digestKeyValue({ digestKey: 'x' }, { x: text })
  expect(value('a'.repeat(256))).toBe('a'.repeat(256))
  expect(value('a'.repeat(257))).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(value('a'.repeat(257))).toBe(value('a'.repeat(257)))
  expect(value('a'.repeat(257))).not.toBe(value('a'.repeat(258)))
})
