import type { TimeUnit } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { addInterval } from './add-interval.ts'

type Case = [string, string, number, TimeUnit, string, string]

const cases: Case[] = [
  ['seconds', '2026-06-15T12:00:00.250Z', 90, 'seconds', 'UTC', '2026-06-15T12:01:30.250Z'],
  ['half a minute', '2026-06-15T12:00:00.000Z', 0.5, 'minutes', 'UTC', '2026-06-15T12:00:30.000Z'],
  ['minutes', '2026-06-15T23:50:00.000Z', 15, 'minutes', 'UTC', '2026-06-16T00:05:00.000Z'],
  ['hours', '2026-06-15T23:00:00.000Z', 25, 'hours', 'UTC', '2026-06-17T00:00:00.000Z'],
  ['days', '2026-06-29T12:00:00.250Z', 3, 'days', 'UTC', '2026-07-02T12:00:00.250Z'],
  ['weeks', '2026-06-29T12:00:00.000Z', 2, 'weeks', 'UTC', '2026-07-13T12:00:00.000Z'],
  ['months', '2026-06-15T12:00:00.000Z', 1, 'months', 'UTC', '2026-07-15T12:00:00.000Z'],
  ['nothing', '2026-10-25T01:30:00.000Z', 0, 'days', 'Europe/Lisbon', '2026-10-25T01:30:00.000Z'],
  ['over the end of a year', '2026-11-30T12:00:00.000Z', 3, 'months', 'UTC', '2027-02-28T12:00:00.000Z'],
  ['many months', '2026-01-15T12:00:00.000Z', 26, 'months', 'UTC', '2028-03-15T12:00:00.000Z'],
  ['a month from the 31st', '2026-01-31T12:00:00.000Z', 1, 'months', 'UTC', '2026-02-28T12:00:00.000Z'],
  ['a month from the 31st, leap year', '2028-01-31T12:00:00.000Z', 1, 'months', 'UTC', '2028-02-29T12:00:00.000Z'],
  ['a month from the 31st of March', '2026-03-31T12:00:00.000Z', 1, 'months', 'UTC', '2026-04-30T12:00:00.000Z'],
  ['a month from the 28th', '2026-02-28T12:00:00.000Z', 1, 'months', 'UTC', '2026-03-28T12:00:00.000Z'],
  ['a year from leap day', '2028-02-29T12:00:00.000Z', 12, 'months', 'UTC', '2029-02-28T12:00:00.000Z'],
  ['no leap day in 2100', '2100-01-31T12:00:00.000Z', 1, 'months', 'UTC', '2100-02-28T12:00:00.000Z'],
  ['back a month', '2026-03-31T12:00:00.000Z', -1, 'months', 'UTC', '2026-02-28T12:00:00.000Z'],
  ['back two days', '2026-03-01T12:00:00.000Z', -2, 'days', 'UTC', '2026-02-27T12:00:00.000Z'],
  ['back an hour', '2026-03-01T00:00:00.000Z', -1, 'hours', 'UTC', '2026-02-28T23:00:00.000Z'],
  ['the month of the zone', '2026-02-01T01:00:00.000Z', 1, 'months', 'America/Sao_Paulo', '2026-03-01T01:00:00.000Z'],
  ['a day without an hour', '2026-03-28T12:00:00.000Z', 1, 'days', 'Europe/Lisbon', '2026-03-29T11:00:00.000Z'],
  ['hours over a leap', '2026-03-28T12:00:00.000Z', 24, 'hours', 'Europe/Lisbon', '2026-03-29T12:00:00.000Z'],
  ['a week into winter', '2026-10-20T11:00:00.000Z', 1, 'weeks', 'Europe/Lisbon', '2026-10-27T12:00:00.000Z'],
  ['a month into summer', '2018-10-10T15:00:00.000Z', 1, 'months', 'America/Sao_Paulo', '2018-11-10T14:00:00.000Z'],
  ['into a time left out', '2026-03-28T01:30:00.000Z', 1, 'days', 'Europe/Lisbon', '2026-03-29T01:30:00.000Z'],
  ['into midnight left out', '2018-10-28T03:00:00.000Z', 1, 'weeks', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['into a time of two', '2026-10-18T00:30:00.000Z', 1, 'weeks', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
  ['from the second of two', '2026-10-25T01:30:00.000Z', 1, 'weeks', 'Europe/Lisbon', '2026-11-01T01:30:00.000Z'],
  ['in an unknown zone', '2026-03-28T12:00:00.000Z', 1, 'days', 'Lisbon', '2026-03-29T12:00:00.000Z'],
]

test.each(cases)('%s: %s and %d %s in %s', (_name, from, amount, unit, timezone, expected) => {
  const start = new Date(from)
  expect(addInterval(start, amount, unit, timezone).toISOString()).toBe(expected)
  expect(start.toISOString()).toBe(from)
})
