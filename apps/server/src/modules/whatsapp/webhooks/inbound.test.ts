import type { Message } from '@recado/contracts/inbox/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createChannel, createSignedIn } from '#server/test/factories.ts'
import {
  deliver,
  envelope,
  inboundBody,
  type Line,
  somePhone,
  someWamid,
  textContent,
  whenProcessed,
} from '#server/test/webhooks.ts'
import { type Processor, startProcessor } from './processor.ts'

let t: TestApp
let processor: Processor
let headers: { cookie: string }
let line: Line

beforeAll(async () => {
  t = await buildTestApp()
  processor = startProcessor(t.deps)
})
afterAll(async () => {
  await processor.stop()
  await t.close()
})
beforeEach(async () => {
  const signedIn = await createSignedIn(t.deps)
  headers = signedIn.headers
  const { account, channel } = await createChannel(t.deps, signedIn.company.id)
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
})

const seconds = () => Math.floor(Date.now() / 1000)
const get = async (url: string) => (await t.app.inject({ url, headers })).json()
const list = async (query = '') => (await get(`/api/v1/conversations${query}`)).data
const messagesOf = async (id: string): Promise<Message[]> => (await get(`/api/v1/conversations/${id}/messages`)).data

const receive = async (body: unknown) => {
  const answer = await deliver(t.app, t.deps, body)
  expect(answer.statusCode).toBe(200)
  await whenProcessed(t.deps)
}
/** Receives one message of a new customer and answers it as the chat shows it. */
const shown = async (content: Record<string, unknown>): Promise<Message> => {
  await receive(inboundBody(line, { phone: somePhone() }, content))
  const [conversation] = await list()
  const [message] = await messagesOf(conversation.id)
  return message as Message
}

describe('every kind of message is shown', () => {
  const media = { id: '990001', mime_type: 'image/jpeg', sha256: 'x' }
  it.each([
    ['text', textContent('Olá \u0000 mundo'), { type: 'text', body: 'Olá  mundo' }],
    [
      'image',
      { type: 'image', image: { ...media, caption: 'Foto' } },
      { type: 'image', body: 'Foto', media: { kind: 'image', state: 'waiting' } },
    ],
    ['video', { type: 'video', video: media }, { type: 'video', media: { kind: 'video' } }],
    [
      'voice note',
      { type: 'audio', audio: { ...media, voice: true } },
      { type: 'audio', media: { kind: 'audio', voice: true } },
    ],
    [
      'document',
      { type: 'document', document: { ...media, filename: 'a.pdf' } },
      { type: 'document', media: { filename: 'a.pdf' } },
    ],
    [
      'sticker',
      { type: 'sticker', sticker: { ...media, animated: true } },
      { type: 'sticker', media: { animated: true } },
    ],
    [
      'location',
      { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } },
      { type: 'location', payload: { location: { latitude: -23.5, name: 'Loja' } } },
    ],
    [
      'contacts',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Rui' } }] },
      { type: 'contacts', payload: { contacts: [{ name: { formatted_name: 'Rui' } }] } },
    ],
    [
      'button reply',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Sim' } } },
      { type: 'interactive', body: 'Sim' },
    ],
    [
      'list reply',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Azul', description: 'cor' } },
      },
      { type: 'interactive', body: 'Azul', payload: { interactive: { description: 'cor' } } },
    ],
    [
      'form reply',
      {
        type: 'interactive',
        interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"a":1}' } },
      },
      { type: 'interactive', payload: { interactive: { response: { a: 1 } } } },
    ],
    ['template button', { type: 'button', button: { payload: 'P', text: 'Quero' } }, { type: 'button', body: 'Quero' }],
    [
      'order',
      {
        type: 'order',
        order: {
          catalog_id: '1',
          text: 'Oi',
          product_items: [{ product_retailer_id: 'A', quantity: 2, item_price: 3, currency: 'BRL' }],
        },
      },
      { type: 'order', payload: { order: { items: [{ productId: 'A' }] } } },
    ],
    ['unsupported', { type: 'unsupported', errors: [{ code: 131051, title: 'x' }] }, { type: 'unsupported' }],
    [
      'a word nobody knows',
      { type: 'hologram', hologram: { x: 1 } },
      { type: 'unsupported', payload: { raw: { hologram: { x: 1 } } } },
    ],
    ['half a surrogate pair', { type: 'text', text: { body: 'a\ud83d' } }, { type: 'text' }],
  ])('%s', async (_name, content, expected) => {
    expect(await shown(content)).toMatchObject({ direction: 'in', status: 'received', origin: 'contact', ...expected })
  })

  it('keeps what an ad told and whether a message was passed on', async () => {
    const message = await shown({
      ...textContent('Vi o anúncio'),
      referral: { source_type: 'ad', source_id: '1', headline: 'Oferta', source_url: 'https://fb.me/x' },
      context: { frequently_forwarded: true },
    })
    expect(message.payload).toMatchObject({ referral: { headline: 'Oferta' }, forwarded: 'often' })
  })
})

