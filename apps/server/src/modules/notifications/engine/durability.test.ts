import { setTimeout as sleep } from 'node:timers/promises'
import { startStandIn } from '@recado/providers/test/stand-in'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  all,
  delay,
  inApp,
  type NotificationWorld,
  openNotificationWorld,
  step,
} from '../../../test/notification-world.ts'

const MINUTE = 60_000
type StandIn = Awaited<ReturnType<typeof startStandIn>>
let world: NotificationWorld
let gateway: StandIn
let webhook: StandIn
beforeAll(async () => {
  world = await openNotificationWorld()
  gateway = await startStandIn()
  webhook = await startStandIn()
  const credentials = { baseUrl: gateway.url, apiKeyRequestHeader: 'X-Key', apiKey: 'k', idPath: 'id', from: 'Recado' }
  await world.connect('sms', 'generic-sms', credentials)
})
afterAll(async () => {
  await world.close()
  await gateway.close()
  await webhook.close()
})
beforeEach(() => {
  gateway.reset()
  webhook.reset()
})

const sms = (more: object = {}) => step({ type: 'sms', content: 'Hi' }, { ...more })
const lea = { subscriberId: 'lea', phone: '+5511999990000' }
const asked = () => all({ on: 'webhook', webhookUrl: webhook.url, field: 'ok', operator: 'EQUAL', value: 'true' })
type Reply = { status?: number; body?: unknown }
const held = () => Promise.withResolvers<Reply>()

/** Breaks the connection of whoever reads the integrations while `work` goes on. */
const withLostConnection = async (work: () => Promise<unknown>) => {
  const { pool } = world.deps.database
  world.deps.bus.publish('notifications.changed', { environmentId: world.environment.id })
  const client = await pool.connect()
  try {
    await client.query('begin; lock table notification_integrations in access exclusive mode')
    const working = work()
    const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%notification_integrations%'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await client.query('rollback')
    await working
  } finally {
    client.release()
  }
}

it('does a step again whose database went away, and does not count it as failed', async () => {
  const { name } = await world.createWorkflow([inApp('at once')])
  const accepted = await world.call('POST', '/events/trigger', { name, to: 'lea' })
  await withLostConnection(world.settle)
  expect(await world.statuses(accepted.body.data.transactionId)).toEqual(['completed'])
  expect(await world.inbox('lea')).toEqual(['at once'])

  const later = await world.createWorkflow([
    delay({ type: 'regular', amount: 1, unit: 'minutes' }),
    inApp('after a minute'),
  ])
  const { transactionId } = await world.trigger(later.name, 'lea')
  await withLostConnection(() => world.later(MINUTE))
  expect(await world.statuses(transactionId)).toEqual(['running', 'pending'])
  await world.later(2 * MINUTE)
  expect(await world.statuses(transactionId)).toEqual(['completed', 'completed'])
  expect(await world.inbox('lea')).toEqual(['at once', 'after a minute'])
})

it('sends once what was claimed twice, because the first time took longer than a lease', async () => {
  const late = held()
  webhook.reply(late.promise, { body: { ok: true } })
  const { name } = await world.createWorkflow([sms({ filters: asked() })])
  const accepted = await world.call('POST', '/events/trigger', { name, to: lea })
  const first = world.settle()
  await expect.poll(() => webhook.calls.length).toBe(1)
  await world.later(2 * MINUTE)
  expect(gateway.calls).toHaveLength(1)
  late.resolve({ body: { ok: true } })
  await first
  expect(gateway.calls).toHaveLength(1)
  const { transactionId } = accepted.body.data
  expect(await world.statuses(transactionId)).toEqual(['completed'])
  expect(await world.messages(transactionId)).toMatchObject([{ status: 'sent' }])
})

it('keeps what a provider is slow with, and hears its answer', async () => {
  const { deps } = world
  const late = held()
  gateway.reply(late.promise)
  const { name } = await world.createWorkflow([sms()])
  const frozen = deps.now
  let passed = 0
  deps.now = () => new Date(frozen().getTime() + passed)
  deps.notifications.start(deps)
  try {
    const accepted = await world.call('POST', '/events/trigger', { name, to: lea })
    await expect.poll(() => gateway.calls.length, { timeout: 5000 }).toBe(1)
    for (passed = 30_000; passed <= 120_000; passed += 30_000) await sleep(1100)
    const { transactionId } = accepted.body.data
    expect(await world.statuses(transactionId)).toEqual(['running'])
    late.resolve({ body: { id: 'v1' } })
    await expect.poll(() => world.statuses(transactionId)).toEqual(['completed'])
    expect(await world.messages(transactionId)).toMatchObject([{ status: 'sent' }])
  } finally {
    await deps.notifications.stop()
    deps.now = frozen
  }
})
