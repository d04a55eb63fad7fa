import { createHmac } from 'node:crypto'
import { startStandIn } from '@recado/providers/test/stand-in'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { all, inApp, type NotificationWorld, openNotificationWorld, step } from '#server/test/notification-world.ts'

let world: NotificationWorld
let hook: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  world = await openNotificationWorld()
  hook = await startStandIn()
})
afterAll(async () => {
  await world.close()
  await hook.close()
})
beforeEach(() => hook.reset())

type Json = Record<string, unknown>
const passes = async (condition: Json, to: unknown, payload: Json = {}, more: Json = {}): Promise<boolean> => {
  const { name } = await world.createWorkflow([inApp('Hello', { filters: all(condition) }), inApp('After')])
  const { transactionId } = await world.trigger(name, to, payload, more)
  const [first, second] = await world.statuses(transactionId)
  expect(second).toBe('completed')
  expect(await world.moments(transactionId)).toContain(
    first === 'completed' ? 'message_sent' : 'filtered_by_conditions',
  )
  return first === 'completed'
}
const compare = (on: string, field: string, operator: string, value = '') => ({ on, field, operator, value })

describe('a condition of a step', () => {
  const payload = { n: 5, word: 'Order', ok: true, list: ['a', 'b'], deep: { at: 'x' } }
  it.each([
    ['EQUAL', 'n', '5', '6'],
    ['NOT_EQUAL', 'word', 'Other', 'Order'],
    ['LARGER', 'n', '4', '5'],
    ['SMALLER', 'n', '6', '5'],
    ['LARGER_EQUAL', 'n', '5', '6'],
    ['SMALLER_EQUAL', 'n', '5', '4'],
    ['IN', 'list', 'a', 'c'],
    ['NOT_IN', 'list', 'c', 'a'],
    ['LIKE', 'word', 'rde', 'xyz'],
    ['NOT_LIKE', 'word', 'xyz', 'rde'],
    ['BETWEEN', 'n', '1,5', '6,9'],
    ['NOT_BETWEEN', 'n', '6,9', '1,5'],
    ['ALL_IN', 'list', 'a,b', 'a,c'],
    ['ANY_IN', 'list', 'b,c', 'c,d'],
    ['EQUAL', 'ok', 'true', 'false'],
    ['EQUAL', 'deep.at', '{{payload.deep.at}}', '{{payload.word}}'],
  ])('%s compares %s of the payload', async (operator, field, yes, no) => {
    expect(await passes(compare('payload', field, operator, yes), 'ana', payload)).toBe(true)
    expect(await passes(compare('payload', field, operator, no), 'ana', payload)).toBe(false)
  })

  it('IS_DEFINED looks whether a field is there', async () => {
    expect(await passes(compare('payload', 'n', 'IS_DEFINED'), 'ana', payload)).toBe(true)
    expect(await passes(compare('payload', 'm', 'IS_DEFINED'), 'ana', payload)).toBe(false)
  })

  it('looks at the subscriber and at the tenant', async () => {
    await world.createTenant('acme', { plan: 'pro' })
    const person = { subscriberId: 'bia', firstName: 'Bia', data: { age: 30 } }
    const tenant = { tenant: 'acme' }
    expect(await passes(compare('subscriber', 'firstName', 'EQUAL', 'Bia'), person)).toBe(true)
    expect(await passes(compare('subscriber', 'data.age', 'LARGER', '30'), person)).toBe(false)
    expect(await passes(compare('tenant', 'identifier', 'EQUAL', 'acme'), person, {}, tenant)).toBe(true)
    expect(await passes(compare('tenant', 'identifier', 'EQUAL', 'acme'), person)).toBe(false)
  })

  it('looks whether the subscriber is online, or was in the last while', async () => {
    const online = (isOnline: boolean) => world.call('PATCH', '/subscribers/caio/online-status', { isOnline })
    const recently = { on: 'isOnlineInLast', value: 5, timeOperator: 'minutes' }
    for (const value of [true, false]) expect(await passes({ on: 'isOnline', value }, 'caio')).toBe(false)
    expect(await passes(recently, 'caio')).toBe(false)
    await online(true)
    expect(await passes({ on: 'isOnline', value: true }, 'caio')).toBe(true)
    expect(await passes(recently, 'caio')).toBe(true)
    await online(false)
    await world.later(4 * 60_000)
    expect(await passes({ on: 'isOnline', value: true }, 'caio')).toBe(false)
    expect(await passes({ on: 'isOnline', value: false }, 'caio')).toBe(true)
    expect(await passes(recently, 'caio')).toBe(true)
    await world.later(2 * 60_000)
    expect(await passes(recently, 'caio')).toBe(false)
  })

  it('that cannot be read fails the step, and the run goes on', async () => {
    const broken = compare('payload', 'word', 'EQUAL', '{{unknown payload}}')
    const { name } = await world.createWorkflow([inApp('Hello', { filters: all(broken) }), inApp('After')])
    const { transactionId } = await world.trigger(name, 'ana', payload)
    expect(await world.statuses(transactionId)).toEqual(['failed', 'completed'])
    expect(await world.moments(transactionId)).toContain('condition_error')
  })
})

