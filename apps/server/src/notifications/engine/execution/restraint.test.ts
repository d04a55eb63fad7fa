import type { QuietHours } from '@recado/contracts/product-notifications/settings'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { saveRestraint } from '#server/notifications/audience/preferences/actions.ts'
import type { Restraint } from '#server/notifications/audience/preferences/queries.ts'
import { asSubscriber } from '#server/notifications/audience/subscribers/as-subscriber.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import { type Gateways, openGateways } from '#server/test/gateways.ts'
import { delay, inApp, type NotificationWorld, openNotificationWorld, step } from '#server/test/notification-world.ts'

const evening = '2026-03-02T23:30:00.000Z'
const morning = '2026-03-03T07:00:00.000Z'
const nights: QuietHours = { enabled: true, timeZone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '07:00' }
const sms = (content: string, more: object = {}) => step({ type: 'sms', content }, { ...more })

let world: NotificationWorld
let gateways: Gateways
let people = 0
beforeAll(async () => {
  world = await openNotificationWorld()
  gateways = await openGateways(world)
  await gateways.connectSms()
  await world.createTenant('acme')
  await world.createTenant('other')
})
afterAll(async () => {
  await world.close()
  await gateways.close()
})
beforeEach(async () => {
  gateways.reset()
  await world.moveTo(evening)
})

/** Someone with a phone and these wishes; answers their id. */
const person = async (restraint: Partial<Restraint>): Promise<string> => {
  const subscriberId = `r${++people}`
  await world.subscribe(subscriberId, { phone: '+5511999990001' })
  const ctx = inEnvironment(systemCtx(world.deps, 'test'), world.environment)
  await saveRestraint(await asSubscriber(ctx, subscriberId), { quietHours: null, mutedTenants: null, ...restraint })
  return subscriberId
}
const sent = async (transactionId: string) =>
  (await world.messages(transactionId)).filter(({ address }) => address).map(({ content }) => content)

describe('a muted tenant', () => {
  it('is heard of on no channel, and the activity says why', async () => {
    const { name } = await world.createWorkflow([inApp('news'), sms('news')])
    const ana = await person({ mutedTenants: ['acme'] })
    const { transactionId } = await world.trigger(name, ana, {}, { tenant: 'acme' })
    expect(await world.statuses(transactionId)).toEqual(['canceled', 'canceled'])
    const moments = (await world.moments(transactionId)).filter((moment) => moment.startsWith('filtered'))
    expect(moments).toEqual(['filtered_by_muted_tenant', 'filtered_by_muted_tenant'])
    expect([await world.inbox(ana), await sent(transactionId)]).toEqual([[], []])
  })

  it('silences neither others, nor what belongs to none, nor what is critical, nor other people', async () => {
    const { name } = await world.createWorkflow([inApp('{{n}}')])
    const critical = await world.createWorkflow([inApp('{{n}}')], { critical: true })
    const [ana, bia] = [await person({ mutedTenants: ['acme'] }), await person({})]
    await world.trigger(name, [ana, bia], { n: 1 }, { tenant: 'acme' })
    await world.trigger(name, ana, { n: 2 }, { tenant: 'other' })
    await world.trigger(name, ana, { n: 3 })
    await world.trigger(critical.name, ana, { n: 4 }, { tenant: 'acme' })
    expect([await world.inbox(ana), await world.inbox(bia)]).toEqual([['2', '3', '4'], ['1']])
  })
})

