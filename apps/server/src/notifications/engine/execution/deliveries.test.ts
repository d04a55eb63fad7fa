import { signatureOf } from '@recado/providers/signature'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDeps } from '#server/test/app.ts'
import { type Gateways, openGateways } from '#server/test/gateways.ts'
import {
  all,
  delay,
  inApp,
  type NotificationWorld,
  openNotificationWorld,
  step,
} from '#server/test/notification-world.ts'
import { createNotificationEngine } from './engine.ts'

const NOBODY_LISTENS = 'http://127.0.0.1:5339'
let world: NotificationWorld
let gateways: Gateways
let integration: { _id: string; identifier: string }
beforeAll(async () => {
  world = await openNotificationWorld()
  gateways = await openGateways(world)
  integration = await gateways.connectSms()
})
afterAll(async () => {
  await world.close()
  await gateways.close()
})
beforeEach(() => gateways.reset())

const ana = { subscriberId: 'ana', phone: '+5511999990001' }
const text = step({ type: 'sms', content: 'Hi' })
const steps = [text, inApp('After')]
const send = async (to: unknown = ana) => {
  const { name } = await world.createWorkflow(steps)
  return (await world.trigger(name, to)).transactionId
}
const messageOf = async (transactionId: string) => {
  const [first] = (await world.messages(transactionId)).filter(({ content }) => content === 'Hi')
  if (!first) throw new Error('no message')
  return first
}
const report = async (receipt: object) => {
  const { organizationId, id } = world.environment
  const payload = JSON.stringify(receipt)
  const answer = await world.app.inject({
    method: 'POST',
    url: `/v1/webhooks/organizations/${organizationId}/environments/${id}/sms/${integration.identifier}`,
    headers: { 'content-type': 'application/json', 'x-novu-signature': signatureOf('s', payload) },
    payload,
  })
  expect(answer.statusCode).toBe(201)
}
const addressOfGateway = (baseUrl: string) =>
  world.call('PUT', `/integrations/${integration._id}`, {
    credentials: { baseUrl, apiKeyRequestHeader: 'X-Key', apiKey: 'k', idPath: 'id', from: 'Recado', secretKey: 's' },
    check: false,
  })

describe('a provider', () => {
  it('that cannot be reached is tried again with the same message, four times in all', async () => {
    await addressOfGateway(NOBODY_LISTENS)
    const lucky = await send()
    const unlucky = await send({ subscriberId: 'bia', phone: '+552' })
    const before = await messageOf(lucky)
    expect([before.status, await world.statuses(lucky)]).toEqual(['pending', ['queued', 'pending']])
    await world.later(4_999)
    expect((await world.moments(lucky)).filter((moment) => moment === 'provider_unreachable')).toHaveLength(1)
    await world.later(1)
    expect((await world.moments(lucky)).filter((moment) => moment === 'provider_unreachable')).toHaveLength(2)
    await world.later(15_000)
    await addressOfGateway(gateways.sms.url)
    gateways.sms.reply({ body: { id: 'v1' } }, { status: 503, headers: { 'retry-after': '600' } })
    await world.later(45_000)
    expect(gateways.sms.calls).toHaveLength(2)
    const [mine] = gateways.sms.calls.filter(({ json }) => Reflect.get(json as object, 'to') === ana.phone)
    expect(Reflect.get(mine?.json as object, 'id')).toBe(before.id)
    const ends = await Promise.all([lucky, unlucky].map(async (one) => (await messageOf(one)).status))
    expect(ends.sort()).toEqual(['error', 'sent'])
    for (const one of [lucky, unlucky]) expect((await world.statuses(one))[1]).toBe('completed')
    await world.later(3_600_000)
    expect(gateways.sms.calls).toHaveLength(2)
  })

  it('that asks for a while is called again after it', async () => {
    gateways.sms.reply({ status: 429, headers: { 'retry-after': '120' } })
    const one = await send()
    await world.later(119_000)
    expect(gateways.sms.calls).toHaveLength(1)
    await world.later(1_000)
    expect(gateways.sms.calls).toHaveLength(2)
    expect((await messageOf(one)).status).toBe('sent')
  })

  it('that refuses is not called again', async () => {
    gateways.sms.reply({ status: 400, body: { message: 'Number is not valid' } })
    const one = await send()
    await world.later(3_600_000)
    expect(gateways.sms.calls).toHaveLength(1)
    expect(await messageOf(one)).toMatchObject({
      status: 'error',
      error: expect.stringContaining('Number is not valid'),
    })
    expect(await world.statuses(one)).toEqual(['failed', 'completed'])
    expect(await world.codes(one)).toContain(1004)
    const [job] = await world.jobs(one)
    const raw = job?.executionDetails.find(({ moment }) => moment === 'provider_error')?.raw
    expect(raw).toContain('Number is not valid')
  })

  it.each([
    ['breaks the line', 'silence' as const],
    ['fails inside', { status: 500 }],
  ])(
    'that %s leaves a message of unknown fate, which is never sent again and which a receipt settles',
    async (_how, reply) => {
      gateways.sms.reply(reply)
      const one = await send()
      await world.later(3_600_000)
      expect(gateways.sms.calls).toHaveLength(1)
      const message = await messageOf(one)
      expect(message.status).toBe('unknown')
      expect(await world.statuses(one)).toEqual(['completed', 'completed'])
      expect(await world.moments(one)).toContain('fate_unknown')
      await report({ id: message.id, event: 'delivered' })
      expect((await messageOf(one)).status).toBe('sent')
    },
  )
})

