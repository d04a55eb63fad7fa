import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isRecord, textOf } from '@recado/contracts/whatsapp/template-parts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import { oggOpusHeadOf } from '#server/lib/opus/ogg-opus.ts'
import { type Sender, startSender } from '#server/modules/whatsapp/sending/index.ts'
import { addMember, createUser, signIn } from '#server/test/factories.ts'
import {
  createConversation,
  createInbound,
  eventually,
  findMessage,
  startWhatsappWorld,
  type WhatsappWorld,
} from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let sender: Sender
let home: Awaited<ReturnType<WhatsappWorld['company']>>

beforeAll(async () => {
  world = await startWhatsappWorld()
  sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
})
beforeEach(async () => {
  home = await world.company()
})
afterAll(async () => {
  await sender.stop()
  await world.close()
})

const talk = async () => {
  const conversation = await createConversation(world.deps, home.channel)
  const { phoneNumberId } = home.channel
  const written = await world.control.write({ from: conversation.phone, text: 'Oi', phoneNumberId })
  await createInbound(world.deps, conversation, written.wamid)
  return conversation
}

const send = (id: string, draft: object, headers: { cookie: string } = home.headers) =>
  world.app.inject({
    method: 'POST',
    url: `/api/v1/conversations/${id}/messages`,
    payload: { clientKey: newId(), ...draft },
    headers,
  })
const sentTo = async (phone: string) =>
  (await world.control.messages({ waId: phone, phoneNumberId: home.channel.phoneNumberId })).filter(
    (message) => message.direction === 'out',
  )
const arrived = async (answer: Awaited<ReturnType<typeof send>>, phone: string) => {
  expect(answer.statusCode, answer.body).toBe(201)
  await eventually(async () => {
    const row = await findMessage(world.deps, home.company.id, answer.json().id)
    expect(row?.status).not.toBe('failed')
    return row?.status === 'accepted'
  })
  return (await sentTo(phone)).at(-1)
}

