import { describe, expect, it } from 'vitest'
import { startOf } from '#server/modules/campaigns/campaigns/index.ts'
import { notBeforeOf, quietUntil, rampAllows, zoneOf } from './timing.ts'

const nights = { enabled: true, from: '20:00', to: '08:00', sundays: true, zone: 'recipient' as const }
const at = (text: string) => new Date(text)
const person = (phone: string | null, more: object = {}) => ({ phone, timezone: null, country: null, ...more })

describe('quiet hours', () => {
  it.each([
    ['2026-11-25T12:00:00-03:00', null],
    ['2026-11-25T19:59:59-03:00', null],
    ['2026-11-25T20:00:00-03:00', '2026-11-26T08:00:00-03:00'],
    ['2026-11-26T03:30:00-03:00', '2026-11-26T08:00:00-03:00'],
    ['2026-11-28T21:00:00-03:00', '2026-11-30T08:00:00-03:00'],
    ['2026-11-29T12:00:00-03:00', '2026-11-30T08:00:00-03:00'],
  ])('at %s end at %s', (now, end) => {
    expect(quietUntil(nights, 'America/Sao_Paulo', at(now))).toEqual(end && at(end))
  })

  it('end by the clock of the day on which it jumps', () => {
    expect(quietUntil(nights, 'Europe/Lisbon', at('2026-10-24T22:00:00Z'))).toEqual(at('2026-10-26T08:00:00Z'))
    expect(quietUntil({ ...nights, sundays: false }, 'Europe/Lisbon', at('2026-03-28T22:00:00Z'))).toEqual(
      at('2026-03-29T07:00:00Z'),
    )
  })

  it('of no length, or switched off, hold nothing', () => {
    const noon = at('2026-11-25T23:00:00-03:00')
    expect(quietUntil({ ...nights, enabled: false }, 'America/Sao_Paulo', noon)).toBeNull()
    expect(quietUntil({ ...nights, from: '08:00', to: '08:00', sundays: false }, 'America/Sao_Paulo', noon)).toBeNull()
  })
})

describe('the zone of a recipient', () => {
  it.each([
    [person('5511988887777'), 'America/Sao_Paulo'],
    [person('5592988887777'), 'America/Manaus'],
    [person('5568988887777'), 'America/Rio_Branco'],
    [person('351912345678'), 'Europe/Lisbon'],
    [person('12125550147'), null],
    [person(null, { country: 'PT' }), 'Europe/Lisbon'],
    [person('5511988887777', { timezone: 'Asia/Tokyo' }), 'Asia/Tokyo'],
    [person(null), null],
  ])('of %o is %s', (whom, zone) => {
    expect(zoneOf(whom)).toBe(zone)
  })

  it('decides when a campaign by local time reaches them, jumps of the clock included', () => {
    const start = { kind: 'local' as const, at: '2026-03-29T01:30', timezone: 'America/Sao_Paulo' }
    const startsAt = startOf(start, at('2026-03-20T00:00:00Z'))
    expect(notBeforeOf(start, person('5592988887777'), startsAt)).toEqual(at('2026-03-29T05:30:00Z'))
    expect(notBeforeOf(start, person('12125550147'), startsAt)).toEqual(at('2026-03-29T04:30:00Z'))
    // At half past one the clocks of Lisbon show half past two.
    expect(notBeforeOf(start, person('351912345678'), startsAt)).toEqual(at('2026-03-29T01:30:00Z'))
  })
})

it('a campaign that begins slowly doubles its pace each hour', () => {
  expect([0, 0.5, 1, 1.5, 2, 3].map((hours) => rampAllows(100, hours * 3_600_000))).toEqual([1, 51, 101, 201, 301, 701])
})
