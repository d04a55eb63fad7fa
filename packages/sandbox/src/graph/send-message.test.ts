import { describe, expect, it } from 'vitest'
import { ana, eventually, openWorld, phoneNumberId, type TestWorld } from '../test/world.ts'

const text = (body = 'oi') => ({ type: 'text', text: { body } })
const order = (components: unknown[], name = 'order_ready') => ({
  type: 'template',
  template: { name, language: { code: 'pt_BR' }, components },
})
const body = (...texts: string[]) => ({
  type: 'body',
  parameters: texts.map((value) => ({ type: 'text', text: value })),
})
const button = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'A-19' }] }

const codeOf = async (world: TestWorld, payload: Record<string, unknown>) =>
  (await world.send(payload)).json.error?.code ?? 'accepted'

describe('sending', () => {
  it('accepts a message inside the window and reports sent, delivered and read with our own id', async () => {
    const world = await openWorld()
    await world.client.write({ from: ana, text: 'oi' })
    const { status, json } = await world.send({ ...text(), biz_opaque_callback_data: 'msg_1' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      contacts: [{ input: ana, wa_id: ana }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    })
    await eventually(() => expect(world.callback.statuses()).toHaveLength(3))
    expect(world.callback.statuses()).toMatchObject([
      { status: 'sent', biz_opaque_callback_data: 'msg_1', pricing: { category: 'service' } },
      { status: 'delivered', recipient_id: ana, recipient_user_id: expect.stringMatching(/^BR\./) },
      { status: 'read' },
    ])
    expect(await world.client.log()).toMatchObject({ total: 1, repeated: [], received: { msg_1: 1 } })
  })

  it('refuses free messages outside the window and takes templates there', async () => {
    const world = await openWorld()
    expect(await codeOf(world, text())).toBe(131047)
    await world.client.write({ from: ana, text: 'old', at: Date.now() - 25 * 3_600_000 })
    expect(await codeOf(world, text())).toBe(131047)
    expect(await codeOf(world, order([body('Ana', 'A-19'), button]))).toBe('accepted')
  })

  it('counts the parameters of templates as Meta does', async () => {
    const world = await openWorld()
    expect(await codeOf(world, order([body('Ana'), button]))).toBe(132000)
    expect(await codeOf(world, order([body('Ana', 'A', 'B'), button]))).toBe(132000)
    expect(await codeOf(world, order([body('Ana', 'A-19')]))).toBe(131008)
    expect(await codeOf(world, order([body('Ana', 'two\nlines'), button]))).toBe(132018)
    expect(await codeOf(world, order([body('Ana', 'A-19'), { ...button, sub_type: 'quick_reply' }]))).toBe(132012)
    expect(await codeOf(world, order([{ type: 'header', parameters: [] }, body('Ana', 'A-19'), button]))).toBe(132000)
    expect(await codeOf(world, order([body('Ana', 'x'.repeat(1020)), button]))).toBe(132005)
    expect(await codeOf(world, order([], 'no_such'))).toBe(132001)
    await world.client.template({ id: '401000000000001', status: 'PAUSED' })
    expect(await codeOf(world, order([body('Ana', 'A-19'), button]))).toBe(132015)
  })

  it.each([
    ['no product', { messaging_product: 'sms', ...text() }, 100],
    ['an unknown type', { type: 'hologram', hologram: {} }, 100],
    ['an empty text', text(''), 131008],
    ['a long text', text('x'.repeat(4097)), 100],
    ['media without a source', { type: 'image', image: {} }, 131008],
    ['media of an unknown id', { type: 'image', image: { id: '1' } }, 131053],
    ['a caption on audio', { type: 'audio', audio: { link: 'https://a.example/a.ogg', caption: 'x' } }, 100],
    ['a place off the globe', { type: 'location', location: { latitude: 91, longitude: 0 } }, 131009],
    ['a contact without a name part', { type: 'contacts', contacts: [{ name: { formatted_name: 'A' } }] }, 131008],
    ['a reaction to nothing', { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } }, 131009],
    [
      'four buttons',
      {
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: 'x' },
          action: { buttons: [1, 2, 3, 4].map((id) => ({ type: 'reply', reply: { id: `${id}`, title: `t${id}` } })) },
        },
      },
      131009,
    ],
    [
      'two buttons with one id',
      {
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: 'x' },
          action: { buttons: ['a', 'b'].map((title) => ({ type: 'reply', reply: { id: '1', title } })) },
        },
      },
      131009,
    ],
    [
      'a list without rows',
      {
        type: 'interactive',
        interactive: {
          type: 'list',
          body: { text: 'x' },
          action: { button: 'b', sections: [{ title: 's', rows: [] }] },
        },
      },
      131009,
    ],
    ['the own number', { ...text(), to: '+55 11 4002-8922' }, 131021],
  ])('refuses %s', async (_name, payload, code) => {
    const world = await openWorld()
    await world.client.write({ from: ana, text: 'oi' })
    expect(await codeOf(world, payload)).toBe(code)
  })
})

