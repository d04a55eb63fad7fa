import { describe, expect, it } from 'vitest'
import { instantOf, partsOf } from '#web/lib/i18n/wall-time.ts'
import { snoozePresets } from './snooze-times.ts'

const zone = 'America/Sao_Paulo'
const friday = Date.parse('2026-11-20T23:30:00-03:00')
const until = (preset: string, now = friday, window: string | null = null, timeZone = zone) =>
  snoozePresets(now, timeZone, window).find((entry) => entry.preset === preset)?.until

describe('snooze presets', () => {
  it('count days of the person, not of the server', () => {
    expect(until('tomorrow')).toBe('2026-11-21T12:00:00.000Z')
    expect(until('tomorrow', friday, null, 'Asia/Tokyo')).toBe('2026-11-22T00:00:00.000Z')
  })

  it('end on the coming Monday, also on a Monday; on a Sunday that is tomorrow', () => {
    expect(until('week')).toBe('2026-11-23T12:00:00.000Z')
    expect(until('week', Date.parse('2026-11-23T10:00:00-03:00'))).toBe('2026-11-30T12:00:00.000Z')
    const sunday = Date.parse('2026-11-22T10:00:00-03:00')
    expect(until('tomorrow', sunday)).toBe('2026-11-23T12:00:00.000Z')
    expect(until('week', sunday)).toBeUndefined()
  })

  it('leave an hour of the window, and offer that only while there is one', () => {
    expect(until('window', friday, '2026-11-21T12:00:00.000Z')).toBe('2026-11-21T11:00:00.000Z')
    expect(until('window', friday, new Date(friday + 3_600_000).toISOString())).toBeUndefined()
    expect(until('window')).toBeUndefined()
    expect(until('reply')).toBeNull()
  })

  it('keep nine o’clock when the clocks change in the night', () => {
    const berlin = Date.parse('2026-10-24T20:00:00+02:00')
    expect(until('tomorrow', berlin, null, 'Europe/Berlin')).toBe('2026-10-25T08:00:00.000Z')
  })
})

describe('wall time', () => {
  it('goes there and back', () => {
    const wall = { year: 2026, month: 3, day: 8, hour: 14, minute: 5 }
    expect(partsOf(instantOf(wall, 'America/New_York'), 'America/New_York')).toMatchObject(wall)
  })
})