describe('the message of a step before', () => {
  it.each([
    ['seen', [], false],
    ['seen', ['seen'], true],
    ['unseen', ['seen'], false],
    ['unread', ['seen'], true],
    ['read', ['seen', 'read'], true],
    ['unread', ['read'], false],
  ])('is %s or not after it was marked %j', async (stepType, marks, expected) => {
    const uuid = `first-${stepType}-${marks.length}-${expected}`
    const { name } = await world.createWorkflow([
      inApp('First', { uuid }),
      { template: { type: 'delay', content: '' }, metadata: { type: 'regular', amount: 1, unit: 'minutes' } },
      inApp('Second', { filters: all({ on: 'previousStep', step: uuid, stepType }) }),
    ])
    const { transactionId } = await world.trigger(name, 'davi')
    const [message] = await world.messages(transactionId)
    for (const mark of marks) {
      const body = { messageId: message?.id, mark: { [mark]: true } }
      expect((await world.call('POST', '/subscribers/davi/messages/markAs', body)).status).toBe(201)
    }
    await world.later(60_000)
    expect((await world.statuses(transactionId))[2]).toBe(expected ? 'completed' : 'canceled')
  })

  it('passes when there is none', () =>
    expect(passes({ on: 'previousStep', step: 'no-such-step', stepType: 'read' }, 'eva')).resolves.toBe(true))
})

describe('the webhook of a condition', () => {
  const condition = () => ({ ...compare('webhook', 'vip', 'EQUAL', 'true'), webhookUrl: `${hook.url}/ask` })
  const start = async () => {
    const { name } = await world.createWorkflow([
      step({ type: 'in_app', content: 'VIP' }, { filters: all(condition()) }),
      inApp('After'),
    ])
    const answer = await world.trigger(name, { subscriberId: 'fabi', email: 'f@example.com' }, { n: 1 })
    return { name, ...answer }
  }

  it('is told what it is about, signed with the first key, without anything secret', async () => {
    await world.connect('chat', 'mattermost', {})
    await world.subscribe('fabi')
    const credentials = { webhookUrl: 'https://chat.example/secret-address' }
    await world.call('PUT', '/subscribers/fabi/credentials', { providerId: 'mattermost', credentials })
    hook.reply({ body: { vip: true } })
    const { name, transactionId } = await start()
    expect(await world.statuses(transactionId)).toEqual(['completed', 'completed'])
    const [call] = hook.calls
    expect(call).toMatchObject({ method: 'POST', url: '/ask' })
    expect(call?.json).toMatchObject({
      identifier: name,
      channel: 'in_app',
      payload: { n: 1 },
      subscriber: { subscriberId: 'fabi', email: 'f@example.com' },
    })
    expect(call?.headers['nv-hmac-256']).toBe(
      createHmac('sha256', world.apiKey).update(world.environment.id).digest('hex'),
    )
    expect(call?.body.toString()).not.toMatch(/channels|credentials|secret-address/)
  })

  it('is asked three times, a while apart, before it counts as not passed', async () => {
    hook.reply({ status: 500 }, 'silence', { body: { vip: true } })
    const passing = await start()
    expect([hook.calls.length, await world.statuses(passing.transactionId)]).toEqual([1, ['queued', 'pending']])
    await world.later(2000)
    expect(hook.calls).toHaveLength(2)
    await world.later(4000)
    expect(await world.statuses(passing.transactionId)).toEqual(['completed', 'completed'])
    expect((await world.moments(passing.transactionId)).filter((m) => m === 'webhook_condition_retried')).toHaveLength(
      2,
    )

    hook.reset()
    hook.reply({ status: 500 }, { status: 500 }, { status: 500 })
    const failing = await start()
    await world.later(2000)
    await world.later(4000)
    await world.later(60_000)
    expect(hook.calls).toHaveLength(3)
    expect(await world.statuses(failing.transactionId)).toEqual(['failed', 'completed'])
    expect(await world.moments(failing.transactionId)).toContain('webhook_condition_failed')
  })

  it('is asked three times whatever else the step is tried again for', async () => {
    const gateway = { baseUrl: hook.url, apiKeyRequestHeader: 'x', apiKey: 'k', idPath: 'id', from: 'me' }
    await world.connect('sms', 'generic-sms', gateway)
    const later = { status: 429, headers: { 'retry-after': '1' } }
    const vip = { body: { vip: true } }
    hook.reply({ status: 500 }, { status: 500 }, vip, later, vip, later, vip, later, vip, vip)
    const { name } = await world.createWorkflow([step({ type: 'sms', content: 'Hi' }, { filters: all(condition()) })])
    const { transactionId } = await world.trigger(name, { subscriberId: 'gil', phone: '+55' })
    for (let i = 0; i < 6; i++) await world.later(60_000)
    expect(hook.calls.filter(({ url }) => url !== '/ask')).toHaveLength(4)
    expect(await world.statuses(transactionId)).toEqual(['completed'])
  })

  it('decides by its answer, and is not asked when nothing depends on it', async () => {
    hook.reply({ body: { vip: false } })
    const refused = await start()
    expect(await world.statuses(refused.transactionId)).toEqual(['canceled', 'completed'])
    hook.reset()
    const { name } = await world.createWorkflow([
      inApp('x', { filters: all(compare('payload', 'n', 'EQUAL', '2'), condition()) }),
    ])
    await world.trigger(name, 'fabi', { n: 1 })
    expect(hook.calls).toEqual([])
  })
})
