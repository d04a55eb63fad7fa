import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inApp, type NotificationWorld, openNotificationWorld } from '#server/test/notification-world.ts'

let world: NotificationWorld
let name: string
beforeAll(async () => {
  world = await openNotificationWorld()
  name = (await world.createWorkflow([inApp('{{subscriber.firstName}} {{n}}')])).name
})
afterAll(() => world.close())

const topicOf = async (topicKey: string, subscribers: string[]) => {
  await world.call('POST', '/topics', { key: topicKey, name: topicKey })
  for (const subscriberId of subscribers) await world.subscribe(subscriberId)
  await world.call('POST', `/topics/${topicKey}/subscribers`, { subscribers })
  return { type: 'Topic', topicKey }
}
const reached = async (transactionId: string) =>
  (
    await world.deps.database.pool.query<{ subscriber_id: string }>(
      `select s.subscriber_id from notification_runs r join notification_subscribers s on s.id = r.subscriber_id
       where r.transaction_id = $1 order by 1`,
      [transactionId],
    )
  ).rows.map((row) => row.subscriber_id)

describe('the recipients of a trigger', () => {
  it.each([
    ['a subscriber id', 'r1', ['r1']],
    ['a subscriber', { subscriberId: 'r2', firstName: 'Rui' }, ['r2']],
    ['a list of both, each once', ['r3', { subscriberId: 'r4' }, 'r3', { subscriberId: 'r3' }], ['r3', 'r4']],
  ])('are %s', async (_what, to, expected) => {
    expect(await reached((await world.trigger(name, to)).transactionId)).toEqual(expected)
  })

  it('are created or changed before anything is delivered', async () => {
    await world.trigger(
      name,
      { subscriberId: 'eva', firstName: 'Eva', locale: 'pt-BR', data: { plan: 'pro' } },
      { n: 1 },
    )
    await world.trigger(name, [{ subscriberId: 'eva', firstName: 'Evita' }, 'eva'], { n: 2 })
    expect(await world.inbox('eva')).toEqual(['Eva 1', 'Evita 2'])
    const { body } = await world.call('GET', '/subscribers/eva')
    expect(body.data).toMatchObject({ firstName: 'Evita', locale: 'pt-BR', data: { plan: 'pro' } })
  })

  it('are the members of topics, each once however they are named', async () => {
    const [red, blue] = [await topicOf('red', ['m1', 'm2']), await topicOf('blue', ['m2', 'm3'])]
    const mixed = await world.trigger(name, [red, 'm1', blue, { subscriberId: 'm4' }, red])
    expect(await reached(mixed.transactionId)).toEqual(['m1', 'm2', 'm3', 'm4'])
    expect(await world.inbox('m2')).toHaveLength(1)
  })

  it('leave the actor out of topics only', async () => {
    const team = await topicOf('team', ['t1', 't2'])
    const throughTopic = await world.trigger(name, team, {}, { actor: 't1' })
    expect(await reached(throughTopic.transactionId)).toEqual(['t2'])
    const byName = await world.trigger(name, [team, 't1'], {}, { actor: { subscriberId: 't1' } })
    expect(await reached(byName.transactionId)).toEqual(['t1', 't2'])
  })

  it('may be a topic that no one knows, or that has no members: that is accepted, and logged', async () => {
    const unknown = await world.trigger(name, [{ type: 'Topic', topicKey: 'nowhere' }, 'n1'])
    expect(unknown).toMatchObject({ acknowledged: true, status: 'processed' })
    expect(await reached(unknown.transactionId)).toEqual(['n1'])
    expect(await world.codes(unknown.transactionId)).toContain(4001)
    const empty = await world.trigger(name, await topicOf('empty', []))
    expect(await reached(empty.transactionId)).toEqual([])
    expect(await world.codes(empty.transactionId)).toEqual([1000, 1009, 4002])
  })

  it('hear of the actor, who is created or changed too', async () => {
    const about = await world.createWorkflow([inApp('{{actor.firstName}} wrote', {})])
    await world.trigger(about.name, 'o1', {}, { actor: { subscriberId: 'gil', firstName: 'Gil' } })
    expect(await world.inbox('o1')).toEqual(['Gil wrote'])
    expect((await world.call('GET', '/subscribers/gil')).body.data.firstName).toBe('Gil')
  })
})
