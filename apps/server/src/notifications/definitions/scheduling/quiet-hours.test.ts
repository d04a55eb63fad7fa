import type { QuietHours } from '@recado/contracts/product-notifications/settings'
import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const nights: QuietHours = {
  enabled: true,
  timeZone: 'America/Sao_Paulo',
  days: [0, 1, 2, 3, 4, 5, 6],
  from: '22:00',
  to: '07:00',
}

// 2026-11-21 is a Saturday; São Paulo is three hours behind UTC.
test.each<[string, Partial<QuietHours>, string, string | null]>([
  ['in the evening', {}, '2026-11-22T02:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['at its first moment', {}, '2026-11-22T01:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['just before', {}, '2026-11-22T00:59:59Z', null],
  ['after midnight', {}, '2026-11-22T05:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['at its end', {}, '2026-11-22T10:00:00Z', null],
  ['switched off', { enabled: false }, '2026-11-22T02:00:00Z', null],
  ['on no day', { days: [] }, '2026-11-22T02:00:00Z', null],
  ['on Saturday evening, of Saturday', { days: [6] }, '2026-11-22T02:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['on Sunday morning, of Saturday', { days: [6] }, '2026-11-22T09:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['on Sunday evening, of Saturday', { days: [6] }, '2026-11-23T02:00:00Z', null],
  ['on Sunday morning, of Sunday', { days: [0] }, '2026-11-22T09:00:00Z', null],
  ['within a day', { from: '12:00', to: '14:30' }, '2026-11-21T16:00:00Z', '2026-11-21T17:30:00.000Z'],
  ['within a day, after it', { from: '12:00', to: '14:30' }, '2026-11-21T18:00:00Z', null],
  ['to midnight', { from: '22:00', to: '00:00' }, '2026-11-22T02:30:00Z', '2026-11-22T03:00:00.000Z'],
  ['almost always', { from: '08:00', to: '07:59' }, '2026-11-22T10:30:00Z', '2026-11-22T10:59:00.000Z'],
  ['in a zone nobody knows', { timeZone: 'Mars/Olympus' }, '2026-11-22T23:00:00Z', '2026-11-23T07:00:00.000Z'],
  // Lisbon puts its clocks forward on 29 March 2026 at one o'clock.
  ['over a leap', { timeZone: 'Europe/Lisbon' }, '2026-03-28T23:00:00Z', '2026-03-29T06:00:00.000Z'],
])('%s', (_name, own, now, until) => {
  expect(quietUntil({ ...nights, ...own }, new Date(now))?.toISOString() ?? null).toBe(until)
})