describe('what belongs to another message', () => {
  it('quotes the message that a reply answers', async () => {
    const phone = somePhone()
    const id = someWamid()
    await receive(inboundBody(line, { phone }, textContent('primeira'), { id }))
    await receive(inboundBody(line, { phone }, { ...textContent('segunda'), context: { id, from: phone } }))
    const [conversation] = await list()
    expect((await messagesOf(conversation.id))[1]).toMatchObject({ replyTo: { body: 'primeira' } })
  })

  it('puts a reaction on its message, also one that comes first, and takes it off', async () => {
    const phone = somePhone()
    const id = someWamid()
    const react = (emoji: string | undefined, at: number) =>
      inboundBody(line, { phone }, { type: 'reaction', reaction: { message_id: id, emoji } }, { at })
    await receive(react('👍', seconds() - 5))
    expect(await list()).toEqual([])
    await receive(inboundBody(line, { phone }, textContent('oi'), { id }))
    const [conversation] = await list()
    expect((await messagesOf(conversation.id))[0]?.reactions).toEqual([
      { emoji: '👍', actor: 'contact', actorName: null },
    ])
    expect(conversation.unreadCount).toBe(1)
    await receive(react(undefined, seconds()))
    await receive(react('👍', seconds() - 5))
    expect((await messagesOf(conversation.id))[0]?.reactions).toEqual([])
  })

  it('shows edits and deletions, whether the message came before or comes after them', async () => {
    const phone = somePhone()
    const [first, second] = [someWamid(), someWamid()]
    const edit = (id: string) => ({ type: 'edit', edit: { original_message_id: id, message: textContent('depois') } })
    await receive(inboundBody(line, { phone }, textContent('antes'), { id: first }))
    await receive(inboundBody(line, { phone }, edit(first)))
    await receive(inboundBody(line, { phone }, { type: 'revoke', revoke: { original_message_id: second } }))
    await receive(inboundBody(line, { phone }, textContent('segredo'), { id: second }))
    const [conversation] = await list()
    const [edited, revoked] = await messagesOf(conversation.id)
    expect(edited).toMatchObject({ body: 'depois', editedAt: expect.any(String) })
    expect(revoked).toMatchObject({ body: null, revokedAt: expect.any(String) })
  })
})

describe('exactly once', () => {
  it('makes one message of twenty copies and of later redeliveries', async () => {
    const body = inboundBody(line, { phone: somePhone() }, textContent('uma vez'))
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(t.app, t.deps, body)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200))
    await whenProcessed(t.deps)
    await receive(body)
    const [conversation] = await list()
    expect(conversation.unreadCount).toBe(1)
    expect(await messagesOf(conversation.id)).toHaveLength(1)
  })

  it('does not take up a resolved conversation again for a message that it has', async () => {
    const body = inboundBody(line, { phone: somePhone() }, textContent('oi'))
    await receive(body)
    const [conversation] = await list()
    const url = `/api/v1/conversations/${conversation.id}/status`
    await t.app.inject({ method: 'PUT', url, headers, payload: { status: 'resolved' } })
    await receive(body)
    expect(await list()).toEqual([])
  })

  it('reads every entry, change and message of a body', async () => {
    const [a, b] = [somePhone(), somePhone()]
    const one = inboundBody(line, { phone: a, name: 'A' }, textContent('1'))
    const two = inboundBody(line, { phone: b, name: 'B' }, textContent('2'))
    await receive({ ...one, entry: [...one.entry, ...two.entry] })
    expect((await list()).map((c: { contact: { displayName: string } }) => c.contact.displayName).sort()).toEqual([
      'A',
      'B',
    ])
  })
})

