import { type NotificationJobStatus, notificationJobStatuses } from '@recado/contracts/notifications/domain'
import { startStandIn } from '@recado/providers/test/stand-in'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  all,
  delay,
  digest,
  inApp,
  type NotificationWorld,
  openNotificationWorld,
  step,
} from '#server/test/notification-world.ts'

const MINUTE = 60_000
let world: NotificationWorld
let gateway: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  world = await openNotificationWorld()
  gateway = await startStandIn()
  const credentials = { baseUrl: gateway.url, apiKeyRequestHeader: 'X-Key', apiKey: 'k', idPath: 'id', from: 'Recado' }
  await world.connect('sms', 'generic-sms', credentials)
})
afterAll(async () => {
  await world.close()
  await gateway.close()
})
beforeEach(() => gateway.reset())

const sms = (more: object = {}) => step({ type: 'sms', content: 'Hi' }, { ...more })
const never = all({ on: 'payload', field: 'n', operator: 'EQUAL', value: 'never' })
const ana = { subscriberId: 'ana', phone: '+5511999990000' }
const window = { type: 'regular', amount: 10, unit: 'minutes' }
const withPhone = async (steps: object[], payload = {}) => {
  const { name } = await world.createWorkflow(steps as Record<string, unknown>[])
  const { transactionId } = await world.trigger(name, ana, payload)
  return { name, transactionId, statuses: await world.statuses(transactionId) }
}

describe('a job', () => {
  const causes: Record<Exclude<NotificationJobStatus, 'running'>, () => Promise<NotificationJobStatus[]>> = {
    pending: async () => (await withPhone([delay(window), inApp('Hello')])).statuses.slice(1),
    queued: async () => {
      gateway.reply({ status: 429, headers: { 'retry-after': '30' } })
      return (await withPhone([sms()])).statuses
    },
    completed: async () => (await withPhone([sms()])).statuses,
    failed: async () => {
      gateway.reply({ status: 400, body: { message: 'no' } })
      return (await withPhone([sms()])).statuses
    },
    delayed: async () => (await withPhone([delay(window)])).statuses,
    merged: async () => {
      const { name } = await withPhone([digest(window), inApp('Hello')])
      const second = await world.trigger(name, ana)
      return world.statuses(second.transactionId)
    },
    skipped: async () => (await withPhone([digest(window, { filters: never }), inApp('Hello')])).statuses.slice(0, 1),
    canceled: async () => (await withPhone([inApp('Hello', { filters: never })])).statuses,
  }
  it.each(Object.entries(causes))('is %s', async (status, cause) => {
    const found = await cause()
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found)).toEqual(new Set([status]))
  })

  it('is running while its provider has not answered', async () => {
    let answer = (_reply: object) => {}
    gateway.reply(new Promise<object>((resolve) => (answer = resolve)))
    const { name } = await world.createWorkflow([sms(), inApp('After')])
    const accepted = await world.call('POST', '/events/trigger', { name, to: ana })
    const { transactionId } = accepted.body.data
    const settled = world.settle()
    await expect.poll(() => gateway.calls.length).toBe(1)
    expect(await world.statuses(transactionId)).toEqual(['running', 'pending'])
    expect((await world.messages(transactionId)).map(({ status }) => status)).toEqual(['pending'])
    answer({ body: { id: 'v1' } })
    await settled
    expect(await world.statuses(transactionId)).toEqual(['completed', 'completed'])
  })

  it('has every state here', () => {
    expect([...Object.keys(causes), 'running'].sort()).toEqual([...notificationJobStatuses].sort())
  })
})

describe('a step that fails', () => {
  it('lets the run go on, unless it stops the rest', async () => {
    gateway.reply({ status: 400 })
    const goingOn = await withPhone([sms(), inApp('After'), inApp('Last')])
    expect(goingOn.statuses).toEqual(['failed', 'completed', 'completed'])
    gateway.reply({ status: 400 })
    const stopped = await withPhone([sms({ shouldStopOnFail: true }), inApp('After'), delay(window)])
    expect(stopped.statuses).toEqual(['failed', 'canceled', 'canceled'])
    expect((await world.moments(stopped.transactionId)).filter((moment) => moment === 'stopped')).toHaveLength(2)
  })

  it('is not what stops a run when it was only filtered, or its delay is invalid', async () => {
    const filtered = await withPhone([inApp('Not', { filters: never, shouldStopOnFail: true }), inApp('After')])
    expect(filtered.statuses).toEqual(['canceled', 'completed'])
    const invalid = await withPhone([
      delay({ type: 'scheduled', delayPath: 'at' }, { shouldStopOnFail: true }),
      inApp('After'),
    ])
    expect(invalid.statuses).toEqual(['canceled', 'completed'])
  })
})

describe('canceling a transaction', () => {
  const cancel = async (transactionId: string) =>
    (await world.call('DELETE', `/events/trigger/${transactionId}`)).body.data
  it('is true while something of it waits, and keeps the rest from happening', async () => {
    const waiting = await withPhone([inApp('Now'), delay(window), inApp('Later')])
    expect(await cancel(waiting.transactionId)).toBe(true)
    expect(await world.statuses(waiting.transactionId)).toEqual(['completed', 'canceled', 'canceled'])
    expect(await world.moments(waiting.transactionId)).toContain('canceled')
    await world.later(11 * MINUTE)
    expect(await world.inbox('ana')).not.toContain('Later')
  })

  it('is false when nothing waits, when it was canceled before, or when no one knows it', async () => {
    const over = await withPhone([inApp('Now')])
    const waiting = await withPhone([delay(window)])
    await cancel(waiting.transactionId)
    const answers = [over.transactionId, waiting.transactionId, 'nobody'].map(cancel)
    expect(await Promise.all(answers)).toEqual([false, false, false])
  })

  it('comes too late for what another process finishes: nothing is delivered by a step that was canceled', async () => {
    let answer = (_reply: object) => {}
    gateway.reply(new Promise<object>((resolve) => (answer = resolve)))
    const { name } = await world.createWorkflow([delay(window), sms(), inApp('Too late')])
    const { transactionId } = await world.trigger(name, ana)
    const settled = world.later(11 * MINUTE)
    await expect.poll(() => gateway.calls.length).toBe(1)
    await world.deps.database.pool.query(
      `update notification_jobs j set status = 'canceled' from notification_runs r
       where r.id = j.run_id and r.transaction_id = $1 and j.status = 'pending'`,
      [transactionId],
    )
    answer({})
    await settled
    expect(await world.statuses(transactionId)).toEqual(['completed', 'completed', 'canceled'])
    expect(await world.inbox('ana')).not.toContain('Too late')
  })
})