const upload = (conversationId: string, name: string, mime: string, bytes: Buffer, query = '') => {
  const boundary = `b${randomBytes(8).toString('hex')}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`
  return world.app.inject({
    method: 'POST',
    url: `/api/v1/conversations/${conversationId}/attachments${query}`,
    headers: {
      cookie: `${home.headers.cookie}; XSRF-TOKEN=t`,
      'x-xsrf-token': 't',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

/** The response at the link that a file is sent by. */
const fetchedFrom = async (media: unknown) => {
  const { pathname, search } = new URL(textOf(isRecord(media) ? media['link'] : ''))
  const { headers, rawPayload } = await world.app.inject({ url: `${pathname}${search}` })
  return { type: headers['content-type'], size: rawPayload.length }
}

const voiceOgg = () => readFile(new URL('../../../../../../packages/sandbox/public/voice.ogg', import.meta.url))

describe('forwarding a message to another conversation', () => {
  const forward = (id: string, messageId: string, headers?: { cookie: string }) =>
    send(id, { type: 'forward', messageId }, headers)

  test('copies its text, file, location and contact cards', async () => {
    const from = await talk()
    const to = await talk()
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { fileId } = (await upload(from.id, 'menu.png', 'image/png', png)).json()
    const place = { latitude: -8.0631, longitude: -34.8711, name: 'Marco Zero', address: '' }
    const card = { name: 'Rui Lima', phone: '+55 81 98765-0009' }
    const said = async (draft: object) => (await send(from.id, draft)).json().id
    const text = await said({ type: 'text', body: 'Aberto até as *18h*' })
    const picture = await said({ type: 'media', fileId, caption: 'Cardápio' })
    const location = await said({ type: 'location', ...place })
    const contacts = await said({ type: 'contacts', contacts: [card] })
    expect((await arrived(await forward(to.id, text), to.phone))?.message).toMatchObject({
      text: { body: 'Aberto até as *18h*' },
    })
    expect((await arrived(await forward(to.id, picture), to.phone))?.message).toMatchObject({
      image: { id: expect.stringMatching(/^\d+$/), caption: 'Cardápio' },
    })
    expect((await arrived(await forward(to.id, location), to.phone))?.message).toMatchObject({
      location: { latitude: -8.0631, longitude: -34.8711, name: 'Marco Zero' },
    })
    expect((await arrived(await forward(to.id, contacts), to.phone))?.message).toMatchObject({
      contacts: [{ name: { formatted_name: 'Rui Lima' }, phones: [{ phone: '+55 81 98765-0009' }] }],
    })
  })

  test('is refused while the window is closed, without access to the source, and for other types', async () => {
    const from = await talk()
    const closed = await createConversation(world.deps, home.channel, { windowOpen: false })
    const text = (await send(from.id, { type: 'text', body: 'Oi' })).json().id
    expect((await forward(closed.id, text)).json().code).toBe('window_closed')
    const colleague = await createUser(world.deps)
    await addMember(world.deps, home.company.id, colleague.id, { role: 'member', visibility: 'assigned' })
    const headers = await signIn(world.deps, colleague.id, home.company.id)
    const own = await talk()
    await world.app.inject({
      method: 'PUT',
      url: `/api/v1/conversations/${own.id}/assignment`,
      payload: { assigneeId: colleague.id },
      headers: home.headers,
    })
    expect((await forward(own.id, text, headers)).statusCode).toBe(404)
    const buttons = { kind: 'buttons', body: 'Quer?', buttons: [{ id: '1', title: 'Sim' }] }
    const asked = (await send(from.id, { type: 'interactive', interactive: buttons })).json().id
    const refused = await forward(from.id, asked)
    expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ code: 'not_forwardable' }]])
  })

  test('is refused when the caption or the file is too large', async () => {
    const from = await talk()
    const to = await talk()
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { fileId } = (await upload(from.id, 'menu.png', 'image/png', png)).json()
    const { id } = (await send(from.id, { type: 'media', fileId, caption: 'Cardápio' })).json()
    const { pool } = world.deps.database
    const codeOf = async () => (await forward(to.id, id)).json().errors?.[0]?.code
    await pool.query('update messages set body = $2 where id = $1', [id, 'a'.repeat(1025)])
    expect(await codeOf()).toBe('too_big')
    await pool.query('update messages set body = null where id = $1', [id])
    await pool.query('update files set size = $2 where id = $1', [fileId, 6 * 1024 * 1024])
    expect(await codeOf()).toBe('file_not_sendable')
  })

  test('shares no contact cards for members who may not see phone numbers', async () => {
    const from = await talk()
    const to = await talk()
    const card = { name: 'Rui Lima', phone: '+55 81 98765-0009' }
    const cards = (await send(from.id, { type: 'contacts', contacts: [card] })).json().id
    const colleague = await createUser(world.deps)
    await addMember(world.deps, home.company.id, colleague.id, { role: 'member' })
    const headers = await signIn(world.deps, colleague.id, home.company.id)
    const refused = await forward(to.id, cards, headers)
    expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ code: 'forbidden' }]])
  })
})

describe('a file that cannot be uploaded as what it is', () => {
  test('is refused as a video, and sent as a document on request', async () => {
    const conversation = await talk()
    const film = Buffer.alloc(17 * 1024 * 1024)
    film.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')
    const refused = await upload(conversation.id, 'loja.mp4', 'video/mp4', film)
    expect(refused.json()).toMatchObject({ code: 'file_too_large', data: { kind: 'video' } })
    const stored = (await upload(conversation.id, 'loja.mp4', 'video/mp4', film, '?as=document')).json()
    expect(stored).toMatchObject({ kind: 'document', mime: 'video/mp4' })
    const draft = { type: 'media', fileId: stored.fileId, caption: 'A loja' }
    const { document } = (await arrived(await send(conversation.id, draft), conversation.phone))?.message ?? {}
    expect(document).toEqual({ link: expect.any(String), filename: 'loja.mp4', caption: 'A loja' })
    expect(await fetchedFrom(document)).toEqual({ type: 'video/mp4', size: film.length })
  })

  test('is sent by a link if Meta accepts no upload of its type', async () => {
    const conversation = await talk()
    const zip = Buffer.concat([Buffer.from('PK\u0003\u0004\n', 'latin1'), Buffer.alloc(40)])
    const { fileId } = (await upload(conversation.id, 'fotos.zip', 'application/zip', zip)).json()
    const draft = { type: 'media', fileId }
    const { document } = (await arrived(await send(conversation.id, draft), conversation.phone))?.message ?? {}
    expect(await fetchedFrom(document)).toMatchObject({ size: zip.length })
  })
})