describe('window, order and reopening', () => {
  it("counts the window from the message's own time, also for late redelivery", async () => {
    const at = seconds() - 20 * 3600
    await receive(inboundBody(line, { phone: somePhone() }, textContent('ontem'), { at }))
    const [conversation] = await list()
    expect(Date.parse(conversation.windowExpiresAt)).toBe((at + 24 * 3600) * 1000)
    expect(Math.floor(Date.parse(conversation.lastMessageAt) / 1000)).toBe(at)
  })

  it('opens no window and counts nothing for history and for what the owner typed on the phone', async () => {
    const phone = somePhone()
    const echo = {
      from: '558130304040',
      to: phone,
      id: someWamid(),
      timestamp: String(seconds()),
      ...textContent('do celular'),
    }
    await receive(envelope(line, { message_echoes: [echo] }, 'smb_message_echoes'))
    const [conversation] = await list()
    expect(conversation).toMatchObject({
      unreadCount: 0,
      windowExpiresAt: null,
      lastDirection: 'out',
      lastPreview: 'do celular',
    })
    expect((await messagesOf(conversation.id))[0]).toMatchObject({
      direction: 'out',
      origin: 'phone_app',
      status: 'sent',
    })

    const other = somePhone()
    const old = {
      from: other,
      id: someWamid(),
      timestamp: String(seconds() - 86_400 * 30),
      ...textContent('antiga'),
      history_context: { status: 'READ' },
    }
    const history = [
      { metadata: { phase: 0, chunk_order: 1, progress: 10 }, threads: [{ id: other, messages: [old] }] },
    ]
    await receive(envelope(line, { history }, 'history'))
    expect(await list()).toHaveLength(1)
    const [archived] = await list('?status=resolved')
    expect(archived).toMatchObject({ unreadCount: 0, windowExpiresAt: null, lastPreview: 'antiga' })
  })

  it('takes up a conversation resolved a while ago, and begins a new one after seven days', async () => {
    const phone = somePhone()
    await receive(inboundBody(line, { phone }, textContent('1')))
    const [first] = await list()
    const resolve = () =>
      t.app.inject({
        method: 'PUT',
        url: `/api/v1/conversations/${first.id}/status`,
        headers,
        payload: { status: 'resolved' },
      })
    await resolve()
    await receive(inboundBody(line, { phone }, textContent('2')))
    expect((await list()).map((c: { id: string }) => c.id)).toEqual([first.id])
    expect((await messagesOf(first.id)).map((m) => m.payload['kind'] ?? m.body)).toEqual([
      '1',
      'resolved',
      'reopened_by_contact',
      '2',
    ])
    await resolve()
    await t.deps.database.pool.query(`update conversations set resolved_at = now() - interval '8 days' where id = $1`, [
      first.id,
    ])
    await receive(inboundBody(line, { phone }, textContent('3')))
    const [second] = await list()
    expect(second.id).not.toBe(first.id)
    expect(await list('?status=all')).toHaveLength(2)
  })

  it('keeps a late message in its place without taking over the preview', async () => {
    const phone = somePhone()
    await receive(inboundBody(line, { phone }, textContent('nova')))
    await receive(inboundBody(line, { phone }, textContent('velha'), { at: seconds() - 600 }))
    const [conversation] = await list()
    expect(conversation).toMatchObject({ lastPreview: 'nova', unreadCount: 2 })
    expect((await messagesOf(conversation.id)).map((m) => m.body)).toEqual(['velha', 'nova'])
  })
})
