import type { StepMetadata, TimeUnit } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { delayEnd } from './delay.ts'
import type { DelayOverride } from './digest.ts'

const now = new Date('2026-01-31T12:00:00.250Z')
const end = (
  metadata: StepMetadata,
  {
    payload = {} as Record<string, unknown>,
    timezone = 'UTC',
    ...rest
  }: { payload?: Record<string, unknown>; timezone?: string; delayOverride?: DelayOverride } = {},
) => {
  const found = delayEnd(metadata, { now, timezone, payload, ...rest })
  return 'until' in found ? found.until.toISOString() : found.invalid
}

const units: [number, TimeUnit, string][] = [
  [30, 'seconds', '2026-01-31T12:00:30.250Z'],
  [5, 'minutes', '2026-01-31T12:05:00.250Z'],
  [2, 'hours', '2026-01-31T14:00:00.250Z'],
  [1, 'days', '2026-02-01T12:00:00.250Z'],
  [2, 'weeks', '2026-02-14T12:00:00.250Z'],
  [1, 'months', '2026-02-28T12:00:00.250Z'],
]

test.each(units)('a delay of %d %s', (amount, unit, until) => {
  expect(end({ type: 'regular', amount, unit })).toBe(until)
  expect(end({ amount, unit })).toBe(until)
  expect(end({ type: 'regular', amount: 99, unit: 'days' }, { delayOverride: { amount, unit } })).toBe(until)
  expect(end({ type: 'regular' }, { delayOverride: { amount, unit } })).toBe(until)
})

test('a trigger may leave out the delay', () => {
  const delayOverride = { amount: 0, unit: 'days' as const }
  expect(end({ type: 'regular', amount: 1, unit: 'days' }, { delayOverride })).toBe(now.toISOString())
})

test('days keep the time of day of the zone', () => {
  const long = { type: 'regular' as const, amount: 2, unit: 'months' as const }
  expect(end(long, { timezone: 'Europe/Lisbon' })).toBe('2026-03-31T11:00:00.250Z')
})

test.each<[StepMetadata, string]>([
  [{}, 'amount and unit are required'],
  [{ type: 'regular', unit: 'days' }, 'amount and unit are required'],
  [{ type: 'regular', amount: 100_000, unit: 'months' }, 'amount is too large'],
  [{ type: 'scheduled', amount: 1, unit: 'days' }, 'delayPath is required'],
])('the delay %j cannot be', (metadata, invalid) => {
  expect(end(metadata)).toBe(invalid)
})

test('a delay of a trigger that cannot be does not fall back', () => {
  const delayOverride = { amount: -1, unit: 'days' as const }
  expect(end({ type: 'regular', amount: 1, unit: 'days' }, { delayOverride })).toBe(
    'amount must be a number that is not negative',
  )
})

const scheduled: [Record<string, unknown>, string, string][] = [
  [{ at: '2026-02-01T09:00:00Z' }, 'UTC', '2026-02-01T09:00:00.000Z'],
  [{ at: '2026-02-01T09:00:00' }, 'America/Sao_Paulo', '2026-02-01T12:00:00.000Z'],
  [{ at: '2026-02-01' }, 'America/Sao_Paulo', '2026-02-01T03:00:00.000Z'],
  [{ at: 1_772_360_430_000 }, 'UTC', '2026-03-01T10:20:30.000Z'],
  [{ at: '2026-01-31T12:00:00.250Z' }, 'UTC', '2026-01-31T12:00:00.250Z'],
  [{ at: '2026-01-31T12:00:00.249Z' }, 'UTC', 'at of the payload is in the past'],
  [{ at: '2020-01-01' }, 'UTC', 'at of the payload is in the past'],
  [{ at: 'tomorrow' }, 'UTC', 'at of the payload is not a date'],
  [{ at: '2026-02-30' }, 'UTC', 'at of the payload is not a date'],
  [{ at: true }, 'UTC', 'at of the payload is not a date'],
  [{ at: {} }, 'UTC', 'at of the payload is not a date'],
  [{ at: 8e15 }, 'UTC', 'at of the payload is not a date'],
  [{ at: null }, 'UTC', 'the payload has no at'],
  [{}, 'UTC', 'the payload has no at'],
]

test.each(scheduled)('scheduled by %j in %s', (payload, timezone, expected) => {
  expect(end({ type: 'scheduled', delayPath: 'at' }, { payload, timezone })).toBe(expected)
})

test('the date is at the top of the payload', () => {
  const metadata = { type: 'scheduled' as const, delayPath: 'order.at' }
  expect(end(metadata, { payload: { order: { at: '2027-01-01' } } })).toBe('the payload has no order.at')
  expect(end(metadata, { payload: { 'order.at': '2027-01-01' } })).toBe('2027-01-01T00:00:00.000Z')
  expect(end({ type: 'scheduled', delayPath: 'constructor' })).toBe('the payload has no constructor')
})

test('the delay of a trigger does not move a scheduled one', () => {
  const delayOverride = { amount: 1, unit: 'minutes' as const }
  const payload = { at: '2026-02-01T09:00:00Z' }
  expect(end({ type: 'scheduled', delayPath: 'at' }, { payload, delayOverride })).toBe('2026-02-01T09:00:00.000Z')
})