describe('what can be tapped', () => {
  test('reply buttons arrive with their frame, and the answer names the one that was tapped', async () => {
    const conversation = await talk()
    const interactive = {
      kind: 'buttons',
      header: 'Entrega',
      body: 'Quando quer receber?',
      footer: 'Empório',
      buttons: [
        { id: 'today', title: 'Hoje' },
        { id: 'tomorrow', title: 'Amanhã' },
      ],
    }
    const answer = await send(conversation.id, { type: 'interactive', interactive })
    expect(answer.json()).toMatchObject({ type: 'interactive', body: 'Quando quer receber?' })
    const message = await arrived(answer, conversation.phone)
    expect(message?.message['interactive']).toEqual({
      type: 'button',
      header: { type: 'text', text: 'Entrega' },
      body: { text: 'Quando quer receber?' },
      footer: { text: 'Empório' },
      action: {
        buttons: [
          { type: 'reply', reply: { id: 'today', title: 'Hoje' } },
          { type: 'reply', reply: { id: 'tomorrow', title: 'Amanhã' } },
        ],
      },
    })
  })

  test('a picture or a document stands in the header instead of words; nothing else does', async () => {
    const conversation = await talk()
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const picture = (await upload(conversation.id, 'menu.png', 'image/png', png)).json()
    const paper = (await upload(conversation.id, 'menu.txt', 'text/plain', Buffer.from('Queijo'))).json()
    const sound = (await upload(conversation.id, 'voz.ogg', 'audio/ogg', await voiceOgg())).json()
    const buttons = { kind: 'buttons', body: 'Quer?', buttons: [{ id: '1', title: 'Sim' }] }
    const link = { kind: 'link', body: 'Veja', label: 'Abrir', url: 'https://example.test/' }
    const sendWith = (interactive: object) => send(conversation.id, { type: 'interactive', interactive })
    const first = await arrived(await sendWith({ ...buttons, headerFileId: picture.fileId }), conversation.phone)
    expect(first?.message['interactive']).toMatchObject({
      type: 'button',
      header: { type: 'image', image: { id: expect.stringMatching(/^\d+$/) } },
    })
    const second = await arrived(await sendWith({ ...link, headerFileId: paper.fileId }), conversation.phone)
    expect(second?.message['interactive']).toMatchObject({
      type: 'cta_url',
      header: { type: 'document', document: { id: expect.stringMatching(/^\d+$/), filename: 'menu.txt' } },
    })
    const refused = [
      await sendWith({ ...buttons, headerFileId: sound.fileId }),
      await sendWith({ ...buttons, headerFileId: newId() }),
      await sendWith({ ...buttons, header: 'Menu', headerFileId: picture.fileId }),
    ]
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [422, 'file_type_refused'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
    ])
  })

  test('a list, a link and a request for the place arrive as WhatsApp wants them', async () => {
    const conversation = await talk()
    const sections = [
      { title: 'Frios', rows: [{ id: '1', title: 'Queijo', description: 'Meia cura' }] },
      { title: 'Doces', rows: [{ id: '2', title: 'Goiabada' }] },
    ]
    const list = { kind: 'list', body: 'O que vai ser?', button: 'Ver tudo', sections }
    const sent = await arrived(
      await send(conversation.id, { type: 'interactive', interactive: list }),
      conversation.phone,
    )
    expect(sent?.message['interactive']).toMatchObject({ type: 'list', action: { button: 'Ver tudo', sections } })
    const link = { kind: 'link', body: 'Acompanhe', label: 'Rastrear', url: 'https://example.test/r/1' }
    const linked = await arrived(
      await send(conversation.id, { type: 'interactive', interactive: link }),
      conversation.phone,
    )
    expect(linked?.message['interactive']).toMatchObject({
      type: 'cta_url',
      action: { name: 'cta_url', parameters: { display_text: 'Rastrear', url: 'https://example.test/r/1' } },
    })
    const place = { kind: 'location_request', body: 'Onde entregamos?' }
    const asked = await arrived(
      await send(conversation.id, { type: 'interactive', interactive: place }),
      conversation.phone,
    )
    expect(asked?.message['interactive']).toEqual({
      type: 'location_request_message',
      body: { text: 'Onde entregamos?' },
      action: { name: 'send_location' },
    })
  })

  test('what WhatsApp would refuse is refused before anything is written', async () => {
    const conversation = await talk()
    const four = Array.from({ length: 4 }, (_, index) => ({ id: String(index), title: `Opção ${index}` }))
    for (const interactive of [
      { kind: 'buttons', body: 'Qual?', buttons: four },
      { kind: 'buttons', body: '', buttons: four.slice(0, 1) },
      { kind: 'link', body: 'Veja', label: 'Abrir', url: 'ftp://example.test' },
      { kind: 'list', body: 'Veja', button: 'Ver', sections: [] },
    ]) {
      const answer = await send(conversation.id, { type: 'interactive', interactive })
      expect(answer.json()).toMatchObject({ status: 422, code: 'validation_failed' })
    }
    expect(await sentTo(conversation.phone)).toEqual([])
    const timeline = await world.app.inject({
      url: `/api/v1/conversations/${conversation.id}/messages`,
      headers: home.headers,
    })
    expect(timeline.json().data).toHaveLength(1)
  })
})

