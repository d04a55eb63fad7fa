import { signatureOf } from '@recado/providers/signature'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Gateways, openGateways } from '#server/test/gateways.ts'
import { inApp, type NotificationWorld, openNotificationWorld, step } from '#server/test/notification-world.ts'

let world: NotificationWorld
let gateways: Gateways
beforeAll(async () => {
  world = await openNotificationWorld()
  gateways = await openGateways(world)
})
afterAll(async () => {
  await world.close()
  await gateways.close()
})
beforeEach(() => gateways.reset())

const run = async (template: Record<string, unknown>, to: unknown, payload = {}, overrides = {}) => {
  const { name } = await world.createWorkflow([step(template)])
  const { transactionId } = await world.trigger(name, to, payload, { overrides })
  const moments = await world.moments(transactionId)
  return {
    transactionId,
    moments,
    statuses: await world.statuses(transactionId),
    messages: await world.messages(transactionId),
  }
}
const json = ({ calls }: { calls: { json: unknown }[] }) => calls.map((call) => call.json)

describe('a text message', () => {
  beforeAll(() => gateways.connectSms())
  const template = { type: 'sms', content: 'Hi {{subscriber.firstName}} & {{n}}' }
  const person = { subscriberId: 'ana', firstName: 'Ana', phone: '+5511999990001' }

  it('goes to the phone of the subscriber, and keeps the id that the gateway gave it', async () => {
    gateways.sms.reply({ body: { id: 'vendor-1' } })
    const { moments, messages, transactionId } = await run(template, person, { n: '<1>' })
    expect(json(gateways.sms)).toMatchObject([{ to: '+5511999990001', from: 'Recado', content: 'Hi Ana & <1>' }])
    expect(messages).toMatchObject([{ status: 'sent', content: 'Hi Ana & <1>', address: '+5511999990001' }])
    expect(json(gateways.sms)).toMatchObject([{ id: messages[0]?.id }])
    expect(moments).toEqual([
      'step_created',
      'step_queued',
      'sending_started',
      'integration_selected',
      'message_created',
      'message_sent',
    ])
    const stored = await world.deps.database.pool.query(
      'select provider_message_id as id from notification_messages where transaction_id = $1',
      [transactionId],
    )
    expect(stored.rows).toEqual([{ id: 'vendor-1' }])
  })

  it('goes where the trigger says, in its words', async () => {
    await run(template, person, { phone: '+551' })
    await run(
      template,
      person,
      { phone: '+551' },
      { sms: { to: '+552', content: 'Other', from: 'Me', customData: { a: 1 } } },
    )
    expect(json(gateways.sms)).toMatchObject([
      { to: '+551', from: 'Recado' },
      { to: '+552', content: 'Other', from: 'Me', customData: { a: 1 } },
    ])
  })
})

describe('a chat message', () => {
  const template = { type: 'chat', content: 'Hello {{n}}' }
  beforeAll(async () => {
    await world.connect('chat', 'mattermost', {})
    await world.connect('chat', 'ryver', {})
    for (const subscriberId of ['bia', 'caio']) {
      await world.subscribe(subscriberId)
      await gateways.joinChat(subscriberId, `/${subscriberId}`)
    }
    await gateways.joinChat('caio', '/second', 'ryver')
  })

  it('goes to every channel of the subscriber', async () => {
    const { messages, statuses } = await run(template, 'caio', { n: 1 })
    expect(gateways.chat.calls.map(({ url }) => url).sort()).toEqual(['/caio', '/second'])
    expect([statuses, messages.map(({ status }) => status)]).toEqual([['completed'], ['sent', 'sent']])
  })

  it('goes to the address that the trigger gives, in its words', async () => {
    await run(template, 'bia', { n: 1, webhookUrl: `${gateways.chat.url}/given` }, { mattermost: { content: 'Other' } })
    expect(gateways.chat.calls).toMatchObject([{ url: '/given', json: { text: 'Other' } }])
  })

  it('is a warning when one of several channels refuses it, and a failure when all of them do', async () => {
    gateways.chat.reply({ status: 400 })
    const some = await run(template, 'caio', { n: 1 })
    expect(some.statuses).toEqual(['completed'])
    expect(some.messages.map(({ status }) => status).sort()).toEqual(['error', 'sent'])
    expect(some.moments).toContain('chat_target_failed')
    expect(some.moments).not.toContain('all_chat_channels_failed')
    gateways.chat.reply({ status: 400 }, { status: 404 })
    const none = await run(template, 'caio', { n: 1 })
    expect(none.statuses).toEqual(['failed'])
    expect(none.moments.filter((moment) => moment === 'chat_target_failed')).toHaveLength(2)
    expect(none.moments.at(-1)).toBe('all_chat_channels_failed')
    expect(await world.codes(none.transactionId)).toEqual([1000, 1009, 1005, 1005])
  })

  it('to someone without any channel fails', async () => {
    const { statuses, moments } = await run(template, 'nobody', { n: 1 })
    expect([statuses, moments.at(-1)]).toEqual([['failed'], 'no_chat_channel'])
  })
})

