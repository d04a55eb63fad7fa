import { type TriggerStatus, triggerStatuses } from '@recado/contracts/notifications/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inApp, type NotificationWorld, openNotificationWorld } from '#server/test/notification-world.ts'

let world: NotificationWorld
beforeAll(async () => {
  world = await openNotificationWorld()
})
afterAll(() => world.close())

const off = { active: false }
const override = async (workflowId: string, tenantId: string, active: boolean) =>
  world.call('POST', '/workflow-overrides', { workflowId, tenantId, active })
const post = (body: object) => world.call('POST', '/events/trigger', body)

describe('the status of a trigger', () => {
  const cases: Record<Exclude<TriggerStatus, 'error'>, () => Promise<object>> = {
    processed: async () => {
      const { name } = await world.createWorkflow([inApp('Hello')])
      return { name, to: 'ana' }
    },
    trigger_not_active: async () => {
      const { name } = await world.createWorkflow([inApp('Hello')], off)
      return { name, to: 'ana' }
    },
    no_workflow_steps_defined: async () => {
      const { name } = await world.createWorkflow([])
      return { name, to: 'ana' }
    },
    no_workflow_active_steps_defined: async () => {
      const { name } = await world.createWorkflow([inApp('Hello', off), inApp('Bye', off)])
      return { name, to: 'ana' }
    },
    no_tenant_found: async () => {
      const { name } = await world.createWorkflow([inApp('Hello')])
      return { name, to: 'ana', tenant: 'nobody' }
    },
    subscriber_id_missing: async () => {
      const { name } = await world.createWorkflow([inApp('Hello')])
      return { name, to: ['ana', { firstName: 'Ana' }] }
    },
  }
  it.each(Object.entries(cases))('is %s', async (status, body) => {
    const before = await world.inbox('ana').catch(() => [])
    const answer = await post(await body())
    expect(answer).toMatchObject({ status: 201, body: { data: { acknowledged: true, status } } })
    expect('transactionId' in answer.body.data).toBe(status === 'processed')
    await world.settle()
    expect((await world.inbox('ana')).length - before.length).toBe(status === 'processed' ? 1 : 0)
  })

  it('is error for one event of a bulk, and the others run', async () => {
    const { name } = await world.createWorkflow([inApp('{{n}}')])
    const events = [
      { name, to: 'bia', payload: { n: 1 } },
      { name: 'unknown', to: 'bia', payload: {} },
      { name, to: 'bia', payload: { n: 3 }, transactionId: 'third' },
    ]
    const answer = await world.call('POST', '/events/trigger/bulk', { events })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toEqual([
      { acknowledged: true, status: 'processed', transactionId: expect.any(String) },
      { acknowledged: true, status: 'error', error: ['workflow_not_found'] },
      { acknowledged: true, status: 'processed', transactionId: 'third' },
    ])
    await world.settle()
    expect((await world.inbox('bia')).sort()).toEqual(['1', '3'])
  })

  it('has a case here whatever it is', () => {
    expect([...Object.keys(cases), 'error'].sort()).toEqual([...triggerStatuses].sort())
  })
})

describe('the override of a tenant', () => {
  it('switches a workflow off, and an inactive one on, for that tenant alone', async () => {
    const [acme, other] = [await world.createTenant('acme'), await world.createTenant('other')]
    expect(other).not.toBe(acme)
    const active = await world.createWorkflow([inApp('Active')])
    const inactive = await world.createWorkflow([inApp('Inactive')], off)
    await override(active.id, acme, false)
    await override(inactive.id, acme, true)
    const statusOf = async (name: string, tenant?: unknown) =>
      (await world.trigger(name, 'caio', {}, { tenant })).status
    expect([await statusOf(active.name, 'acme'), await statusOf(inactive.name, 'acme')]).toEqual([
      'trigger_not_active',
      'processed',
    ])
    expect([await statusOf(active.name, { identifier: 'other' }), await statusOf(inactive.name, 'other')]).toEqual([
      'processed',
      'trigger_not_active',
    ])
    expect([await statusOf(active.name), await statusOf(inactive.name)]).toEqual(['processed', 'trigger_not_active'])
  })
})

