import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'
import { files } from '#server/db/schema/shared/files.ts'
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

const history = (contactId: string, headers: { cookie: string } = home.headers) =>
  world.app.inject({ url: `/api/v1/contacts/${contactId}/history`, headers })

/** A message of the conversation, with a stored file where a kind is named. */
const createMessage = async (
  conversation: Awaited<ReturnType<typeof createConversation>>,
  fields: Partial<typeof messages.$inferInsert> & { kind?: string } = {},
) => {
  const { kind, ...rest } = fields
  const { db } = world.deps.database
  const base = { companyId: home.company.id, id: newId() }
  await db.insert(messages).values({
    ...base,
    conversationId: conversation.id,
    channelId: home.channel.id,
    contactId: conversation.contactId,
    direction: 'in',
    type: kind ?? 'text',
    origin: 'contact',
    status: 'received',
    occurredAt: new Date(),
    ...rest,
  })
  if (!kind) return base.id
  const file = { id: newId(), companyId: home.company.id, ownerKind: 'message_media', ownerId: base.id }
  const bytes = { path: `x/${file.id}`, name: 'nota.pdf', mime: 'application/pdf', size: 12, sha256: file.id }
  await db.insert(files).values({ ...file, ...bytes })
  const media = { companyId: home.company.id, messageId: base.id, kind, fileId: file.id, state: 'stored' as const }
  await db.insert(messageMedia).values({ ...media, filename: 'nota.pdf' })
  return base.id
}

const filesOf = (contactId: string, query = '', headers: { cookie: string } = home.headers) =>
  world.app.inject({ url: `/api/v1/contacts/${contactId}/files?${query}`, headers })

describe('files of a contact', () => {
  test('are listed to the last, page by page, across conversations', async () => {
    const conversation = await createConversation(world.deps, home.channel)
    const older = await createConversation(world.deps, home.channel, { status: 'resolved', beside: conversation })
    const sent: string[] = []
    // Several at the same moment, so that pages end between them.
    for (let n = 0; n < 45; n++)
      sent.push(
        await createMessage(n % 2 === 0 ? conversation : older, {
          kind: n % 3 === 0 ? 'image' : 'document',
          occurredAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 4))),
        }),
      )
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const query: string = `limit=10${next && `&cursor=${next}`}`
      const { data, page } = (await filesOf(conversation.contactId, query)).json()
      seen.push(...data.map(({ messageId }: { messageId: string }) => messageId))
      next = page.next
    }
    expect(seen).toHaveLength(45)
    expect(new Set(seen)).toEqual(new Set(sent))
    expect(seen[0]).toBe(sent[44])
  })

  test('can be narrowed to a kind, and only to one that there is', async () => {
    const conversation = await createConversation(world.deps, home.channel)
    const picture = await createMessage(conversation, { kind: 'image' })
    await createMessage(conversation, { kind: 'document' })
    const { data, page } = (await filesOf(conversation.contactId, 'kind=image')).json()
    expect(data).toMatchObject([{ messageId: picture, media: { kind: 'image' } }])
    expect(page).toEqual({ next: null, has_more: false })
    expect((await filesOf(conversation.contactId, 'kind=note')).statusCode).toBe(422)
  })

  test('are those of conversations that the reader sees', async () => {
    const conversation = await createConversation(world.deps, home.channel)
    await createMessage(conversation, { kind: 'document' })
    const stranger = await createSignedIn(world.deps)
    expect((await filesOf(conversation.contactId, '', stranger.headers)).statusCode).toBe(404)
    const member = await createUser(world.deps)
    await addMember(world.deps, home.company.id, member.id, { role: 'member', visibility: 'assigned' })
    const headers = await signIn(world.deps, member.id, home.company.id)
    expect((await filesOf(conversation.contactId, '', headers)).json().data).toEqual([])
  })
})

describe('what there was with a contact', () => {
  test('holds their conversations and files; notes of the team and deleted messages are no part of it', async () => {
    const conversation = await createConversation(world.deps, home.channel)
    const older = await createConversation(world.deps, home.channel, { status: 'resolved', beside: conversation })
    const shared = await createMessage(conversation, { kind: 'document' })
    await createMessage(conversation, { kind: 'document', direction: 'note', type: 'note', origin: 'agent' })
    await createMessage(conversation, { kind: 'document', revokedAt: new Date() })
    await createMessage(conversation)
    const answer = (await history(conversation.contactId)).json()
    expect(answer.conversations.map(({ id }: { id: string }) => id).sort()).toEqual([conversation.id, older.id].sort())
    expect(answer.files).toMatchObject([{ messageId: shared, media: { filename: 'nota.pdf', state: 'stored' } }])
    expect(answer.ratings).toEqual([])
  })

  test('is not there for another company, and holds nothing that a member may not see', async () => {
    const conversation = await createConversation(world.deps, home.channel)
    await createMessage(conversation, { kind: 'document' })
    const stranger = await createSignedIn(world.deps)
    expect((await history(conversation.contactId, stranger.headers)).statusCode).toBe(404)
    const member = await createUser(world.deps)
    await addMember(world.deps, home.company.id, member.id, { role: 'member', visibility: 'assigned' })
    const headers = await signIn(world.deps, member.id, home.company.id)
    expect((await history(conversation.contactId, headers)).json()).toEqual({
      conversations: [],
      files: [],
      ratings: [],
    })
  })
})
