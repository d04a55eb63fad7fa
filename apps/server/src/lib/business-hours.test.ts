import { brazilianHolidays, easterOf } from '@recado/contracts/companies/brazil-holidays'
import { describe, expect, it } from 'vitest'
import { addWorkingMinutes, type Hours, isOpen, nextOpening, workingTimeBetween } from './business-hours.ts'

const week = (from: string, to: string, days = [1, 2, 3, 4, 5]) => days.map((weekday) => ({ weekday, from, to }))
const hours = (fields: Partial<Hours> = {}): Hours => ({
  ...{ timezone: 'America/Sao_Paulo', weekly: week('09:00', '18:00'), holidays: [] },
  ...fields,
})
const at = (text: string) => new Date(text)
const text = (date: Date | null) => date?.toISOString() ?? null

describe('open or not', () => {
  it.each([
    ['2026-11-23T11:59:59.999Z', false],
    ['2026-11-23T12:00:00Z', true],
    ['2026-11-23T20:59:59.999Z', true],
    ['2026-11-23T21:00:00Z', false],
    ['2026-11-22T15:00:00Z', false],
  ])('at %s: %s', (instant, open) => expect(isOpen(hours(), at(instant))).toBe(open))

  it('always without hours, never with none in the week', () => {
    expect(isOpen(null, at('2026-11-22T03:00:00Z'))).toBe(true)
    expect(isOpen(hours({ weekly: [] }), at('2026-11-23T15:00:00Z'))).toBe(false)
    expect(nextOpening(hours({ weekly: [] }), at('2026-11-23T15:00:00Z'))).toBeNull()
    expect(addWorkingMinutes(hours({ weekly: [] }), at('2026-11-23T15:00:00Z'), 5)).toBeNull()
  })

  it('until midnight and on from there is one span', () => {
    const night = hours({
      weekly: [
        { weekday: 1, from: '22:00', to: '24:00' },
        { weekday: 2, from: '00:00', to: '06:00' },
      ],
    })
    expect(isOpen(night, at('2026-11-24T02:59:59Z'))).toBe(true)
    expect(isOpen(night, at('2026-11-24T03:00:00Z'))).toBe(true)
    expect(text(addWorkingMinutes(night, at('2026-11-24T01:30:00Z'), 120))).toBe('2026-11-24T03:30:00.000Z')
  })

  it('not on holidays, those of one year and those of each', () => {
    const holidays = [
      { date: '2026-11-24', name: 'Once' },
      { date: '11-25', name: 'Each year' },
    ]
    expect(text(nextOpening(hours({ holidays }), at('2026-11-23T21:00:00Z')))).toBe('2026-11-26T12:00:00.000Z')
    expect(text(nextOpening(hours({ holidays }), at('2027-11-23T21:00:00Z')))).toBe('2027-11-24T12:00:00.000Z')
  })
})

describe('working time', () => {
  it('goes on the next day of work', () => {
    expect(text(addWorkingMinutes(hours(), at('2026-11-20T20:30:00Z'), 60))).toBe('2026-11-23T12:30:00.000Z')
  })

  it('ends exactly at the end of a day', () => {
    expect(text(addWorkingMinutes(hours(), at('2026-11-20T20:00:00Z'), 60))).toBe('2026-11-20T21:00:00.000Z')
  })

  it('follows the clock through summer time', () => {
    const day = hours({ timezone: 'America/New_York', weekly: week('00:00', '24:00', [0, 1, 2, 3, 4, 5, 6]) })
    // 8 March 2026 has 23 hours there, 1 November 25.
    const hour = 3_600_000
    expect(workingTimeBetween(day, at('2026-03-08T05:00:00Z'), at('2026-03-09T04:00:00Z'))).toBe(23 * hour)
    expect(workingTimeBetween(day, at('2026-11-01T04:00:00Z'), at('2026-11-02T05:00:00Z'))).toBe(25 * hour)
    const early = hours({ timezone: 'America/New_York', weekly: week('02:30', '04:00', [0]) })
    // 02:30 does not exist that night: it counts as 03:30.
    expect(text(nextOpening(early, at('2026-03-08T05:00:00Z')))).toBe('2026-03-08T07:30:00.000Z')
    const twice = hours({ timezone: 'America/New_York', weekly: week('01:30', '03:00', [0]) })
    expect(text(nextOpening(twice, at('2026-11-01T04:00:00Z')))).toBe('2026-11-01T05:30:00.000Z')
  })

  it('adding and measuring agree, wherever and whenever', () => {
    const zones = ['America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'Asia/Kathmandu', 'Pacific/Chatham', 'UTC']
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const time = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    for (let n = 0; n < 300; n++) {
      const weekly = Array.from({ length: 1 + random(6) }, () => {
        const from = random(1380)
        return { weekday: random(7), from: time(from), to: time(from + 60 + random(1381 - from)) }
      })
      const some = hours({ timezone: zones[random(zones.length)] as string, weekly })
      const from = new Date(Date.UTC(2026, random(12), 1 + random(28), random(24), random(60)))
      const minutes = 1 + random(3000)
      const end = addWorkingMinutes(some, from, minutes)
      if (!end) throw new Error('there is work each week')
      expect(workingTimeBetween(some, from, end)).toBe(minutes * 60_000)
      expect(isOpen(some, new Date(end.getTime() - 1))).toBe(true)
      const opening = nextOpening(some, from) as Date
      expect(isOpen(some, opening)).toBe(true)
      expect(workingTimeBetween(some, from, opening)).toBe(0)
    }
  })
})

describe("Brazil's holidays", () => {
  it('knows Easter', () => {
    const days = [2024, 2025, 2026, 2027, 2038].map((year) => easterOf(year).toISOString().slice(0, 10))
    expect(days).toEqual(['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25'])
  })

  it('moves with it, and has the others each year', () => {
    const days = brazilianHolidays([2026]).map(({ date }) => date)
    expect(days).toEqual(expect.arrayContaining(['2026-02-16', '2026-02-17', '2026-04-03', '2026-06-04', '11-20']))
    expect(new Set(days).size).toBe(days.length)
  })
})
