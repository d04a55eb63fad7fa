import { describe, expect, it } from 'vitest'
import { ana, eventually, openWorld, phoneNumberId, wabaId } from '../test/world.ts'

describe('webhooks', () => {
  it('signs the raw bytes and escapes what is not ASCII', async () => {
    const world = await openWorld()
    await world.client.write({ from: ana, name: 'Ana', text: 'olá 👋' })
    await eventually(() => expect(world.callback.messages()).toHaveLength(1))
    expect(world.callback.deliveries).toMatchObject([{ signed: true, body: { object: 'whatsapp_business_account' } }])
    expect(world.callback.deliveries[0]?.bytes.every((byte) => byte < 127)).toBe(true)
    expect(world.callback.changes()).toMatchObject([
      {
        field: 'messages',
        value: {
          metadata: { phone_number_id: phoneNumberId, display_phone_number: '551140028922' },
          contacts: [{ wa_id: ana, profile: { name: 'Ana' } }],
          messages: [{ from: ana, type: 'text', text: { body: 'olá 👋' } }],
        },
      },
    ])
  })

  it('delivers again until it gets a 200', async () => {
    const world = await openWorld()
    world.callback.control.answer = 503
    const { wamid } = await world.client.write({ from: ana, text: 'oi' })
    await eventually(async () =>
      expect(((await world.client.state()).outbox as { failed: number }).failed).toBeGreaterThan(1),
    )
    world.callback.control.answer = 200
    await eventually(() => expect(world.callback.messages()).toMatchObject([{ id: wamid }]))
  })

  it('duplicates, drops, pads and batches when told to', async () => {
    const world = await openWorld()
    await world.client.settings({ duplicate: 1 })
    await world.client.write({ from: ana, text: 'twice' })
    await eventually(() => expect(world.callback.messages()).toHaveLength(2))
    await world.client.resetSettings()
    await world.client.settings({ drop: 1 })
    await world.client.write({ from: ana, text: 'lost' })
    await world.client.settings({ drop: 0, padBytes: 3_000_000 })
    await world.client.write({ from: ana, text: 'large' })
    await eventually(() => expect(world.callback.deliveries).toHaveLength(3))
    expect(world.callback.deliveries[2]?.bytes.length).toBeGreaterThan(3_000_000)
    await world.client.settings({ padBytes: 0, batchSize: 100, batchMs: 20 })
    await world.client.burst({ count: 250, customers: 7 })
    await eventually(() => expect(world.callback.messages()).toHaveLength(253))
    expect(world.callback.deliveries).toHaveLength(6)
  })

  it('lets later bodies overtake when reordering', async () => {
    const world = await openWorld()
    await world.client.settings({ reorder: 1 })
    const first = await world.client.write({ from: ana, text: 'first' })
    await world.client.settings({ reorder: 0 })
    const second = await world.client.write({ from: ana, text: 'second' })
    await eventually(() => expect(world.callback.messages()).toHaveLength(2))
    expect(world.callback.messages().map(({ id }) => id)).toEqual([second.wamid, first.wamid])
  })

  it('hides a number, left out or empty, in messages and statuses', async () => {
    const world = await openWorld()
    const customer = await world.client.customer({ phone: ana, name: 'Ana', username: 'ana.s', hidden: 'omitted' })
    await world.client.write({ from: ana, text: 'oi' })
    await eventually(() => expect(world.callback.messages()).toHaveLength(1))
    const [message] = world.callback.messages()
    expect(message).toMatchObject({ from_user_id: customer.bsuid })
    expect(message).not.toHaveProperty('from')
    expect(JSON.stringify(world.callback.deliveries)).not.toContain(`"${ana}"`)
    const sent = await world.send({ to: undefined, recipient: customer.bsuid, type: 'text', text: { body: 'oi' } })
    expect(sent.json).toMatchObject({ contacts: [{ user_id: customer.bsuid }] })
    await world.client.customer({ phone: ana, hidden: 'empty' })
    await world.client.write({ from: customer.bsuid, text: 'de novo' })
    await eventually(() => expect(world.callback.messages()).toHaveLength(2))
    expect(world.callback.messages()[1]).toMatchObject({ from: '', from_user_id: customer.bsuid })
    await eventually(() => expect(world.callback.statuses().length).toBeGreaterThan(1))
    expect(
      world.callback.statuses().every((status) => status.recipient_user_id === customer.bsuid && !status.recipient_id),
    ).toBe(true)
  })

  it('gives no read mark while the customer sends none', async () => {
    const world = await openWorld()
    await world.client.customer({ phone: ana, reads: false })
    await world.client.write({ from: ana, text: 'oi' })
    await world.send({ type: 'text', text: { body: 'oi' } })
    await eventually(() => expect(world.callback.statuses().map(({ status }) => status)).toEqual(['sent', 'delivered']))
    await world.client.read(ana)
    await eventually(() => expect(world.callback.statuses().at(-1)?.status).toBe('read'))
  })

  it('sends only to subscribed apps, and to the override when there is one', async () => {
    const world = await openWorld()
    await world.call('DELETE', `/v25.0/${wabaId}/subscribed_apps`)
    await world.client.write({ from: ana, text: 'nobody listens' })
    await world.call('POST', `/v25.0/${wabaId}/subscribed_apps`, {
      override_callback_uri: `${world.callback.url}?override`,
      verify_token: 'v',
    })
    await world.client.settings({ callbackUrl: 'http://127.0.0.1:9/' })
    await world.client.write({ from: ana, text: 'heard' })
    await eventually(() => expect(world.callback.messages()).toMatchObject([{ text: { body: 'heard' } }]))
  })

  it('carries reactions, edits, deletions, replies and fields of the account', async () => {
    const world = await openWorld()
    const first = await world.client.write({ from: ana, text: 'oi' })
    await world.client.react(first.wamid, '👍')
    await world.client.edit(first.wamid, 'olá')
    await world.client.revoke(first.wamid)
    await world.client.write({ from: ana, text: 'sim', replyTo: first.wamid })
    await world.client.write({ from: ana, type: 'unsupported' })
    await eventually(() => expect(world.callback.messages()).toHaveLength(6))
    const byType = Object.fromEntries(
      world.callback
        .messages()
        .slice(1)
        .map((message) => [message.type, message]),
    )
    expect(byType.reaction).toMatchObject({ reaction: { message_id: first.wamid, emoji: '👍' } })
    expect(byType.edit).toMatchObject({
      edit: { original_message_id: first.wamid, message: { text: { body: 'olá' } } },
    })
    expect(byType.revoke).toMatchObject({ revoke: { original_message_id: first.wamid } })
    expect(byType.text).toMatchObject({ context: { id: first.wamid } })
    expect(byType.unsupported).toMatchObject({ errors: [{ code: 131051 }] })
    await world.client.webhook({ field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' }, wabaId })
    await eventually(() =>
      expect(world.callback.changes().at(-1)).toEqual({
        field: 'account_update',
        value: { event: 'VERIFIED_ACCOUNT' },
      }),
    )
  })
})
