import { type ChannelType, type ConditionGroup, conditionGroup } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import type { ConditionFacts, ConditionPorts } from '#server/notifications/definitions/conditions/evaluate.ts'
import { chooseIntegrations } from './choose-integration.ts'

const facts = (tenant: string | null): ConditionFacts => ({
  payload: {},
  subscriber: { subscriberId: 'ana', isOnline: null, lastOnlineAt: null },
  tenant: tenant === null ? null : { identifier: tenant, name: null, data: null },
  now: new Date('2026-06-15T12:00:00Z'),
})

const ports: ConditionPorts = {
  askWebhook: () => Promise.resolve({ ok: false, error: 'down' }),
  messageOfStep: () => Promise.resolve(null),
  render: (template) => template,
}

const forTenant = (value: string) => [
  conditionGroup.parse({ children: [{ on: 'tenant', field: 'identifier', operator: 'EQUAL', value }] }),
]

type Row = {
  id: string
  identifier: string
  providerId: string
  channel: ChannelType
  active: boolean
  primary: boolean
  priority: number
  conditions: ConditionGroup[]
  deletedAt: Date | null
}
const make =
  (channel: ChannelType) =>
  (id: string, change: Partial<Row> = {}): Row => ({
    id,
    identifier: `${id}-identifier`,
    providerId: 'any',
    channel,
    active: true,
    primary: false,
    priority: 0,
    conditions: [],
    deletedAt: null,
    ...change,
  })
const email = make('email')
const chat = make('chat')

const choose = async (
  integrations: Row[],
  {
    channel = 'email' as ChannelType,
    tenant = null as string | null,
    identifier = undefined as string | undefined,
    reach = [] as string[],
    phone = null as string | null,
  } = {},
) => {
  const recipient = { channels: reach.map((integrationId) => ({ integrationId })), phone }
  const { chosen, by, reason } = await chooseIntegrations(
    { integrations, channel, identifier, recipient },
    facts(tenant),
    ports,
  )
  return { ids: chosen.map(({ id }) => id), by, reason }
}

const found = (by: string, ...ids: string[]) => ({ ids, by, reason: null })
const none = (reason: string) => ({ ids: [], by: null, reason })
const primary = { primary: true }
const a = { conditions: forTenant('a') }
const b = { conditions: forTenant('b') }
const off = { active: false }

test.each<[string, Row[], string | null, ReturnType<typeof found> | ReturnType<typeof none>]>([
  ['the primary one', [email('x', { priority: 9 }), email('y', primary)], null, found('primary', 'y')],
  ['the primary one, whoever the tenant is', [email('x'), email('y', primary)], 'a', found('primary', 'y')],
  ['only an active one', [email('x', { ...primary, ...off }), email('y')], null, found('only', 'y')],
  ['the only one, without a primary', [email('x')], null, found('only', 'x')],
  [
    'the one of the highest priority, without a primary',
    [email('x'), email('y', { priority: 2 })],
    null,
    found('only', 'y'),
  ],
  ['only one of the channel', [make('sms')('s', primary), email('y')], null, found('only', 'y')],
  [
    'one that was not deleted',
    [email('x', { ...primary, deletedAt: new Date() }), email('y')],
    null,
    found('only', 'y'),
  ],
  [
    'before the primary one, the one of the tenant',
    [email('x', primary), email('y', a)],
    'a',
    found('conditions', 'y'),
  ],
  ['the one of the right tenant', [email('x', a), email('y', b)], 'b', found('conditions', 'y')],
  [
    'of several of a tenant, that of higher priority',
    [email('x', a), email('y', { ...a, priority: 1 })],
    'a',
    found('conditions', 'y'),
  ],
  ['of several of a tenant, the older one', [email('y', a), email('x', a)], 'a', found('conditions', 'x')],
  [
    'not an inactive one of the tenant',
    [email('x', { ...a, ...off }), email('y', primary)],
    'a',
    found('primary', 'y'),
  ],
  ['the primary one for another tenant', [email('x', primary), email('y', a)], 'b', found('primary', 'x')],
  ['the primary one without a tenant', [email('x', primary), email('y', a)], null, found('primary', 'x')],
  ['not one with conditions without a tenant', [email('y', a)], null, none('conditions_not_met')],
  ['not one that refused the tenant', [email('y', a)], 'b', none('conditions_not_met')],
  [
    'not even a primary one that refused the tenant',
    [email('x', { ...primary, ...a }), email('y')],
    'b',
    found('only', 'y'),
  ],
  [
    'one whose conditions are empty',
    [email('x', { conditions: [conditionGroup.parse({})] })],
    null,
    found('only', 'x'),
  ],
  ['none', [], null, none('no_active_integration')],
  ['none, when all are inactive', [email('x', off)], 'a', none('no_active_integration')],
])('e-mail goes through %s', async (_name, integrations, tenant, expected) => {
  expect(await choose(integrations, { tenant })).toEqual(expected)
})

