import { type LogCode, logCodes } from '@recado/contracts/notifications/domain'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Gateways, openGateways } from '#server/test/gateways.ts'
import { delay, inApp, type NotificationWorld, openNotificationWorld, step } from '#server/test/notification-world.ts'

type Json = Record<string, unknown>
const reachable = { subscriberId: 'ana', email: 'ana@example.com', phone: '+5511999990001' }
const mail = { type: 'email', subject: 'Hi', content: 'Hi', contentType: 'customHtml' }
const plain = (type: string): Json => step({ type, content: 'Hi' })
const [sms, chat, push] = [plain('sms'), plain('chat'), plain('push')]

let world: NotificationWorld
let bare: NotificationWorld
let gateways: Gateways
beforeAll(async () => {
  bare = await openNotificationWorld()
  world = await openNotificationWorld()
  gateways = await openGateways(world)
  await gateways.connectSms()
  await gateways.connectMail()
  await gateways.connectPush()
  await world.connect('chat', 'mattermost', {})
  await world.subscribe('ana')
  await gateways.joinChat('ana')
  await gateways.addTokens('ana', 'token')
})
afterAll(async () => {
  await world.close()
  await bare.close()
  await gateways.close()
})
beforeEach(() => gateways.reset())

const run = async (one: Json, payload: Json = {}, more: Json = {}, to: unknown = reachable, where = world) => {
  const { name } = await where.createWorkflow([one])
  return where.trigger(name, to, payload, more)
}
const refused = (which: 'sms' | 'chat' | 'push' | 'mail', one: Json) => {
  gateways[which].reply({ status: 400, body: { message: 'No' } })
  return run(one)
}
const inVain = (channel: string, one: Json) =>
  run(one, {}, { overrides: { [channel]: { integrationIdentifier: 'unknown' } } })
const withoutIntegration = (one: Json) => run(one, {}, {}, reachable, bare)

/** What makes each line, and where. */
const causes: Record<LogCode, () => Promise<unknown>> = {
  1000: () => run(inApp('x')),
  1001: async () => {
    const { name } = await world.createWorkflow([inApp('x')], { active: false })
    return world.trigger(name, 'ana')
  },
  1002: () => world.trigger('unknown', 'ana'),
  1004: () => refused('sms', sms),
  1005: () => refused('chat', chat),
  1006: () => inVain('sms', sms),
  1007: () => run(inApp('x')),
  1008: () => refused('mail', step(mail)),
  1009: () => run(inApp('x')),
  1010: () => refused('push', push),
  1011: () => inVain('push', push),
  3001: async () => {
    const { name } = await world.createWorkflow([delay({ type: 'regular', amount: 1, unit: 'minutes' })])
    await world.trigger(name, 'leaving')
    await world.call('DELETE', '/subscribers/leaving')
    return world.later(60_000)
  },
  3002: () => run(step(mail), {}, {}, 'nobody'),
  3003: () => run(sms, {}, {}, 'nobody'),
  3004: () => run(inApp('x'), {}, {}, [{ firstName: 'Ana' }]),
  3005: () => withoutIntegration(step(mail)),
  3006: () => run(chat, {}, {}, 'nobody'),
  3007: () => withoutIntegration(sms),
  3008: () => withoutIntegration(chat),
  3009: () => withoutIntegration(push),
  3010: () => run(push, {}, {}, 'nobody'),
  3011: () =>
    run(step({ type: 'in_app', content: '{{n}}', variables: [{ name: 'n', type: 'String', required: true }] })),
  3012: () => run(step({ type: 'in_app', content: 'x', actor: { type: 'user', data: null } })),
  3013: () => {
    const content = [{ type: 'text', content: '{{dateFormat at pattern}}' }]
    return run(step({ type: 'email', subject: 'Hi', content }), { at: '2026-01-01', pattern: 'n' })
  },
  4001: () => run(inApp('x'), {}, {}, { type: 'Topic', topicKey: 'nowhere' }),
  4002: async () => {
    await world.call('POST', '/topics', { key: 'empty', name: 'Empty' })
    return run(inApp('x'), {}, {}, { type: 'Topic', topicKey: 'empty' })
  },
}
const codes = Object.keys(logCodes).map((code) => Number(code) as LogCode)

it.each(codes)('%i is in the log when it happened', async (code) => {
  const where = code >= 3005 && code <= 3009 && code !== 3006 ? bare : world
  const count = async () => (await where.logs({ codes: [code] })).length
  const before = await count()
  await causes[code]()
  expect(await count()).toBe(before + 1)
  const [line] = await where.logs({ codes: [code] })
  expect(line).toMatchObject({ code, level: logCodes[code].level, text: expect.any(String) })
})

it('a text message without a number to send from is missing its provider', async () => {
  const { rows } = await world.deps.database.pool.query<{ id: string; credentials: string }>(
    `select id, credentials from notification_integrations where channel = 'sms' and environment_id = $1`,
    [world.environment.id],
  )
  const [row] = rows
  if (!row) throw new Error('no integration')
  const { from: _from, ...credentials } = JSON.parse(world.deps.sealer.open(row.credentials)) as Json
  await world.deps.database.pool.query('update notification_integrations set credentials = $2 where id = $1', [
    row.id,
    world.deps.sealer.seal(JSON.stringify(credentials)),
  ])
  world.deps.bus.publish('notifications.changed', { environmentId: world.environment.id })
  const { transactionId } = await run(sms)
  expect([await world.codes(transactionId), gateways.sms.calls]).toEqual([[1000, 1009, 1006], []])
  const given = await run(sms, {}, { overrides: { sms: { from: 'Me' } } })
  expect(await world.codes(given.transactionId)).toEqual([1000, 1009])
})

it('a line tells of which transaction, workflow and subscriber it is', async () => {
  const { name, id } = await world.createWorkflow([sms])
  const { transactionId } = await world.trigger(name, 'nobody')
  const [line] = await world.logs({ transactionId, level: 'error' })
  const [job] = await world.jobs(transactionId)
  expect(line).toMatchObject({ code: 3003, transactionId, workflowId: id, subscriberId: 'nobody', jobId: job?._id })
})
