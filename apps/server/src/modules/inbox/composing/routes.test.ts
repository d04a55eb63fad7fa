import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import { type Sender, startSender } from '#server/modules/whatsapp/sending/index.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import {
  createConversation,
  createInbound,
  eventually,
  findConversation,
  findMessage,
  startWhatsappWorld,
  type WhatsappWorld,
} from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let sender: Sender
let home: Awaited<ReturnType<WhatsappWorld['company']>>

beforeAll(async () => {
  world = await startWhatsappWorld()
  sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30, timeoutMs: 4000 })
})
beforeEach(async () => {
  home = await world.company()
})
afterAll(async () => {
  await sender.stop()
  await world.close()
})

/** A conversation whose contact has written to the sandbox too, so that its window is open on both sides. */
const talk = async (fields: Parameters<typeof createConversation>[2] = {}) => {
  const conversation = await createConversation(world.deps, home.channel, fields)
  if (fields.windowOpen === false) return { ...conversation, inbound: null }
  const { phoneNumberId } = home.channel
  const written = await world.control.write({ from: conversation.phone, text: 'Oi', phoneNumberId })
  return { ...conversation, inbound: await createInbound(world.deps, conversation, written.wamid) }
}

const call = (method: 'POST' | 'PUT', path: string, payload: object, headers: Record<string, string> = home.headers) =>
  world.app.inject({ method, url: `/api/v1/conversations/${path}`, payload, headers })
const post = (path: string, payload: object, headers?: Record<string, string>) => call('POST', path, payload, headers)

const syncTemplates = () =>
  world.app.inject({
    method: 'POST',
    url: `/api/v1/channels/${home.channel.id}/template-syncs`,
    headers: home.headers,
    payload: {},
  })
const text = (body = 'Bom dia') => ({ type: 'text', clientKey: newId(), body })
const reached = (id: string, status: string) =>
  eventually(async () => {
    const row = await findMessage(world.deps, home.company.id, id)
    return row?.status === status && row
  })
const sentTo = async (phone: string) =>
  (await world.control.messages({ waId: phone, phoneNumberId: home.channel.phoneNumberId })).filter(
    (message) => message.direction === 'out',
  )
const allSentTo = (phone: string, count: number) =>
  eventually(async () => {
    const sent = await sentTo(phone)
    return sent.length >= count && sent
  })

const upload = async (conversationId: string, name: string, mime: string, bytes: Buffer) => {
  const boundary = `b${randomBytes(8).toString('hex')}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`
  return world.app.inject({
    method: 'POST',
    url: `/api/v1/conversations/${conversationId}/attachments`,
    headers: {
      cookie: `${home.headers.cookie}; XSRF-TOKEN=t`,
      'x-xsrf-token': 't',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
const picture = (format: 'png' | 'webp', color = '#2a9d8f') =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer()

describe('a text', () => {
  test('is durable at once and accepted by WhatsApp soon after', async () => {
    const conversation = await talk()
    const answer = await post(`${conversation.id}/messages`, text('Bom dia *Bia*'))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ status: 'queued', body: 'Bom dia *Bia*', author: { id: home.user.id } })
    const row = await reached(answer.json().id, 'accepted')
    const [message] = await sentTo(conversation.phone)
    expect(message).toMatchObject({ wamid: row.wamid, callbackData: row.id })
  })

  test('answers the customer: the conversation is mine, no longer waits, and the list shows my text', async () => {
    const conversation = await talk()
    await post(`${conversation.id}/messages`, text('Já vou ver'))
    expect(await findConversation(world.deps, home.company.id, conversation.id)).toMatchObject({
      assigneeId: home.user.id,
      waitingSince: null,
      firstResponseAt: expect.any(Date),
      lastDirection: 'out',
      lastPreview: 'Já vou ver',
    })
  })

  test('reopens a resolved conversation, but not when another one with the person is open', async () => {
    const conversation = await talk({ status: 'resolved' })
    expect((await post(`${conversation.id}/messages`, text())).statusCode).toBe(201)
    expect(await findConversation(world.deps, home.company.id, conversation.id)).toMatchObject({ status: 'open' })
    const old = await createConversation(world.deps, home.channel, { status: 'resolved', beside: conversation })
    const refused = await post(`${old.id}/messages`, text())
    expect(refused.json()).toMatchObject({ code: 'conflict', data: { conversationId: conversation.id } })
  })

  test('twenty calls at once with the same client key are one message', async () => {
    const conversation = await talk()
    const draft = text('Só uma vez')
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(`${conversation.id}/messages`, draft)))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    await reached(answers[0]?.json().id, 'accepted')
    expect(await sentTo(conversation.phone)).toHaveLength(1)
  })

  test('ten messages to one person arrive in the order they were written', async () => {
    const conversation = await talk()
    const bodies = Array.from({ length: 10 }, (_, i) => `linha ${i}`)
    for (const body of bodies) await post(`${conversation.id}/messages`, text(body))
    const sent = await allSentTo(conversation.phone, 10)
    const order = sent
      .sort((a, b) => a.at - b.at || 0)
      .map((message) => (message.message['text'] as { body: string }).body)
    expect(order).toEqual(bodies)
  })

  test('quotes the message it replies to, and gives the customer the read mark', async () => {
    const conversation = await talk()
    const answer = await post(`${conversation.id}/messages`, { ...text('Sim'), replyToId: conversation.inbound?.id })
    await reached(answer.json().id, 'accepted')
    const [message] = await sentTo(conversation.phone)
    expect(message?.message['context']).toEqual({ message_id: conversation.inbound?.wamid })
    await world.deps.jobs.drain(world.deps)
    const thread = await world.control.messages({ waId: conversation.phone, phoneNumberId: home.channel.phoneNumberId })
    expect(thread.find((entry) => entry.direction === 'in')?.status).toBe('read')
  })

  test('to a user whose phone WhatsApp hides is sent to the business-scoped id', async () => {
    const phone = '351988887701'
    const { phoneNumberId } = home.channel
    const customer = await world.control.customer({ phone, hidden: 'omitted', phoneNumberId })
    await world.control.write({ from: phone, text: 'Oi', phoneNumberId })
    const conversation = await createConversation(world.deps, home.channel, { phone, bsuid: customer.bsuid })
    const answer = await post(`${conversation.id}/messages`, text())
    await reached(answer.json().id, 'accepted')
    expect((await sentTo(phone))[0]?.message).toMatchObject({ recipient: customer.bsuid })
  })
})