test('in-app goes through the active one', async () => {
  const inApp = make('in_app')
  expect(await choose([inApp('x', off), inApp('y')], { channel: 'in_app' })).toEqual(found('only', 'y'))
})

test('a trigger may name the integration', async () => {
  const all = [email('x', primary), email('y', a), email('z', off), make('sms')('s')]
  const named = (identifier: string, tenant: string | null = null) => choose(all, { identifier, tenant })
  expect(await named('y-identifier')).toEqual(found('override', 'y'))
  expect(await named('x-identifier', 'a')).toEqual(found('override', 'x'))
  expect(await named('z-identifier')).toEqual(none('override_inactive'))
  expect(await named('s-identifier')).toEqual(none('override_unknown'))
  expect(await named('nobody')).toEqual(none('override_unknown'))
})

for (const channel of ['chat', 'push'] as const) {
  const one = make(channel)
  const all = [one('x'), one('y'), one('z'), one('o', off)]
  test(`${channel} goes through every integration that reaches the subscriber`, async () => {
    expect(await choose(all, { channel, reach: ['z', 'x', 'x', 'o', 'gone'] })).toEqual(found('credentials', 'x', 'z'))
    expect(await choose(all, { channel, reach: ['o'] })).toEqual(none('no_credentials'))
    expect(await choose(all, { channel })).toEqual(none('no_credentials'))
    expect(await choose([one('o', off)], { channel, reach: ['o'] })).toEqual(none('no_active_integration'))
  })

  test(`${channel} goes through the one that the trigger names`, async () => {
    const identifier = 'y-identifier'
    expect(await choose(all, { channel, identifier, reach: ['x', 'y'] })).toEqual(found('override', 'y'))
    expect(await choose(all, { channel, identifier, reach: ['x'] })).toEqual(none('no_credentials'))
  })

  test(`${channel} goes through that of the tenant, and never through that of another`, async () => {
    const owned = [one('x'), one('y', a), one('z', b)]
    const reach = ['x', 'y', 'z']
    expect(await choose(owned, { channel, reach, tenant: 'b' })).toEqual(found('conditions', 'z'))
    expect(await choose(owned, { channel, reach: ['x', 'y'], tenant: 'b' })).toEqual(found('credentials', 'x'))
    expect(await choose(owned, { channel, reach: ['y'], tenant: 'b' })).toEqual(none('conditions_not_met'))
    expect(await choose(owned, { channel, reach })).toEqual(found('credentials', 'x', 'y', 'z'))
  })
}

test('WhatsApp reaches whoever has a phone, from one number', async () => {
  const whatsapp = (id: string, change = {}) => chat(id, { ...change, providerId: 'whatsapp-business' })
  const all = [chat('x'), whatsapp('w'), whatsapp('v', { priority: 1 }), whatsapp('t', { ...a, priority: 2 })]
  const phone = '+351210000000'
  const channel = 'chat'
  expect(await choose(all, { channel, phone })).toEqual(found('credentials', 'v'))
  expect(await choose(all, { channel, phone, reach: ['x'] })).toEqual(found('credentials', 'v', 'x'))
  expect(await choose(all, { channel, phone, tenant: 'a' })).toEqual(found('conditions', 't'))
  expect(await choose(all, { channel, phone, tenant: 'b' })).toEqual(found('credentials', 'v'))
  expect(await choose(all, { channel, phone: '' })).toEqual(none('no_credentials'))
  expect(await choose([chat('x')], { channel, phone })).toEqual(none('no_credentials'))
  expect(await choose([whatsapp('t', a)], { channel, phone })).toEqual(none('conditions_not_met'))
  expect(await choose(all, { channel, phone, identifier: 'w-identifier' })).toEqual(found('override', 'w'))
})
