import { campaignSchedule } from '@recado/contracts/campaigns/schedule'
import { expect, test } from 'vitest'
import { forecast, forecastTest, type Group, type Load } from './finish.ts'

const at = (text: string) => new Date(text).getTime()
// A Wednesday.
const noon = at('2026-11-25T12:00:00Z')
const group = (count: number, more: Partial<Group> = {}): Group => ({
  ...{ zone: 'UTC', notBefore: noon, count, fresh: count },
  ...more,
})
const schedule = (given: object = {}) =>
  campaignSchedule.parse({
    quietHours: { enabled: false, from: '20:00', to: '08:00', sundays: true, zone: 'recipient' },
    ...given,
  })
const quiet = { enabled: true, from: '20:00', to: '08:00', sundays: true, zone: 'recipient' }

const finish = (load: Partial<Load>) =>
  forecast({
    ...{ now: noon, groups: [group(1000)], speed: 10, timezone: 'UTC', schedule: schedule() },
    ...{ sent: { today: 0, all: 0, startedAt: null }, room: null },
    ...load,
  })
const finishesAt = (load: Partial<Load>) => new Date(finish(load).finishesAt).toISOString()

test('a campaign takes as long as its numbers need', () => {
  expect(finishesAt({})).toBe('2026-11-25T12:01:40.000Z')
  expect(finishesAt({ groups: [group(36_000)] })).toBe('2026-11-25T13:00:00.000Z')
})

test('nights, Sundays and the clocks of recipients put it off', () => {
  expect(finishesAt({ now: at('2026-11-25T21:00:00Z'), schedule: schedule({ quietHours: quiet }) })).toBe(
    '2026-11-26T08:01:40.000Z',
  )
  const saturday = at('2026-11-28T19:59:00Z')
  expect(finishesAt({ now: saturday, schedule: schedule({ quietHours: quiet }) })).toBe('2026-11-30T08:00:40.000Z')
  const groups = [group(10, { zone: 'Europe/Lisbon' }), group(10, { zone: 'Asia/Tokyo' })]
  expect(finishesAt({ groups, schedule: schedule({ quietHours: quiet }) })).toBe('2026-11-25T23:00:01.000Z')
})

test('so many a day leave on each day of the company', () => {
  const finished = finishesAt({ schedule: schedule({ perDay: 400 }) })
  expect(finished).toBe('2026-11-27T00:00:20.000Z')
  expect(finishesAt({ schedule: schedule({ perDay: 400 }), sent: { today: 300, all: 300, startedAt: noon } })).toBe(
    '2026-11-28T00:00:10.000Z',
  )
})

test('what does not fit the limit of the portfolio leaves when places come free', () => {
  const frees = [{ at: at('2026-11-26T09:00:00Z'), n: 600 }]
  const room = { limit: 1000, frees, parts: 1 }
  expect(finish({ room }).fits).toBe(400)
  expect(finishesAt({ room })).toBe('2026-11-26T09:01:00.000Z')
  expect(finish({ room, groups: [group(1000, { fresh: 0 })] }).fits).toBeNull()
  expect(finish({ room: { ...room, parts: 2 } }).fits).toBeLessThan(400)
})

test('a ramp begins slowly and doubles each hour', () => {
  const finished = finish({ schedule: schedule({ ramp: { firstHour: 100 } }), groups: [group(300)] }).finishesAt
  expect(Math.abs(finished - at('2026-11-25T14:00:00Z'))).toBeLessThan(60_000)
})

test('those who get the winner of a test follow once it is chosen, and not at night', () => {
  const load = { now: noon, groups: [group(1000)], speed: 10, timezone: 'UTC', schedule: schedule() }
  const whole: Load = { ...load, sent: { today: 0, all: 0, startedAt: null }, room: null }
  const of = (more: Partial<Load>) => {
    const { decidesAt, finishesAt: end } = forecastTest({ ...whole, ...more }, { percent: 20, hours: 6 })
    return [decidesAt, end].map((instant) => new Date(instant ?? 0).toISOString())
  }
  expect(of({})).toEqual(['2026-11-25T18:00:20.000Z', '2026-11-25T18:01:40.000Z'])
  expect(of({ now: at('2026-11-25T15:00:00Z'), schedule: schedule({ quietHours: quiet }) })).toEqual([
    '2026-11-25T21:00:20.000Z',
    '2026-11-26T08:01:20.000Z',
  ])
  expect(forecastTest(whole, null)).toMatchObject({ decidesAt: null, finishesAt: forecast(whole).finishesAt })
})
