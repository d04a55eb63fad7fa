import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { outboundSends } from '#server/db/schema/whatsapp/sending.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createConversation, createSignedIn } from '#server/test/factories.ts'
import { sweepRetentionJob } from './jobs.ts'
import { retire } from './retire.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildOwnApp()
})
afterAll(() => server.close())

type Owner = Awaited<ReturnType<typeof createSignedIn>>
let owner: Owner
beforeEach(async () => {
  owner = await createSignedIn(server.deps)
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const browse = () => {
  const browser = createBrowser(server.app)
  browser.use(owner.headers)
  return browser
}
const at = () => `/api/v1/companies/${owner.company.id}`
const keep = (retention: object, confirmation = owner.company.name) =>
  browse().put(`${at()}/privacy`, { version: 1, privacy: { maskContacts: true, retention }, confirmation })
const ask = (retention: object) =>
  browse().put(`${at()}/privacy`, { version: 1, privacy: { maskContacts: true, retention } })
const run = async () => {
  await server.deps.jobs.enqueue(server.deps.database.db, sweepRetentionJob, {})
  await server.deps.jobs.drain(server.deps)
}

/** A message of some days ago, with a file when one is asked for. */
const write = async (companyId: string, conversation: { id: string; channelId: string }, days: number, file = '') => {
  const { db } = server.deps.database
  const id = newId()
  const occurredAt = daysAgo(days)
  const contactId = newId()
  const place = { companyId, conversationId: conversation.id, channelId: conversation.channelId, contactId }
  const said = { direction: 'in', type: 'text', origin: 'contact', status: 'received', body: 'Oi' } as const
  await db.insert(messages).values({ ...place, ...said, id, occurredAt })
  if (file === '') return { id, path: '' }
  const fileId = newId()
  const stored = await server.deps.files.put(Buffer.from(file), 100)
  await db
    .insert(files)
    .values({ ...stored, id: fileId, companyId, ownerKind: 'message', ownerId: id, name: 'a.txt', mime: 'text/plain' })
  const media = { kind: 'document', state: 'stored', metaMediaId: 'M1', fileId } as const
  await db.insert(messageMedia).values({ companyId, messageId: id, ...media })
  return { id, path: stored.path }
}
const world = async (companyId = owner.company.id) => {
  const conversation = await createConversation(server.deps, companyId, { status: 'resolved' })
  const old = await write(companyId, conversation, 70, 'old')
  const middle = await write(companyId, conversation, 40, 'middle')
  const fresh = await write(companyId, conversation, 5, 'fresh')
  return { conversation, old, middle, fresh }
}
const left = async (companyId = owner.company.id) => {
  const { db } = server.deps.database
  const rows = await db.select({ id: messages.id }).from(messages).where(eq(messages.companyId, companyId))
  return rows.map(({ id }) => id).sort()
}
const there = async (path: string) =>
  server.deps.files.size(path).then(
    () => true,
    () => false,
  )
const ids = (...some: { id: string }[]) => some.map(({ id }) => id).sort()

test('a company keeps messages and files as long as it says, and no other company loses any', async () => {
  const mine = await world()
  const other = await createSignedIn(server.deps)
  const theirs = await world(other.company.id)
  expect((await keep({ messages: 60, media: 30 })).statusCode).toBe(200)

  await run()

  expect(await left()).toEqual(ids(mine.middle, mine.fresh))
  expect(await Promise.all([mine.old, mine.middle, mine.fresh].map(({ path }) => there(path)))).toEqual([
    ...[false, false, true],
  ])
  const { db } = server.deps.database
  const [media] = await db.select().from(messageMedia).where(eq(messageMedia.messageId, mine.middle.id))
  expect(media, 'nobody can fetch it again').toMatchObject({
    ...{ state: 'failed', error: 'media_expired', fileId: null, metaMediaId: null },
  })
  const kept = await db.select().from(conversations).where(eq(conversations.companyId, owner.company.id))
  expect(kept.map(({ id }) => id)).toEqual([mine.conversation.id])
  expect(await left(other.company.id)).toEqual(ids(theirs.old, theirs.middle, theirs.fresh))
  expect(await there(theirs.old.path)).toBe(true)
  const noted = () =>
    db
      .select()
      .from(auditLogs)
      .where(and(eq(auditLogs.companyId, owner.company.id), eq(auditLogs.action, 'company.retention_applied')))
  expect((await noted()).map(({ diff }) => diff)).toEqual([{ messages: 1, media: 1 }])

  await run()
  expect(await noted(), 'the second time there is nothing left to do').toHaveLength(1)
})

test('what would go is said first, and goes only by the name of the company', async () => {
  await world()
  const asked = await ask({ messages: 60, media: 30 })
  expect(asked.statusCode).toBe(409)
  expect(asked.json()).toMatchObject({ code: 'confirmation_required', data: { messages: 1, files: 2, bytes: 9 } })
  const wrong = await keep({ messages: 60, media: 30 }, 'Another company')
  expect(wrong.json()).toMatchObject({ errors: [{ path: 'confirmation', code: 'mismatch' }] })
  await run()
  expect(await left()).toHaveLength(3)
  expect((await ask({ messages: 90, media: null })).statusCode, 'nothing is as old as that').toBe(200)
})

test('a file goes with the last message that shows it, in whichever conversation', async () => {
  const { db } = server.deps.database
  const here = await createConversation(server.deps, owner.company.id)
  const elsewhere = await createConversation(server.deps, owner.company.id)
  const first = await write(owner.company.id, here, 70, 'shared')
  const again = await write(owner.company.id, elsewhere, 40)
  const [{ fileId } = { fileId: null }] = await db
    .select({ fileId: messageMedia.fileId })
    .from(messageMedia)
    .where(eq(messageMedia.messageId, first.id))
  const same = { kind: 'document', state: 'stored', fileId } as const
  await db.insert(messageMedia).values({ companyId: owner.company.id, messageId: again.id, ...same })
  await db.update(files).set({ ownerKind: 'attachment', ownerId: here.id }).where(eq(files.companyId, owner.company.id))
  await keep({ messages: 60, media: null })
  await run()
  expect(await left()).toEqual(ids(again))
  expect(await there(first.path), 'the newer message shows it').toBe(true)
  await db
    .update(companies)
    .set({ privacy: { retention: { messages: null, media: 30 } } })
    .where(eq(companies.id, owner.company.id))
  await run()
  expect(await there(first.path)).toBe(false)
  const [media] = await db.select().from(messageMedia).where(eq(messageMedia.messageId, again.id))
  expect(media).toMatchObject({ state: 'failed', error: 'media_expired', fileId: null })
})

test('what was stopped goes on, also between bytes and rows', async () => {
  const mine = await world()
  await keep({ messages: 30, media: null })
  const ctx = systemCtx(server.deps, 'test')
  await expect(retire(ctx, owner.company.id, AbortSignal.abort())).rejects.toThrow()
  expect(await left()).toHaveLength(3)
  await server.deps.files.remove(mine.old.path)
  await retire(ctx, owner.company.id, new AbortController().signal)
  expect(await left()).toEqual(ids(mine.fresh))
  expect(await there(mine.middle.path)).toBe(false)
})

test('the words that lists show of a conversation go with its last message', async () => {
  const { db } = server.deps.database
  const conversation = await createConversation(server.deps, owner.company.id)
  const { id } = await write(owner.company.id, conversation, 90)
  const last = { lastMessageId: id, lastPreview: 'Oi' }
  await db.update(conversations).set(last).where(eq(conversations.id, conversation.id))
  await keep({ messages: 30, media: null })
  await run()
  const [row] = await db.select().from(conversations).where(eq(conversations.id, conversation.id))
  expect(row).toMatchObject({ lastMessageId: null, lastPreview: '' })
})

test('what still waits to be sent stays with its file until its fate is known, and goes then', async () => {
  const { db } = server.deps.database
  const { conversation, old, fresh } = await world()
  const { companyId, channelId } = conversation
  await db.insert(outboundSends).values({ companyId, channelId, messageId: old.id, recipient: '+5511987654321' })
  await keep({ messages: 30, media: 30 })
  await run()
  expect(await left()).toEqual(ids(old, fresh))
  expect(await there(old.path)).toBe(true)
  await db.delete(outboundSends).where(eq(outboundSends.messageId, old.id))
  await run()
  expect(await left()).toEqual(ids(fresh))
  expect(await there(old.path)).toBe(false)
})

test('a company whose deletion is planned loses nothing before, and nothing goes that no one asked for', async () => {
  await world()
  await run()
  expect(await left()).toHaveLength(3)
  await keep({ messages: 30, media: 30 })
  const { db } = server.deps.database
  await db.update(companies).set({ status: 'deleting' }).where(eq(companies.id, owner.company.id))
  await run()
  expect(await left()).toHaveLength(3)
})

test.each([{ messages: 29 }, { media: 1826 }, { messages: 30.5 }])('%j is refused', async (retention) => {
  expect((await keep(retention)).statusCode).toBe(422)
})