describe('quiet hours', () => {
  it('keep a message until their end, and lose none', async () => {
    const { name } = await world.createWorkflow([inApp('now'), sms('later')])
    const ana = await person({ quietHours: nights })
    const { transactionId } = await world.trigger(name, ana)
    expect(await world.inbox(ana)).toEqual(['now'])
    expect(await world.statuses(transactionId)).toEqual(['completed', 'delayed'])
    expect(await world.moments(transactionId)).toContain('quiet_hours')
    await world.moveTo(new Date(Date.parse(morning) - 1000))
    expect(await sent(transactionId)).toEqual([])
    await world.moveTo(morning)
    expect(await sent(transactionId)).toEqual(['later'])
    expect(await world.statuses(transactionId)).toEqual(['completed', 'completed'])
    expect(gateways.sms.calls).toHaveLength(1)
  })

  it('let the inbox pass what waits before it, once, and the rest follows in its turn', async () => {
    const ten = { type: 'regular', amount: 10, unit: 'minutes' }
    const { name } = await world.createWorkflow([
      sms('first'),
      inApp('at once'),
      sms('second'),
      delay(ten),
      inApp('at last'),
    ])
    const ana = await person({ quietHours: nights })
    const { transactionId } = await world.trigger(name, ana)
    expect(await world.inbox(ana)).toEqual(['at once'])
    expect(await world.statuses(transactionId)).toEqual(['delayed', 'completed', 'pending', 'pending', 'pending'])
    await world.moveTo(morning)
    expect(await sent(transactionId)).toEqual(['first', 'second'])
    expect(await world.inbox(ana)).toEqual(['at once'])
    await world.later(10 * 60_000)
    expect(await world.inbox(ana)).toEqual(['at once', 'at last'])
    expect(await world.statuses(transactionId)).toEqual(Array.from({ length: 5 }, () => 'completed'))
    expect(gateways.sms.calls).toHaveLength(2)
  })

  it('do not hold what is critical, what comes at another time, or what is wanted from others', async () => {
    const { name } = await world.createWorkflow([sms('{{n}}')])
    const critical = await world.createWorkflow([sms('{{n}}')], { critical: true })
    const [ana, bia] = [await person({ quietHours: nights }), await person({})]
    const urgent = await world.trigger(critical.name, ana, { n: 1 })
    const both = await world.trigger(name, [ana, bia], { n: 2 })
    expect([await sent(urgent.transactionId), await sent(both.transactionId)]).toEqual([['1'], ['2']])
    await world.moveTo(morning)
    const next = await world.trigger(name, ana, { n: 3 })
    expect([await sent(both.transactionId), await sent(next.transactionId)]).toEqual([['2', '2'], ['3']])
  })

  it('come after what someone does not want at all', async () => {
    const { name, id } = await world.createWorkflow([sms('x')])
    const ana = await person({ quietHours: nights, mutedTenants: ['acme'] })
    const muted = await world.trigger(name, ana, {}, { tenant: 'acme' })
    expect(await world.statuses(muted.transactionId)).toEqual(['canceled'])
    await world.call('PATCH', `/subscribers/${ana}/preferences/${id}`, { channel: { type: 'sms', enabled: false } })
    const unwanted = await world.trigger(name, ana, {}, { tenant: 'acme' })
    expect(await world.moments(unwanted.transactionId)).toContain('filtered_by_preferences')
    expect(await world.moments(unwanted.transactionId)).not.toContain('filtered_by_muted_tenant')
  })

  it('keep what is canceled meanwhile from being sent', async () => {
    const { name } = await world.createWorkflow([sms('x'), inApp('y')])
    const ana = await person({ quietHours: nights })
    const { transactionId } = await world.trigger(name, ana)
    expect((await world.call('DELETE', `/events/trigger/${transactionId}`)).body.data).toBe(true)
    await world.moveTo(morning)
    expect([await sent(transactionId), await world.inbox(ana)]).toEqual([[], ['y']])
  })

  it('survive a change of general preferences, and preferences survive them', async () => {
    const ana = await person({ quietHours: nights, mutedTenants: ['acme'] })
    await world.call('PATCH', `/subscribers/${ana}/preferences`, { preferences: [{ type: 'email', enabled: false }] })
    const ctx = inEnvironment(systemCtx(world.deps, 'test'), world.environment)
    await saveRestraint(await asSubscriber(ctx, ana), { quietHours: nights, mutedTenants: [] })
    const [{ preference }] = (await world.call('GET', `/subscribers/${ana}/preferences/global`)).body.data
    expect([preference.enabled, preference.channels.email, preference.channels.sms]).toEqual([true, false, true])
    const { name } = await world.createWorkflow([sms('x')])
    const { transactionId } = await world.trigger(name, ana)
    expect(await world.statuses(transactionId)).toEqual(['delayed'])
  })
})
