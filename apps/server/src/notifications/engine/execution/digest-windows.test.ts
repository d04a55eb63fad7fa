import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digest, inApp, type NotificationWorld, openNotificationWorld } from '#server/test/notification-world.ts'

let world: NotificationWorld
let people = 0
beforeAll(async () => {
  world = await openNotificationWorld()
})
afterAll(() => world.close())

const start = '2026-03-02T12:00:00.000Z'
const gathered = inApp('{{step.total_count}}')
/** Triggers at an instant, and tells whether the digest is still open a second before the expected end, and over at it. */
const expectWindow = async (
  metadata: object,
  { at = start, ends, timezone, more = {}, data }: WindowCase,
): Promise<void> => {
  const subscriberId = `w${++people}`
  const { name } = await world.createWorkflow([digest({ ...metadata }), gathered], data ? { data } : {})
  await world.moveTo(at)
  await world.trigger(name, { subscriberId, ...(timezone ? { timezone } : {}) }, {}, more)
  await world.moveTo(new Date(Date.parse(ends) - 1000))
  expect(await world.inbox(subscriberId)).toEqual([])
  await world.moveTo(ends)
  expect(await world.inbox(subscriberId)).toEqual(['1'])
}
type WindowCase = { at?: string; ends: string; timezone?: string; more?: Record<string, unknown>; data?: object }

describe('a regular digest', () => {
  it.each([
    ['seconds', 30, '2026-03-02T12:00:30Z'],
    ['minutes', 5, '2026-03-02T12:05:00Z'],
    ['hours', 3, '2026-03-02T15:00:00Z'],
    ['days', 2, '2026-03-04T12:00:00Z'],
    ['weeks', 2, '2026-03-16T12:00:00Z'],
    ['months', 1, '2026-04-02T12:00:00Z'],
  ])('lasts %s', (unit, amount, ends) => expectWindow({ type: 'regular', amount, unit }, { ends }))

  it('lasts as long as the delay of its first event says', async () => {
    const { name } = await world.createWorkflow([digest({ type: 'regular', amount: 1, unit: 'hours' }), gathered])
    await world.moveTo(start)
    await world.trigger(name, 'over', {}, { overrides: { delay: { amount: 2, unit: 'minutes' } } })
    await world.later(60_000)
    await world.trigger(name, 'over', {}, { overrides: { delay: { amount: 5, unit: 'hours' } } })
    expect(await world.inbox('over')).toEqual([])
    await world.later(60_000)
    expect(await world.inbox('over')).toEqual(['2'])
  })

  it('counts days by the clock on the wall of the subscriber', () =>
    expectWindow(
      { type: 'regular', amount: 1, unit: 'days' },
      { at: '2026-03-28T12:00:00Z', ends: '2026-03-29T11:00:00Z', timezone: 'Europe/Berlin' },
    ))
})

describe('a timed digest', () => {
  const timed = (unit: string, rule: object, amount = 1) => ({ type: 'timed', amount, unit, timed: rule })
  it.each<[string, object, WindowCase]>([
    ['in so many minutes', timed('minutes', {}, 10), { ends: '2026-03-02T12:10:00Z' }],
    ['in so many hours', timed('hours', {}, 2), { ends: '2026-03-02T14:00:00Z' }],
    ['daily at a time', timed('days', { atTime: '18:30' }), { ends: '2026-03-02T18:30:00Z' }],
    ['daily at a time that is over today', timed('days', { atTime: '09:00' }), { ends: '2026-03-03T09:00:00Z' }],
    [
      'daily in the time zone of the subscriber',
      timed('days', { atTime: '18:30' }),
      { ends: '2026-03-02T21:30:00Z', timezone: 'America/Sao_Paulo' },
    ],
    [
      'daily in the time zone of the workflow',
      timed('days', { atTime: '18:30' }),
      { ends: '2026-03-02T17:30:00Z', data: { timezone: 'Europe/Berlin' } },
    ],
    [
      'daily in the time zone of the rule before any other',
      timed('days', { atTime: '18:30', timezone: 'Asia/Tokyo' }),
      { ends: '2026-03-03T09:30:00Z', timezone: 'America/Sao_Paulo' },
    ],
    [
      'on days of the week',
      timed('weeks', { atTime: '08:00', weekDays: ['wednesday', 'friday'] }),
      { ends: '2026-03-04T08:00:00Z' },
    ],
    [
      'on each of some days of the month',
      timed('months', { atTime: '08:00', monthlyType: 'each', monthDays: [1, 15] }),
      { ends: '2026-03-15T08:00:00Z' },
    ],
    [
      'on the last weekday of the month',
      timed('months', { atTime: '08:00', monthlyType: 'on', ordinal: 'last', ordinalValue: 'weekday' }),
      { ends: '2026-03-31T08:00:00Z' },
    ],
    [
      'on the second Tuesday of the month',
      timed('months', { atTime: '08:00', monthlyType: 'on', ordinal: '2', ordinalValue: 'tuesday' }),
      { ends: '2026-03-10T08:00:00Z' },
    ],
    [
      'on the first weekend day of the month',
      timed('months', { atTime: '08:00', monthlyType: 'on', ordinal: '1', ordinalValue: 'weekend' }),
      { ends: '2026-04-04T08:00:00Z' },
    ],
    [
      'on the fifth day of the month',
      timed('months', { atTime: '08:00', monthlyType: 'on', ordinal: '5', ordinalValue: 'day' }),
      { ends: '2026-03-05T08:00:00Z' },
    ],
  ])('ends %s', (_when, metadata, expected) => expectWindow(metadata, expected))

  it('does not listen to the delay of a trigger', () =>
    expectWindow(timed('days', { atTime: '18:30' }), {
      ends: '2026-03-02T18:30:00Z',
      more: { overrides: { delay: { amount: 1, unit: 'minutes' } } },
    }))

  it('that never comes fails, and the run goes on', async () => {
    const never = timed('months', { monthlyType: 'each', monthDays: [31] }, 12)
    const { name } = await world.createWorkflow([digest(never), gathered])
    await world.moveTo('2026-02-10T12:00:00Z')
    const { transactionId } = await world.trigger(name, 'never')
    expect(await world.statuses(transactionId)).toEqual(['failed', 'completed'])
    expect(await world.moments(transactionId)).toContain('invalid_digest')
  })
})

describe('a back-off digest', () => {
  it.each([
    ['seconds', 30, 29, 31],
    ['minutes', 2, 119, 121],
    ['weeks', 1, 7 * 86_400 - 1, 7 * 86_400 + 1],
  ])('looks back for %s', async (unit, backoffAmount, within, beyond) => {
    const metadata = { type: 'backoff', amount: 1, unit: 'minutes', backoff: true, backoffAmount, backoffUnit: unit }
    const { name } = await world.createWorkflow([digest(metadata), inApp('{{n}}{{step.digest}}')])
    const [soon, late] = [`b${++people}`, `b${++people}`]
    await world.moveTo(start)
    await world.trigger(name, [soon, late], { n: 1 })
    await world.later(within * 1000)
    await world.trigger(name, soon, { n: 2 })
    await world.later((beyond - within) * 1000)
    await world.trigger(name, late, { n: 2 })
    expect(await world.inbox(soon)).toEqual(['1false'])
    expect(await world.inbox(late)).toEqual(['1false', '2false'])
    await world.later(60_000)
    expect(await world.inbox(soon)).toEqual(['1false', '2true'])
  })
})
