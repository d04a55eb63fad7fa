import { describe, expect, it } from 'vitest'
import { advance, type Clock, type Facts, nextDue, policyFor, startClock } from './clocks.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 12) + minutes * 60_000)
const facts = (fields: Partial<Facts> = {}): Facts => ({
  ...{ teamId: null, channelId: 'c', labelIds: [], priority: 0, status: 'open', snoozedUntil: null },
  ...{ waitingSince: at(0), resolvedAt: null },
  ...fields,
})
const clock = (kind: Clock['kind'] = 'first_response'): Clock => {
  const made = startClock(null, { id: kind, policyId: 'p', kind, minutes: 100, at: at(0) })
  if (!made) throw new Error('no time')
  return made
}
const look = (from: Clock, minutes: number, fields: Partial<Facts> = {}, answeredAt: Date | null = null) =>
  advance(from, facts(fields), { hours: null, answeredAt, now: at(minutes) })

describe('an SLA target', () => {
  it('is warned of at three quarters and broken at its end', () => {
    expect(look(clock(), 74)).toMatchObject({ warnedAt: null, breachedAt: null })
    expect(look(clock(), 75)).toMatchObject({ warnedAt: at(75), breachedAt: null })
    expect(look(clock(), 101)).toMatchObject({ warnedAt: at(75), breachedAt: at(100), metAt: null })
  })

  it('is kept by the answer, in time or late, whenever that is looked at', () => {
    const answered = { waitingSince: null }
    expect(look(clock(), 500, answered, at(60))).toMatchObject({ metAt: at(60), warnedAt: null, breachedAt: null })
    expect(look(clock(), 500, answered, at(130))).toMatchObject({ metAt: at(130), breachedAt: at(100) })
    expect(look(clock('resolution'), 50, answered, at(20)).metAt).toBeNull()
    expect(look(clock('resolution'), 90, { status: 'resolved', resolvedAt: at(80) }).metAt).toEqual(at(80))
  })

  it('stands still while only the customer can go on, and then has as much time left', () => {
    const still = look(clock(), 60, { status: 'snoozed' })
    expect(still.pausedSeconds).toBe(40 * 60)
    expect(nextDue([still])).toBeNull()
    expect(look(still, 5000, { status: 'snoozed' })).toEqual(still)
    const again = look(still, 5000)
    expect(again).toMatchObject({ pausedSeconds: null, warnAt: at(5015), dueAt: at(5040), breachedAt: null })
    expect(look(clock(), 60, { status: 'snoozed', snoozedUntil: at(90) }).pausedSeconds).toBeNull()
  })

  it('is that of the first policy whose conditions all hold', () => {
    const policy = (id: string, conditions: object) =>
      ({ id, conditions: { teamIds: [], channelIds: [], labelIds: [], priorities: [], ...conditions } }) as never
    const policies = [
      policy('team', { teamIds: ['t'] }),
      policy('urgent', { priorities: [4], labelIds: ['l'] }),
      policy('all', {}),
    ]
    expect(policyFor(policies, facts())?.id).toBe('all')
    expect(policyFor(policies, facts({ priority: 4 }))?.id).toBe('all')
    expect(policyFor(policies, facts({ priority: 4, labelIds: ['l'] }))?.id).toBe('urgent')
    expect(policyFor(policies, facts({ teamId: 't', priority: 4 }))?.id).toBe('team')
  })
})