describe('contact cards', () => {
  test('one of the company and one by hand arrive as WhatsApp wants them', async () => {
    const conversation = await talk()
    const other = await createConversation(world.deps, home.channel, { phone: '351912345678' })
    const contacts = [
      { contactId: other.contactId },
      { name: 'Rui Costa', phone: '+351 21 000 0000', email: 'rui@example.test', organisation: 'Oficina' },
    ]
    const message = await arrived(await send(conversation.id, { type: 'contacts', contacts }), conversation.phone)
    expect(message?.message['contacts']).toEqual([
      {
        name: { formatted_name: 'Bia', first_name: 'Bia' },
        phones: [{ phone: '+351912345678', type: 'CELL', wa_id: '351912345678' }],
      },
      {
        name: { formatted_name: 'Rui Costa', first_name: 'Rui' },
        phones: [{ phone: '+351 21 000 0000', type: 'CELL' }],
        emails: [{ email: 'rui@example.test', type: 'WORK' }],
        org: { company: 'Oficina' },
      },
    ])
    const member = await createUser(world.deps)
    await addMember(world.deps, home.company.id, member.id, { role: 'member' })
    const headers = await signIn(world.deps, member.id, home.company.id)
    const url = `/api/v1/conversations/${conversation.id}/messages`
    const seen = (await world.app.inject({ url, headers })).body
    expect(seen).toContain('Rui Costa')
    for (const secret of ['351912345678', '21 000 0000', 'rui@example.test']) expect(seen).not.toContain(secret)
  })

  test('a contact of another company, and one whose phone the sender may not see, are not shared', async () => {
    const conversation = await talk()
    const neighbour = await world.company()
    const foreign = await createConversation(world.deps, neighbour.channel)
    const stolen = await send(conversation.id, { type: 'contacts', contacts: [{ contactId: foreign.contactId }] })
    expect(stolen.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'contacts.0.contactId', code: 'not_found' }],
    })
    const member = await createUser(world.deps)
    await addMember(world.deps, home.company.id, member.id, { role: 'member' })
    const headers = await signIn(world.deps, member.id, home.company.id)
    const contacts = [{ contactId: conversation.contactId }]
    const masked = await send(conversation.id, { type: 'contacts', contacts }, headers)
    expect(masked.json()).toMatchObject({ errors: [{ path: 'contacts.0.contactId', code: 'forbidden' }] })
    expect(await sentTo(conversation.phone)).toEqual([])
  })
})

