import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { delay, inApp, type NotificationWorld, openNotificationWorld } from '#server/test/notification-world.ts'

const start = '2026-03-02T12:00:00.000Z'
let world: NotificationWorld
let people = 0
beforeAll(async () => {
  world = await openNotificationWorld()
})
afterAll(() => world.close())

type DelayCase = { ends: string; at?: string; timezone?: string; payload?: object; more?: object; data?: object }
const expectDelay = async (metadata: object, expected: DelayCase): Promise<void> => {
  const { at = start, ends, timezone, payload = {}, more = {}, data } = expected
  const subscriberId = `d${++people}`
  const { name } = await world.createWorkflow(
    [inApp('before'), delay({ ...metadata }), inApp('after')],
    data ? { data } : {},
  )
  await world.moveTo(at)
  const person = { subscriberId, ...(timezone ? { timezone } : {}) }
  const { transactionId } = await world.trigger(name, person, { ...payload }, { ...more })
  await world.moveTo(new Date(Date.parse(ends) - 1000))
  expect(await world.inbox(subscriberId)).toEqual(['before'])
  expect(await world.statuses(transactionId)).toEqual(['completed', 'delayed', 'pending'])
  await world.moveTo(ends)
  expect(await world.inbox(subscriberId)).toEqual(['before', 'after'])
  expect(await world.moments(transactionId)).toEqual(expect.arrayContaining(['step_delayed', 'delay_finished']))
}

describe('a regular delay', () => {
  it.each([
    ['seconds', 30, '2026-03-02T12:00:30Z'],
    ['minutes', 5, '2026-03-02T12:05:00Z'],
    ['hours', 3, '2026-03-02T15:00:00Z'],
    ['days', 2, '2026-03-04T12:00:00Z'],
    ['weeks', 2, '2026-03-16T12:00:00Z'],
    ['months', 1, '2026-04-02T12:00:00Z'],
  ])('lasts %s', (unit, amount, ends) => expectDelay({ type: 'regular', amount, unit }, { ends }))

  it('lasts as long as the trigger says instead', () =>
    expectDelay(
      { type: 'regular', amount: 1, unit: 'hours' },
      { ends: '2026-03-02T12:02:00Z', more: { overrides: { delay: { amount: 2, unit: 'minutes' } } } },
    ))

  it.each([{ amount: '2', unit: 'minutes' }, { amount: -1, unit: 'minutes' }, { amount: 2, unit: 'moons' }, 'soon'])(
    'does not listen to a delay like %j',
    (given) =>
      expectDelay(
        { type: 'regular', amount: 1, unit: 'hours' },
        { ends: '2026-03-02T13:00:00Z', more: { overrides: { delay: given } } },
      ),
  )

  it.each<[string, Partial<DelayCase>]>([
    ['the subscriber', { timezone: 'Europe/Berlin' }],
    ['the workflow', { data: { timezone: 'Europe/Berlin' } }],
  ])('counts days on the calendar of %s', (_whose, zone) =>
    expectDelay(
      { type: 'regular', amount: 1, unit: 'days' },
      { at: '2026-03-28T12:00:00Z', ends: '2026-03-29T11:00:00Z', ...zone },
    ),
  )
})

describe('a scheduled delay', () => {
  const scheduled = { type: 'scheduled', delayPath: 'sendAt' }
  it.each<[string, unknown, string, string | undefined]>([
    ['an instant', '2026-03-05T08:00:00Z', '2026-03-05T08:00:00Z', undefined],
    ['a time of the subscriber', '2026-03-05T08:00:00', '2026-03-05T11:00:00Z', 'America/Sao_Paulo'],
  ])('lasts until %s', (_what, sendAt, ends, timezone) =>
    expectDelay(scheduled, { ends, payload: { sendAt }, ...(timezone ? { timezone } : {}) }),
  )

  it.each<[string, object]>([
    ['missing', {}],
    ['in the past', { sendAt: '2026-03-02T11:59:59Z' }],
    ['not a date', { sendAt: 'tomorrow' }],
    ['empty', { sendAt: '' }],
  ])('whose date is %s is canceled, and the run goes on', async (_what, payload) => {
    await world.moveTo(start)
    const subscriberId = `d${++people}`
    const { name } = await world.createWorkflow([delay(scheduled), inApp('after')])
    const { transactionId } = await world.trigger(name, subscriberId, { ...payload })
    const [job] = await world.jobs(transactionId)
    expect(job).toMatchObject({ status: 'canceled' })
    expect(job?.executionDetails.at(-1)).toMatchObject({ moment: 'invalid_delay', status: 'Failed' })
    expect(await world.inbox(subscriberId)).toEqual(['after'])
  })
})