describe('a receipt that says a message was opened', () => {
  it.each([
    ['opened', 'completed'],
    ['delivered', 'canceled'],
  ])('%s lets a later step that asks for it be %s', async (event, expected) => {
    const uuid = `sms-${event}`
    const filters = all({ on: 'previousStep', step: uuid, stepType: 'read' })
    const wait = delay({ type: 'regular', amount: 1, unit: 'minutes' })
    const { name } = await world.createWorkflow([{ ...text, uuid }, wait, inApp('Thanks', { filters })])
    const { transactionId } = await world.trigger(name, ana)
    await report({ id: (await messageOf(transactionId)).id, event })
    await world.later(60_000)
    expect((await world.statuses(transactionId))[2]).toBe(expected)
  })
})

describe('a process that dies', () => {
  const open = async (processId: string) => {
    const { deps, close } = await createTestDeps()
    deps.now = world.now
    deps.processId = processId
    deps.sealer = world.deps.sealer
    const engine = createNotificationEngine()
    return { engine, deps, close }
  }
  const accept = async () => {
    const { name } = await world.createWorkflow(steps)
    const answer = await world.call('POST', '/events/trigger', { name, to: ana })
    return answer.body.data.transactionId as string
  }

  it('between the call and the record leaves an unknown fate; the run goes on, and nothing is sent twice', async () => {
    let revive = (_reply: object) => {}
    gateways.sms.reply(new Promise<object>((resolve) => (revive = resolve)))
    const transactionId = await accept()
    const dying = await open('dying')
    const flight = dying.engine.drain(dying.deps)
    await expect.poll(() => gateways.sms.calls.length).toBe(1)
    await world.settle()
    expect(await world.statuses(transactionId)).toEqual(['running', 'pending'])
    await world.later(61_000)
    expect(await world.statuses(transactionId)).toEqual(['completed', 'completed'])
    expect((await messageOf(transactionId)).status).toBe('unknown')
    expect(await world.moments(transactionId)).toContain('fate_unknown')
    expect((await world.inbox('ana')).filter((content) => content === 'After').length).toBeGreaterThan(0)
    const messages = await world.messages(transactionId)
    revive({ body: { id: 'late' } })
    await flight
    expect(await world.messages(transactionId)).toEqual(messages)
    expect(gateways.sms.calls).toHaveLength(1)
    await dying.close()
  })

  it('before the call has done nothing: another one does it', async () => {
    const transactionId = await accept()
    await world.deps.database.pool.query(
      `update notification_events set lease_owner = 'dead', lease_until = $2, attempts = 1 where transaction_id = $1`,
      [transactionId, new Date(world.now().getTime() + 60_000)],
    )
    await world.settle()
    expect(await world.statuses(transactionId)).toEqual([])
    await world.later(60_000)
    expect(await world.statuses(transactionId)).toEqual(['completed', 'completed'])

    const second = await accept()
    gateways.sms.reply({ status: 429, headers: { 'retry-after': '10' } })
    await world.settle()
    await world.deps.database.pool.query(
      `update notification_jobs j set status = 'running', lease_owner = 'dead', lease_until = $2 from notification_runs r
       where r.id = j.run_id and r.transaction_id = $1 and j.status = 'queued'`,
      [second, new Date(world.now().getTime() + 30_000)],
    )
    await world.later(20_000)
    expect(await world.statuses(second)).toEqual(['running', 'pending'])
    await world.later(10_000)
    await world.settle()
    expect(await world.statuses(second)).toEqual(['completed', 'completed'])
  })

  it('with a run that is gone is ended', async () => {
    const transactionId = await accept()
    gateways.sms.reply({ status: 429, headers: { 'retry-after': '10' } })
    await world.settle()
    const { rows } = await world.deps.database.pool.query<{ id: string }>(
      `update notification_jobs j set status = 'running', called_at = $2, lease_owner = 'dead', lease_until = $2
       from notification_runs r where r.id = j.run_id and r.transaction_id = $1 and j.status = 'queued' returning j.id`,
      [transactionId, world.now()],
    )
    await world.deps.database.pool.query('delete from notification_runs where transaction_id = $1', [transactionId])
    await world.settle()
    const left = await world.deps.database.pool.query('select status from notification_jobs where id = $1', [
      rows[0]?.id,
    ])
    expect(left.rows).toEqual([{ status: 'failed' }])
  })
})