describe('voice notes', () => {
  const packetsOf = (file: Buffer): Buffer[] => {
    const packets: Buffer[] = []
    let at = 0
    while (at < file.length) {
      const count = file.readUInt8(at + 26)
      let start = at + 27 + count
      let from = start
      for (const size of file.subarray(at + 27, at + 27 + count)) {
        start += size
        if (size === 255) continue
        packets.push(file.subarray(from, start))
        from = start
      }
      at = start
    }
    return packets
  }
  const element = (id: number[], content: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(0x10000000 | content.length)
    return Buffer.concat([Buffer.from(id), size, content])
  }
  const webm = (head: Buffer, packets: readonly Buffer[]) => {
    const track = [
      element([0xd7], Buffer.from([1])),
      element([0x86], Buffer.from('A_OPUS')),
      element([0x63, 0xa2], head),
    ]
    const blocks = packets.map((packet) => element([0xa3], Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), packet])))
    const tracks = element([0x16, 0x54, 0xae, 0x6b], element([0xae], Buffer.concat(track)))
    return Buffer.concat([
      element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm'))),
      element(
        [0x18, 0x53, 0x80, 0x67],
        Buffer.concat([tracks, element([0x1f, 0x43, 0xb6, 0x75], Buffer.concat(blocks))]),
      ),
    ])
  }

  test('what a browser records as WebM becomes Ogg with Opus and goes out as a voice note', async () => {
    const conversation = await talk()
    const [head, , ...packets] = packetsOf(await voiceOgg())
    if (!head) throw new Error('no sound in the sample')
    const file = await upload(conversation.id, 'voice.webm', 'audio/webm', webm(head, packets))
    expect(file.json()).toMatchObject({ kind: 'audio', mime: 'audio/ogg', name: 'voice.ogg' })
    const bytes = await world.app.inject({ url: file.json().url, headers: home.headers })
    expect(oggOpusHeadOf(bytes.rawPayload)?.channels).toBe(1)
    expect(packetsOf(bytes.rawPayload).slice(2)).toEqual(packets)
    const answer = await send(conversation.id, { type: 'media', fileId: file.json().fileId })
    expect(answer.json()).toMatchObject({ type: 'audio', media: { voice: true } })
    const message = await arrived(answer, conversation.phone)
    expect(message?.message['audio']).toMatchObject({ id: expect.any(String), voice: true })
  })

  test('words with a file that takes none are refused, not dropped', async () => {
    const conversation = await talk()
    const file = await upload(conversation.id, 'voz.ogg', 'audio/ogg', await voiceOgg())
    const answer = await send(conversation.id, { type: 'media', fileId: file.json().fileId, caption: 'Escute' })
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'caption', code: 'no_caption' }],
    })
    expect(await sentTo(conversation.phone)).toEqual([])
  })

  test('two channels, or Ogg without Opus, are refused with the reason', async () => {
    const conversation = await talk()
    const [head, , ...packets] = packetsOf(await voiceOgg())
    if (!head) throw new Error('no sound in the sample')
    const stereo = Buffer.from(head)
    stereo.writeUInt8(2, 9)
    const refused = await upload(conversation.id, 'voice.webm', 'audio/webm', webm(stereo, packets))
    expect(refused.json()).toMatchObject({ code: 'file_type_refused', data: { reason: 'not_mono' } })
    const vorbis = Buffer.from(await voiceOgg())
    vorbis.write('\u0001vorbis', 28, 'latin1')
    const other = await upload(conversation.id, 'song.ogg', 'audio/ogg', vorbis)
    expect(other.json()).toMatchObject({ code: 'file_type_refused', data: { reason: 'not_opus' } })
  })
})

describe('a page around a message', () => {
  test('holds what came before and after it, and says whether there is more', async () => {
    const conversation = await talk()
    const ids: string[] = []
    for (let index = 0; index < 9; index++) ids.push((await createInbound(world.deps, conversation, null)).id)
    const read = (query: string) =>
      world.app.inject({ url: `/api/v1/conversations/${conversation.id}/messages?${query}`, headers: home.headers })
    const middle = (await read(`around=${ids[4]}&limit=4`)).json()
    expect(middle.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2, 7))
    expect(middle.page).toMatchObject({ has_before: true, has_after: true })
    const last = (await read(`around=${ids[8]}&limit=4`)).json()
    expect(last.data.at(-1).id).toBe(ids[8])
    expect(last.page).toMatchObject({ has_before: true, has_after: false })
    expect((await read(`around=${newId()}`)).statusCode).toBe(404)
    const elsewhere = await createConversation(world.deps, home.channel)
    const url = `/api/v1/conversations/${elsewhere.id}/messages?around=${ids[4]}`
    expect((await world.app.inject({ url, headers: home.headers })).statusCode).toBe(404)
  })
})