describe('magic recipients', () => {
  const to = async (world: TestWorld, phone: string) => {
    await world.client.write({ from: phone, text: 'oi' })
    return world.send({ ...text(), to: phone, biz_opaque_callback_data: phone })
  }

  it('fails by webhook', async () => {
    const world = await openWorld()
    expect((await to(world, '5511987651026')).status).toBe(200)
    expect((await to(world, '5511987651049')).status).toBe(200)
    await eventually(() => expect(world.callback.statuses()).toHaveLength(2))
    expect(world.callback.statuses()).toMatchObject([
      { status: 'failed', errors: [{ code: 131026 }], biz_opaque_callback_data: '5511987651026' },
      { status: 'failed', errors: [{ code: 131049 }] },
    ])
  })

  it('fails in the answer, once, for ever, or with the token', async () => {
    const world = await openWorld()
    expect((await to(world, '5511987650429')).json.error?.code).toBe(130429)
    expect(await to(world, '5511987655000')).toMatchObject({ status: 500, json: { error: { code: 131000 } } })
    expect(await to(world, '5511987655001')).toMatchObject({ status: 503, json: { error: { code: 131016 } } })
    expect((await to(world, '5511987655001')).status).toBe(200)
    expect(await to(world, '5511987650190')).toMatchObject({ status: 401, json: { error: { code: 190 } } })
    expect((await world.send(text())).json.error?.code).toBe(190)
    await world.client.token(true)
    expect((await to(world, ana)).status).toBe(200)
  })

  it('takes a message without ever answering, and reports its statuses', async () => {
    const world = await openWorld()
    const answer = to(world, '5511987650504').catch(() => 'no answer')
    await eventually(() => expect(world.callback.statuses().map(({ status }) => status)).toContain('delivered'))
    expect(world.callback.statuses()[0]).toMatchObject({ biz_opaque_callback_data: '5511987650504' })
    expect(await world.client.log()).toMatchObject({ received: { '5511987650504': 1 } })
    await world.sandbox.close()
    expect(await answer).toBe('no answer')
  })
})

describe('limits', () => {
  it('slows a pair after its burst, and only that pair', async () => {
    const world = await openWorld()
    for (const from of [ana, '5511987650002']) await world.client.write({ from, text: 'oi' })
    const codes: unknown[] = []
    for (let count = 0; count < 47; count++) codes.push(await codeOf(world, text()))
    expect(codes.slice(0, 45)).not.toContain(131056)
    expect(codes.at(-1)).toBe(131056)
    expect(await codeOf(world, { ...text(), to: '5511987650002' })).toBe('accepted')
  })

  it('refuses what is over the throughput of the number', async () => {
    const world = await openWorld({ faults: { messagesPerSecond: 5, windowCheck: false } })
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => codeOf(world, { ...text(), to: `55119876600${10 + index}` })),
    )
    expect(codes.filter((code) => code === 130429).length).toBeGreaterThan(5)
    expect(codes).toContain('accepted')
  })
})

describe('forms of a call', () => {
  it('takes any version or none, trailing slashes, forms, plus signs and unknown fields', async () => {
    const world = await openWorld()
    await world.client.write({ from: ana, text: 'oi' })
    const payload = { messaging_product: 'whatsapp', to: `+${ana}`, ...text(), wholly_unknown: 1 }
    for (const path of ['/v16.0', '', '/v99.0']) {
      expect((await world.call('POST', `${path}/${phoneNumberId}/messages/`, payload)).status).toBe(200)
    }
    const form = new URLSearchParams({
      messaging_product: 'whatsapp',
      to: ana,
      type: 'text',
      text: '{"body":"oi"}',
    }).toString()
    const type = 'application/x-www-form-urlencoded'
    expect((await world.call('POST', `/${phoneNumberId}/messages`, form, { 'content-type': type })).status).toBe(200)
    expect((await world.call('POST', `/${phoneNumberId}/messages`, '{broken')).json.error?.code).toBe(100)
  })

  it('needs a good token', async () => {
    const world = await openWorld()
    expect(
      (await world.call('GET', `/${phoneNumberId}`, undefined, { authorization: 'Bearer nope' })).json.error?.code,
    ).toBe(190)
    expect((await world.call('GET', `/${phoneNumberId}`, undefined, { authorization: '' })).status).toBe(401)
  })

  it('marks inbound messages read and shows typing', async () => {
    const world = await openWorld()
    const { wamid } = await world.client.write({ from: ana, text: 'oi' })
    const read = {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: wamid,
      typing_indicator: { type: 'text' },
    }
    expect((await world.call('POST', `/${phoneNumberId}/messages`, read)).json).toEqual({ success: true })
    expect(await world.client.threads()).toMatchObject([{ typing: true, last: { status: 'read' } }])
    expect(
      (await world.call('POST', `/${phoneNumberId}/messages`, { ...read, message_id: 'wamid.none' })).json.error?.code,
    ).toBe(100)
  })
})