describe('outside the 24-hour window', () => {
  test('a text is refused, templates are suggested, and nothing is sent', async () => {
    const conversation = await talk({ windowOpen: false })
    await syncTemplates()
    const answer = await post(`${conversation.id}/messages`, text())
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'window_closed',
      data: {
        templates: [
          { name: 'news', language: 'pt_BR' },
          { name: 'offer', language: 'pt_BR' },
          { name: 'order_ready', language: 'pt_BR' },
          { name: 'sale', language: 'pt_BR' },
          { name: 'with_picture' },
        ],
      },
    })
    expect(await sentTo(conversation.phone)).toEqual([])
  })

  test('a template with its variables is sent and shown as it reads', async () => {
    const conversation = await talk({ windowOpen: false })
    await syncTemplates()
    const values = { 'header.1': 'A-19', 'body.1': 'Bia', 'body.2': '19h', 'button.0': 'A-19' }
    const template = { name: 'order_ready', language: 'pt_BR', values }
    const answer = await post(`${conversation.id}/messages`, { type: 'template', clientKey: newId(), template })
    expect(answer.json().body).toBe('Olá Bia, seu pedido está pronto até as 19h de hoje.')
    await reached(answer.json().id, 'accepted')
    const missing = { ...template, values: { ...values, 'body.2': '' } }
    const refused = await post(`${conversation.id}/messages`, {
      type: 'template',
      clientKey: newId(),
      template: missing,
    })
    expect(refused.json()).toMatchObject({
      code: 'template_parameters_invalid',
      errors: [{ path: 'template.values.body.2', code: 'required' }],
    })
  })

  test('a template with a picture in its header takes the picture that was uploaded', async () => {
    const conversation = await talk({ windowOpen: false })
    await syncTemplates()
    const file = await upload(conversation.id, 'oferta.png', 'image/png', await picture('png'))
    const template = { name: 'with_picture', language: 'pt_BR', headerFileId: file.json().fileId }
    const answer = await post(`${conversation.id}/messages`, { type: 'template', clientKey: newId(), template })
    expect(answer.statusCode).toBe(201)
    await reached(answer.json().id, 'accepted')
  })

  test('an unknown template is refused', async () => {
    const conversation = await talk({ windowOpen: false })
    const template = { name: 'nowhere', language: 'pt_BR' }
    const answer = await post(`${conversation.id}/messages`, { type: 'template', clientKey: newId(), template })
    expect(answer.json()).toMatchObject({ code: 'template_not_sendable' })
  })
})

