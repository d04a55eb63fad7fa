import type { TimelineEntry } from '@recado/contracts/contacts/contact-timeline'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { csatResponses } from '#server/db/schema/automation/csat.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { createConversation, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let home: Awaited<ReturnType<WhatsappWorld['company']>>

beforeAll(async () => {
  world = await startWhatsappWorld()
})
beforeEach(async () => {
  home = await world.company()
})
afterAll(() => world.close())

type Conversation = Awaited<ReturnType<typeof createConversation>>
type Page = { data: TimelineEntry[]; page: { next: string | null; has_more: boolean } }

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, headers = home.headers) =>
  world.app.inject({ method, url: `/api/v1/contacts/${path}`, headers, ...(payload && { payload }) })
const timeline = async (id: string, query = '', headers = home.headers): Promise<Page> => {
  const answer = await call('GET', `${id}/timeline${query}`, undefined, headers)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const write = async (conversation: Conversation, at: string, fields: Partial<typeof messages.$inferInsert> = {}) => {
  const id = newId()
  await world.deps.database.db.insert(messages).values({
    ...{ companyId: home.company.id, id, conversationId: conversation.id, channelId: home.channel.id },
    ...{ contactId: conversation.contactId, direction: 'in', type: 'text', body: at, origin: 'contact' },
    ...{ status: 'received', occurredAt: new Date(at), ...fields },
  })
  return id
}

const member = async (visibility: 'all' | 'assigned') => {
  const user = await createUser(world.deps)
  await addMember(world.deps, home.company.id, user.id, { role: 'member', visibility })
  return signIn(world.deps, user.id, home.company.id)
}

const events = (entries: TimelineEntry[]) => entries.flatMap((entry) => (entry.type === 'event' ? entry.kind : []))

describe('the timeline of a contact', () => {
  test('has the messages of a day as one entry, beside notes, changes and ratings, newest first', async () => {
    const conversation = await createConversation(world.deps, home.channel)
    const id = conversation.contactId
    await write(conversation, '2026-01-10T15:00:00Z')
    const template = { direction: 'out', type: 'template', payload: { template: { name: 'oferta' } } } as const
    await write(conversation, '2026-01-10T16:00:00Z', template)
    const last = await write(conversation, '2026-01-11T15:00:00Z')
    await write(conversation, '2026-01-11T16:00:00Z', { revokedAt: new Date() })
    await write(conversation, '2026-01-11T17:00:00Z', { direction: 'note', type: 'note' })
    await world.deps.database.db.insert(csatResponses).values({
      ...{ companyId: home.company.id, id: newId(), conversationId: conversation.id, contactId: id },
      ...{ channelId: home.channel.id, score: 4, comment: 'Bom', sentAt: new Date('2026-01-12T10:00:00Z') },
      answeredAt: new Date('2026-01-12T10:05:00Z'),
    })
    await call('POST', `${id}/notes`, { kind: 'call', body: 'Ligou' })
    const { data } = await timeline(id)
    expect(data.map(({ type }) => type)).toEqual(['note', 'rating', 'messages', 'messages'])
    expect(data).toMatchObject([
      { note: { kind: 'call', body: 'Ligou', author: { id: home.user.id } } },
      { score: 4, comment: 'Bom', at: '2026-01-12T10:05:00.000Z' },
      { received: 1, sent: 0, templates: [], messageId: last, preview: '2026-01-11T15:00:00Z' },
      { received: 1, sent: 1, templates: ['oferta'], direction: 'out', conversationId: conversation.id },
    ])
  })

  test('is read page by page without a gap, and by type', async () => {
    const conversation = await createConversation(world.deps, home.channel)
    const id = conversation.contactId
    for (let day = 10; day < 15; day++) await write(conversation, `2026-01-${day}T15:00:00Z`)
    await call('POST', `${id}/notes`, { kind: 'note', body: 'Aqui' })
    const { version } = (await call('GET', id)).json()
    await call('PATCH', id, { version, organization: 'Padaria', tags: ['VIP'], marketing: 'denied' })
    const whole = (await timeline(id)).data.map((entry) => entry.id)
    const read: string[] = []
    let next: string | null = null
    do {
      const page: Page = await timeline(id, `?limit=2${next ? `&cursor=${next}` : ''}`)
      read.push(...page.data.map((entry) => entry.id))
      next = page.page.next
    } while (next)
    expect(read).toEqual(whole)
    expect((await timeline(id, '?types=notes,messages')).data.map(({ type }) => type)).toEqual([
      'note',
      ...Array.from({ length: 5 }, () => 'messages'),
    ])
    expect(events((await timeline(id, '?types=changes')).data).sort()).toEqual(['tags_changed', 'updated'])
    expect((await call('GET', `${id}/timeline?types=everything`)).statusCode).toBe(422)
  })

  test('shows nothing of conversations that the reader may not see, and is not there for others', async () => {
    const conversation = await createConversation(world.deps, home.channel)
    const id = conversation.contactId
    await write(conversation, '2026-01-10T15:00:00Z')
    await call('POST', `${id}/notes`, { kind: 'note', body: 'Aqui' })
    const types = async (headers: { cookie: string }) => (await timeline(id, '', headers)).data.map(({ type }) => type)
    expect(await types(await member('all'))).toEqual(['note', 'messages'])
    expect(await types(await member('assigned'))).toEqual(['note'])
    const stranger = await createSignedIn(world.deps)
    expect((await call('GET', `${id}/timeline`, undefined, stranger.headers)).statusCode).toBe(404)
  })

  test('keeps what happened to contacts that became one', async () => {
    const [kept, gone] = [
      await createConversation(world.deps, home.channel),
      await createConversation(world.deps, home.channel),
    ]
    await call('POST', `${gone.contactId}/notes`, { kind: 'note', body: 'Da outra' })
    const merged = await call('POST', `${kept.contactId}/merges`, { otherId: gone.contactId })
    expect(merged.statusCode).toBe(201)
    const { data } = await timeline(gone.contactId)
    expect(data.flatMap((entry) => (entry.type === 'note' ? entry.note.body : []))).toEqual(['Da outra'])
    expect(events(data)).toContain('merged')
  })
})
