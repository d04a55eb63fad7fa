import { expect, test } from 'vitest'
import { fromWallClock, isTimezone, knownTimezone, toWallClock } from './zone.ts'

const clocks: [string, string, string, string][] = [
  ['an ordinary time', 'America/Sao_Paulo', '2026-06-15T09:00:00.250', '2026-06-15T12:00:00.250Z'],
  ['UTC', 'UTC', '2026-06-15T09:00:00.000', '2026-06-15T09:00:00.000Z'],
  ['half an hour', 'Asia/Kolkata', '2026-06-15T09:00:00.000', '2026-06-15T03:30:00.000Z'],
  ['far in the east', 'Pacific/Kiritimati', '2026-06-15T09:00:00.000', '2026-06-14T19:00:00.000Z'],
  ['far in the west', 'Pacific/Pago_Pago', '2026-06-15T20:00:00.000', '2026-06-16T07:00:00.000Z'],
  ['before a leap', 'Europe/Lisbon', '2026-03-29T00:59:59.999', '2026-03-29T00:59:59.999Z'],
  ['after a leap', 'Europe/Lisbon', '2026-03-29T02:00:00.000', '2026-03-29T01:00:00.000Z'],
  ['before a repetition', 'Europe/Lisbon', '2026-10-25T00:59:59.999', '2026-10-24T23:59:59.999Z'],
  ['the first of two', 'Europe/Lisbon', '2026-10-25T01:30:00.000', '2026-10-25T00:30:00.000Z'],
  ['after a repetition', 'Europe/Lisbon', '2026-10-25T02:00:00.000', '2026-10-25T02:00:00.000Z'],
  ['after a leap at midnight', 'America/Sao_Paulo', '2018-11-04T01:00:00.000', '2018-11-04T03:00:00.000Z'],
  ['the first of two before midnight', 'America/Sao_Paulo', '2018-02-17T23:30:00.000', '2018-02-18T01:30:00.000Z'],
]

test.each(clocks)('%s: in %s it is %s', (_name, timezone, wall, instant) => {
  expect(fromWallClock(new Date(`${wall}Z`), timezone).toISOString()).toBe(instant)
  expect(toWallClock(new Date(instant), timezone).toISOString()).toBe(`${wall}Z`)
})

const leftOut: [string, string, string][] = [
  ['Europe/Lisbon', '2026-03-29T01:00:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Lisbon', '2026-03-29T01:30:00', '2026-03-29T01:30:00.000Z'],
  ['America/Sao_Paulo', '2018-11-04T00:00:00', '2018-11-04T03:00:00.000Z'],
  ['America/Sao_Paulo', '2018-11-04T00:30:00', '2018-11-04T03:30:00.000Z'],
]

test.each(leftOut)('clocks in %s never show %s: it is moved', (timezone, wall, instant) => {
  expect(fromWallClock(new Date(`${wall}Z`), timezone).toISOString()).toBe(instant)
})

test('the second of two times shows the same', () => {
  expect(toWallClock(new Date('2026-10-25T01:30:00Z'), 'Europe/Lisbon').toISOString()).toBe('2026-10-25T01:30:00.000Z')
})

test('time zones are known or not', () => {
  for (const name of ['UTC', 'America/Sao_Paulo', 'Europe/Lisbon', 'Asia/Kathmandu'])
    expect(isTimezone(name)).toBe(true)
  for (const name of ['', 'Lisboa', 'Europe/Lisboa', 'constructor', 'Europe/Lisbon '])
    expect(isTimezone(name)).toBe(false)
  expect(knownTimezone('Europe/Lisbon')).toBe('Europe/Lisbon')
  expect(knownTimezone('Europe/Lisboa')).toBe('UTC')
})