describe('a trigger that is refused', () => {
  it('names a workflow that is not there, by itself or as a broadcast', async () => {
    const refusal = { status: 422, body: { message: 'workflow_not_found', error: 'Unprocessable Entity' } }
    expect(await post({ name: 'unknown', to: 'ana' })).toMatchObject(refusal)
    expect(await world.call('POST', '/events/trigger/broadcast', { name: 'unknown', payload: {} })).toMatchObject(
      refusal,
    )
  })

  it('lacks variables that the templates require, of the type they have', async () => {
    const variables = [
      { name: 'order.id', type: 'String', required: true },
      { name: 'items', type: 'Array', required: true },
      { name: 'gift', type: 'Boolean', required: true },
    ]
    const { name } = await world.createWorkflow([
      { template: { type: 'in_app', content: '{{order.id}}', variables: variables.slice(0, 1) } },
      { template: { type: 'in_app', content: '{{items}}{{gift}}', variables: variables.slice(1) } },
    ])
    const text = 'payload is missing required key(s) and type(s): '
    expect((await post({ name, to: 'ana' })).body).toEqual({
      statusCode: 400,
      error: 'Bad Request',
      message: `${text}order.id (String), items (Array), gift (Boolean)`,
    })
    const wrong = { order: { id: 7 }, items: 'none', gift: true }
    expect((await post({ name, to: 'ana', payload: wrong })).body.message).toBe(`${text}items (Array)`)
    expect((await post({ name, to: 'ana', payload: { ...wrong, items: [] } })).status).toBe(201)
  })

  it('lacks the tenant or the actor that the templates name', async () => {
    const { name } = await world.createWorkflow([inApp('{{tenant.name}}'), inApp('{{actor.firstName}}')])
    await world.createTenant('aurora')
    const bad = (message: string) => ({ status: 400, body: { message: `Trigger is missing: ${message}` } })
    expect(await post({ name, to: 'ana' })).toMatchObject(bad('tenant.identifier, actor.subscriberId'))
    expect(await post({ name, to: 'ana', tenant: { identifier: 'aurora' } })).toMatchObject(bad('actor.subscriberId'))
    expect(await post({ name, to: 'ana', actor: 'bia' })).toMatchObject(bad('tenant.identifier'))
    expect((await post({ name, to: 'ana', actor: 'bia', tenant: 'aurora' })).status).toBe(201)
  })

  it('has more than a hundred events in a bulk', async () => {
    const { name } = await world.createWorkflow([inApp('{{n}}')])
    const bulk = (count: number) => ({
      events: Array.from({ length: count }, (_, n) => ({ name, to: `b${n}`, payload: { n }, transactionId: `t-${n}` })),
    })
    expect((await world.call('POST', '/events/trigger/bulk', bulk(101))).status).toBe(400)
    expect((await world.call('POST', '/events/trigger/bulk', bulk(0))).status).toBe(400)
    const answer = await world.call('POST', '/events/trigger/bulk', bulk(100))
    expect(answer.body.data.map(({ transactionId }: { transactionId: string }) => transactionId)).toEqual(
      Array.from({ length: 100 }, (_, n) => `t-${n}`),
    )
    await world.settle()
    expect([await world.inbox('b0'), await world.inbox('b99')]).toEqual([['0'], ['99']])
  })
})

describe('the transaction of a trigger', () => {
  it('is echoed or made up, and a repeated one is accepted and does nothing', async () => {
    const { name } = await world.createWorkflow([inApp('{{n}}')])
    const first = await world.trigger(name, 'davi', { n: 1 }, { transactionId: 'order-1' })
    const again = await world.trigger(name, 'davi', { n: 2 }, { transactionId: 'order-1' })
    expect([first, again]).toEqual(Array(2).fill({ acknowledged: true, status: 'processed', transactionId: 'order-1' }))
    const made = await world.trigger(name, 'davi', { n: 3 })
    expect(made.transactionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await world.inbox('davi')).toEqual(['1', '3'])
  })
})
