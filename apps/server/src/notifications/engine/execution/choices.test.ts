import { startStandIn } from '@recado/providers/test/stand-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { all, inApp, type NotificationWorld, openNotificationWorld, step } from '#server/test/notification-world.ts'

let world: NotificationWorld
const gateways: Awaited<ReturnType<typeof startStandIn>>[] = []
beforeAll(async () => {
  world = await openNotificationWorld()
})
afterAll(async () => {
  await world.close()
  for (const gateway of gateways) await gateway.close()
})

type Json = Record<string, unknown>
const equal = (field: string, value: string, on = 'payload') => ({ on, field, operator: 'EQUAL', value })

describe('a variant', () => {
  const variant = (content: string, filters: unknown, more: Json = {}) => ({
    template: { type: 'in_app', content },
    filters,
    active: true,
    ...more,
  })
  it('takes the place of the step when it is the first active one whose conditions pass', async () => {
    const { name } = await world.createWorkflow([
      inApp('Plain {{n}}', {
        variants: [
          variant('Inactive', all(equal('lang', 'pt')), { active: false }),
          variant('Without conditions', []),
          variant('Olá {{n}}', all(equal('lang', 'pt'))),
          variant('Oi {{n}}', all(equal('lang', 'pt'))),
        ],
      }),
    ])
    const chosen = await world.trigger(name, 'ana', { n: 1, lang: 'pt' })
    const plain = await world.trigger(name, 'ana', { n: 2, lang: 'de' })
    expect(await world.inbox('ana')).toEqual(['Olá 1', 'Plain 2'])
    expect(await world.moments(chosen.transactionId)).toContain('variant_chosen')
    expect(await world.moments(plain.transactionId)).not.toContain('variant_chosen')
  })
})

describe('the preferences of a subscriber', () => {
  const refusals = (transactionId: string) =>
    world.moments(transactionId).then((moments) => moments.filter((moment) => moment.startsWith('filtered_by')))
  const set = (subscriberId: string, body: Json, workflowId = '') =>
    world.call('PATCH', `/subscribers/${subscriberId}/preferences${workflowId && `/${workflowId}`}`, body)
  const noInbox = { type: 'in_app', enabled: false }
  const start = async (subscriberId: string, fields: Json = {}, preference?: (id: string) => Promise<unknown>) => {
    await world.subscribe(subscriberId)
    const { name, id } = await world.createWorkflow([inApp('Hello')], fields)
    await preference?.(id)
    const sent = await world.trigger(name, subscriberId)
    return { name, id, refusals: await refusals(sent.transactionId), inbox: await world.inbox(subscriberId) }
  }
  const allowed = { refusals: [], inbox: ['Hello'] }
  const general = { refusals: ['filtered_by_global_preferences'], inbox: [] }
  const particular = { refusals: ['filtered_by_preferences'], inbox: [] }

  it.each<[string, object, Json, ((who: string, id: string) => Promise<unknown>) | undefined]>([
    ['nothing', allowed, {}, undefined],
    ['everything switched off', general, {}, (who) => set(who, { enabled: false })],
    ['the channel switched off', general, {}, (who) => set(who, { preferences: [noInbox] })],
    ['the workflow switched off', particular, {}, (who, id) => set(who, { enabled: false }, id)],
    ['the channel of the workflow switched off', particular, {}, (who, id) => set(who, { channel: noInbox }, id)],
    ['a critical workflow', allowed, { critical: true }, (who) => set(who, { enabled: false })],
    ['a workflow that is off by itself', particular, { preferenceSettings: { in_app: false } }, undefined],
    [
      'a workflow that is off by itself, switched on',
      allowed,
      { preferenceSettings: { in_app: false } },
      (who, id) => set(who, { channel: { type: 'in_app', enabled: true } }, id),
    ],
  ])('with %s', async (what, expected, fields, preference) => {
    const who = `p-${what.replaceAll(' ', '-')}`
    expect(await start(who, fields, preference && ((id) => preference(who, id)))).toMatchObject(expected)
  })

  it('come after what the tenant decided, and after the conditions', async () => {
    const tenantId = await world.createTenant('acme')
    const { name, id } = await world.createWorkflow([inApp('Hello', { filters: all(equal('n', '1')) })])
    const preferenceSettings = { in_app: false }
    await world.call('POST', '/workflow-overrides', { workflowId: id, tenantId, active: true, preferenceSettings })
    const withTenant = (who: string, payload: Json = { n: 1 }) => world.trigger(name, who, payload, { tenant: 'acme' })
    expect(await refusals((await withTenant('q1')).transactionId)).toEqual(['filtered_by_preferences'])
    expect(await refusals((await world.trigger(name, 'q1', { n: 1 })).transactionId)).toEqual([])
    await set('q1', { channel: { type: 'in_app', enabled: true } }, id)
    expect(await refusals((await withTenant('q1')).transactionId)).toEqual([])
    await set('q1', { enabled: false })
    expect(await refusals((await withTenant('q1')).transactionId)).toEqual(['filtered_by_global_preferences'])
    expect(await refusals((await withTenant('q1', { n: 2 })).transactionId)).toEqual(['filtered_by_conditions'])
  })

  it('say nothing about delays and digests', async () => {
    await world.subscribe('q2')
    await set('q2', { enabled: false })
    const wait = { type: 'regular', amount: 1, unit: 'minutes' }
    const { name } = await world.createWorkflow([
      { template: { type: 'delay', content: '' }, metadata: wait },
      inApp('x'),
    ])
    const { transactionId } = await world.trigger(name, 'q2')
    expect(await world.statuses(transactionId)).toEqual(['delayed', 'pending'])
  })
})

