import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { newId } from '#server/lib/ids.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { unzip } from '#server/test/unzip.ts'

let world: TeamInboxWorld
let inbox: TeamInbox
let contactId: string
let conversationId: string

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
  const conversation = await inbox.conversationOf(await inbox.write('Quero meus dados'))
  contactId = conversation.contactId
  conversationId = conversation.id
})
afterAll(() => world.close())

const attachPicture = async () => {
  const { db } = world.deps.database
  const [message] = await db.select().from(messages).where(eq(messages.conversationId, conversationId))
  const stored = await world.deps.files.put(Readable.from([Buffer.from('bytes of a picture')]), 1000)
  const { companyId } = inbox
  const fileId = newId()
  await db.insert(files).values({
    ...{ ...stored, id: fileId, companyId, ownerKind: 'message', name: 'foto.jpg', mime: 'image/jpeg' },
  })
  const media = { kind: 'image', state: 'stored' as const, fileId, filename: 'foto.jpg' }
  await db.insert(messageMedia).values({ companyId, messageId: message?.id ?? '', ...media })
}

const packageOf = async (body: object = {}) => {
  const started = await inbox.call('POST', `contacts/${contactId}/export`, body)
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  await world.deps.jobs.drain(world.deps)
  const { data } = (await inbox.call('GET', 'tasks')).body
  expect(data[0]).toMatchObject({ kind: 'contact.export', status: 'completed', error: null })
  return unzip((await world.app.inject({ method: 'GET', url: data[0].file.url, headers: inbox.headers })).rawPayload)
}

it('packs all that is kept about a contact: profile, consent, notes, events, messages, files', async () => {
  await attachPicture()
  await inbox.call('POST', `contacts/${contactId}/consents`, { state: 'granted', note: 'Signed at the counter' })
  await inbox.call('POST', `contacts/${contactId}/notes`, { kind: 'call', body: 'Called about the order' })
  const request = await inbox.call('POST', 'privacy-requests', { contactId, kind: 'export' })
  const packed = await packageOf({ requestId: request.body.id })
  const [file] = [...packed.keys()].filter((name) => name.startsWith('media/'))
  expect([...packed.keys()]).toEqual(['data.json', 'data.pdf', file])
  expect(packed.get(file ?? '')).toBe('bytes of a picture')
  expect(packed.get('data.pdf')?.slice(0, 5)).toBe('%PDF-')
  expect(JSON.parse(packed.get('data.json') ?? '')).toMatchObject({
    contact: { id: contactId, displayName: 'Bia' },
    consents: { data: [{ state: 'granted', evidence: { note: 'Signed at the counter' } }] },
    notes: [{ kind: 'call', body: 'Called about the order' }],
    requests: [{ kind: 'export' }],
    events: expect.arrayContaining([expect.objectContaining({ kind: 'consent_recorded' })]),
    conversations: [
      {
        id: conversationId,
        messages: expect.arrayContaining([
          expect.objectContaining({ body: 'Quero meus dados', media: expect.objectContaining({ url: null, file }) }),
        ]),
      },
    ],
  })
  const timeline = (await inbox.call('GET', `contacts/${contactId}/timeline`)).body
  expect(JSON.stringify(timeline)).toContain('exported')
})

it('has what happened to contacts that were merged into this one', async () => {
  const other = (await inbox.call('POST', 'contacts', { phone: '+5581988770000' })).body.contact
  await inbox.call('POST', `contacts/${contactId}/merges`, { otherId: other.id })
  const { events } = JSON.parse((await packageOf()).get('data.json') ?? '')
  const kinds = events.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['created', 'merged', 'exported']))
})

it('is for those who manage privacy, for contacts of the company, and for requests of the contact', async () => {
  const agent = await inbox.agent()
  expect((await inbox.call('POST', `contacts/${contactId}/export`, {}, agent.headers)).status).toBe(403)
  const stranger = await openTeamInbox(world)
  expect((await stranger.call('POST', `contacts/${contactId}/export`, {})).status).toBe(404)
  const other = (await inbox.call('POST', 'contacts', { phone: '+5581988770000' })).body.contact
  const request = await inbox.call('POST', 'privacy-requests', { contactId: other.id, kind: 'export' })
  const body = { requestId: request.body.id }
  expect((await inbox.call('POST', `contacts/${contactId}/export`, body)).status).toBe(404)
})