describe('a push', () => {
  const template = { type: 'push', title: 'Order {{n}}', content: 'Left' }
  beforeAll(async () => {
    await gateways.connectPush()
    await world.subscribe('davi')
    await gateways.addTokens('davi', 't1', 't2')
  })

  it('goes to the devices of the subscriber, signed', async () => {
    const { messages, statuses } = await run(template, 'davi', { n: 7 }, { push: { sound: 'bell' } })
    expect(statuses).toEqual(['completed'])
    const [call] = gateways.push.calls
    expect(call?.json).toMatchObject({
      target: ['t1', 't2'],
      title: 'Order 7',
      content: 'Left',
      payload: { n: 7, subscriber: { subscriberId: 'davi' } },
      overrides: { sound: 'bell' },
    })
    expect(call?.headers['x-novu-signature']).toBe(signatureOf('s', call?.body ?? ''))
    expect(messages).toMatchObject([{ status: 'sent', content: 'Left' }])
  })

  it('fails when no target takes it', async () => {
    gateways.push.reply({ status: 410 })
    const { moments, statuses, transactionId } = await run(template, 'davi', { n: 7 })
    expect([statuses, moments.slice(-2)]).toEqual([['failed'], ['push_target_failed', 'all_push_targets_failed']])
    expect(await world.codes(transactionId)).toContain(1010)
  })
})

describe('a message of the inbox', () => {
  it('is announced to those who watch, whether it is made at once or later', async () => {
    const heard: string[][] = []
    const stop = world.deps.bus.subscribe('notifications.feed', ({ changes }) => {
      for (const { received, unseen, unread } of changes) if (unseen && unread) heard.push([...(received ?? [])])
    })
    const wait = step({ type: 'delay' }, { metadata: { type: 'regular', amount: 1, unit: 'minutes' } })
    const { name } = await world.createWorkflow([inApp('now'), wait, inApp('later')])
    const { transactionId } = await world.trigger(name, 'hugo')
    await world.later(60_000)
    const ids = (await world.messages(transactionId)).map(({ id }) => id)
    await expect.poll(() => heard).toEqual(ids.map((id) => [id]))
    stop()
  })

  it('is kept for a year, and what went elsewhere for a month', async () => {
    const days = async (template: Record<string, unknown>) => {
      const [message] = (await run(template, { subscriberId: 'gil', phone: '+551' })).messages
      return ((message?.expireAt.getTime() ?? 0) - world.now().getTime()) / 86_400_000
    }
    expect([await days({ type: 'in_app', content: 'x' }), await days({ type: 'sms', content: 'x' })]).toEqual([365, 30])
  })

  it('that is made again is the same one, unseen again and of now', async () => {
    const { name } = await world.createWorkflow([inApp('{{subscriber.firstName}}')])
    const { transactionId } = await world.trigger(name, { subscriberId: 'eva', firstName: 'Eva' })
    const [first] = await world.messages(transactionId)
    await world.call('POST', '/subscribers/eva/messages/markAs', { messageId: first?.id, mark: { seen: true } })
    await world.trigger(name, { subscriberId: 'eva', firstName: 'Evita' })
    await world.later(60_000)
    await world.deps.database.pool.query(
      `update notification_jobs j set status = 'queued', run_at = $2, attempts = 1 from notification_runs r
       where r.id = j.run_id and r.transaction_id = $1`,
      [transactionId, world.now()],
    )
    await world.settle()
    const again = await world.messages(transactionId)
    expect(again).toMatchObject([{ id: first?.id, content: 'Evita', seen: false, createdAt: world.now() }])
    const details = (await world.jobs(transactionId))[0]?.executionDetails ?? []
    expect(
      new Set(details.filter(({ moment }) => moment === 'message_sent').map((d) => Reflect.get(d, '_messageId'))),
    ).toEqual(new Set([first?.id]))
  })
})