describe('the integration of a step', () => {
  it('is the one the trigger names, the one whose conditions the tenant meets, or the primary one', async () => {
    const connect = async (name: string, more: Json = {}) => {
      const gateway = await startStandIn()
      gateways.push(gateway)
      const credentials = { baseUrl: gateway.url, apiKeyRequestHeader: 'x', apiKey: 'k', idPath: 'id', from: name }
      const { identifier, _id } = await world.connect('sms', 'generic-sms', credentials, { name, ...more })
      return { gateway, identifier, id: _id }
    }
    const primary = await connect('primary')
    const second = await connect('second')
    const forAcme = await connect('acme', { conditions: all(equal('identifier', 'gold', 'tenant')) })
    await world.call('POST', `/integrations/${primary.id}/set-primary`)
    await world.createTenant('gold')
    await world.createTenant('silver')
    const { name } = await world.createWorkflow([step({ type: 'sms', content: 'Hi' })])
    const senderOf = async (more: Json) => {
      for (const gateway of gateways) gateway.reset()
      const { transactionId } = await world.trigger(name, { subscriberId: 's1', phone: '+55' }, {}, more)
      const calls = gateways.flatMap((gateway) => gateway.calls.map(({ json }) => (json as { from: string }).from))
      return calls.length > 0 ? calls.join() : (await world.jobs(transactionId))[0]?.executionDetails.at(-1)?.moment
    }
    const named = (integrationIdentifier: string) => ({ overrides: { sms: { integrationIdentifier } } })
    expect(await senderOf({})).toBe('primary')
    expect(await senderOf(named(second.identifier))).toBe('second')
    expect(await senderOf({ tenant: 'gold' })).toBe('acme')
    expect(await senderOf({ tenant: 'silver' })).toBe('primary')
    expect(await senderOf({ tenant: 'gold', ...named(second.identifier) })).toBe('second')
    expect(await senderOf(named('unknown'))).toBe('no_integration')
    await world.call('PUT', `/integrations/${second.id}`, { active: false })
    expect(await senderOf(named(second.identifier))).toBe('no_integration')
    expect(forAcme.id).not.toBe(primary.id)
  })
})