describe('files', () => {
  test('a picture goes up once for a number and is sent by its id again and again', async () => {
    const conversation = await talk()
    const file = await upload(conversation.id, '../../foto.PNG', 'text/plain', await picture('png', '#e76f51'))
    expect(file.json()).toMatchObject({ kind: 'image', mime: 'image/png', name: 'foto.PNG' })
    for (const caption of ['uma', 'duas']) {
      const draft = { type: 'media', clientKey: newId(), fileId: file.json().fileId, caption }
      const answer = await post(`${conversation.id}/messages`, draft)
      expect(answer.json()).toMatchObject({ type: 'image', media: { width: 64, height: 48, state: 'stored' } })
      await reached(answer.json().id, 'accepted')
    }
    const sent = await sentTo(conversation.phone)
    const ids = sent.map((message) => (message.message['image'] as { id: string }).id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('a WebP photo becomes a JPEG, a text stays a document under its name', async () => {
    const conversation = await talk()
    const photo = await upload(conversation.id, 'foto.webp', 'image/webp', await picture('webp'))
    expect(photo.json()).toMatchObject({ kind: 'image', mime: 'image/jpeg', name: 'foto.jpg' })
    const note = await upload(conversation.id, 'nota.txt', 'image/png', Buffer.from('Olá'))
    expect(note.json()).toMatchObject({ kind: 'document', mime: 'text/plain' })
    const answer = await post(`${conversation.id}/messages`, {
      type: 'media',
      clientKey: newId(),
      fileId: note.json().fileId,
    })
    await reached(answer.json().id, 'accepted')
    expect((await sentTo(conversation.phone))[0]?.message['document']).toMatchObject({ filename: 'nota.txt' })
  })

  test('an empty file and a sound larger than WhatsApp takes are refused', async () => {
    const conversation = await talk()
    expect((await upload(conversation.id, 'x.txt', 'text/plain', Buffer.alloc(0))).json().code).toBe(
      'file_type_refused',
    )
    const head = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead')])
    const loud = Buffer.concat([head, Buffer.alloc(17 * 1024 * 1024)])
    const answer = await upload(conversation.id, 'x.ogg', 'audio/ogg', loud)
    expect(answer.json()).toMatchObject({ code: 'file_too_large', data: { kind: 'audio', maxBytes: 16 * 1024 * 1024 } })
  })
})

describe('reactions', () => {
  test('the customer sees the company’s reaction and its removal', async () => {
    const conversation = await talk()
    const path = `${conversation.id}/messages/${conversation.inbound?.id}/reaction`
    expect((await call('PUT', path, { emoji: '👍' })).statusCode).toBe(204)
    await world.deps.jobs.drain(world.deps)
    const read = async () =>
      (await world.control.messages({ waId: conversation.phone, phoneNumberId: home.channel.phoneNumberId })).find(
        (entry) => entry.direction === 'in',
      )?.reactions
    expect(await read()).toMatchObject({ business: '👍' })
    await call('PUT', path, { emoji: '' })
    await world.deps.jobs.drain(world.deps)
    expect(await read()).toMatchObject({ business: '' })
  })

  test('a message that never left cannot be reacted to', async () => {
    const conversation = await talk({ phone: '351900001026' })
    const unsent = await createInbound(world.deps, conversation, null)
    const answer = await call('PUT', `${conversation.id}/messages/${unsent.id}/reaction`, { emoji: '👍' })
    expect(answer.json()).toMatchObject({ code: 'reaction_target_missing' })
  })
})

describe('sending again', () => {
  test('a failed message is sent again as a new one, once', async () => {
    const conversation = await talk({ phone: '351999991048' })
    const first = await post(`${conversation.id}/messages`, text('De novo'))
    await reached(first.json().id, 'failed')
    const path = `${conversation.id}/messages/${first.json().id}/resends`
    const again = await post(path, { clientKey: newId() })
    expect(again.json()).toMatchObject({ body: 'De novo', payload: { resendOf: first.json().id } })
    const twice = await post(path, { clientKey: newId() })
    expect(twice.json()).toMatchObject({ code: 'message_not_resendable', data: { resentAs: again.json().id } })
  })

  test('one of unknown fate only when the person says so', async () => {
    const conversation = await talk({ phone: '351999990504' })
    const first = await post(`${conversation.id}/messages`, text())
    await reached(first.json().id, 'unknown')
    const path = `${conversation.id}/messages/${first.json().id}/resends`
    expect((await post(path, { clientKey: newId() })).json()).toMatchObject({ code: 'message_not_resendable' })
    expect((await post(path, { clientKey: newId(), evenIfUnknown: true })).statusCode).toBe(201)
  })
})

describe('who may send', () => {
  test('another company’s conversation is not there, for sending, files and reactions', async () => {
    const conversation = await talk()
    const stranger = await createSignedIn(world.deps)
    expect((await post(`${conversation.id}/messages`, text(), stranger.headers)).statusCode).toBe(404)
    const reaction = `${conversation.id}/messages/${conversation.inbound?.id}/reaction`
    expect((await call('PUT', reaction, { emoji: '👍' }, stranger.headers)).statusCode).toBe(404)
    const resend = `${conversation.id}/messages/${conversation.inbound?.id}/resends`
    expect((await post(resend, { clientKey: newId() }, stranger.headers)).statusCode).toBe(404)
    expect(await sentTo(conversation.phone)).toEqual([])
  })

  test('a member limited to their own conversations cannot answer those of others', async () => {
    const conversation = await talk()
    const member = await createUser(world.deps)
    await addMember(world.deps, home.company.id, member.id, { role: 'member', visibility: 'assigned' })
    const headers = await signIn(world.deps, member.id, home.company.id)
    expect((await post(`${conversation.id}/messages`, text(), headers)).statusCode).toBe(404)
  })

  test('nothing leaves by a number whose token has run out', async () => {
    const conversation = await talk()
    await world.setStatus(home.channel, 'token_expired')
    const answer = await post(`${conversation.id}/messages`, text())
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'channel_not_sendable', data: { status: 'token_expired' } })
  })
})
