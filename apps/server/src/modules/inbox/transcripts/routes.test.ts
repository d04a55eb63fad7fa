import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Task } from '@recado/contracts/shared/tasks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import {
  addMember,
  createChannel,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '#server/test/factories.ts'

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>
let conversation: Awaited<ReturnType<typeof createConversation>>

beforeAll(async () => {
  t = await buildOwnApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  const { channel } = await createChannel(t.deps, admin.company.id)
  conversation = await createConversation(t.deps, admin.company.id, { channelId: channel.id })
})

let seconds = 0
const say = async (body: string | null, fields: Partial<typeof messages.$inferInsert> = {}) => {
  const id = newId()
  await t.deps.database.db.insert(messages).values({
    companyId: admin.company.id,
    id,
    conversationId: conversation.id,
    channelId: conversation.channelId,
    contactId: conversation.contactId,
    direction: 'in',
    type: 'text',
    body,
    origin: 'contact',
    status: 'received',
    occurredAt: new Date(Date.UTC(2026, 10, 1) + 1000 * ++seconds),
    ...fields,
  })
  return id
}

const picture = async () => {
  const stored = await t.deps.files.put(Readable.from([Buffer.from('bytes of a picture')]), 1000)
  const fileId = newId()
  const place = { ...stored, companyId: admin.company.id, ownerKind: 'message' }
  await t.deps.database.db.insert(files).values({ id: fileId, ...place, name: 'foto.jpg', mime: 'image/jpeg' })
  const messageId = await say('Olha', { type: 'image' })
  const media = { kind: 'image', state: 'stored' as const, fileId, filename: 'foto.jpg' }
  await t.deps.database.db.insert(messageMedia).values({ companyId: admin.company.id, messageId, ...media })
}

const start = (body: object, headers: { cookie: string } = admin.headers, id = conversation.id) =>
  t.app.inject({ method: 'POST', url: `/api/v1/conversations/${id}/exports`, headers, payload: body })

const fileOf = async () => {
  await t.deps.jobs.drain(t.deps)
  const { data } = (await t.app.inject({ method: 'GET', url: '/api/v1/tasks', headers: admin.headers })).json()
  const [task] = data as Task[]
  expect([task?.status, task?.error]).toEqual(['completed', null])
  return (await t.app.inject({ method: 'GET', url: task?.file?.url ?? '/', headers: admin.headers })).rawPayload
}

describe('the export of a conversation', () => {
  it('writes a text of everything said, in order, without what the team noted unless asked', async () => {
    for (let i = 0; i < 450; i++) await say(`linha ${i}`)
    await say('só para nós', { direction: 'note', type: 'note', origin: 'agent', authorId: admin.user.id })
    await start({ format: 'txt' })
    const lines = (await fileOf()).toString('utf8').split('\r\n').slice(4)
    expect(lines.filter(Boolean).map((line) => line.replace(/.*: /, ''))).toEqual(
      Array.from({ length: 450 }, (_, i) => `linha ${i}`),
    )
    await start({ format: 'txt', notes: true })
    expect((await fileOf()).toString('utf8')).toContain('(note): [note] só para nós'.replace('[note] ', ''))
  })

  it.each([
    ['en', '[Photo] Olha', '(conversation resolved)'],
    ['pt', '[Foto] Olha', '(conversa resolvida)'],
  ])('says what a message is and what happened in the words of the reader (%s)', async (locale, photo, resolved) => {
    await t.app.inject({ method: 'PATCH', url: '/api/v1/me', headers: admin.headers, payload: { locale } })
    await picture()
    await say('', { direction: 'event', type: 'event', origin: 'system', payload: { kind: 'resolved' } })
    await start({ format: 'txt', notes: true })
    const text = (await fileOf()).toString('utf8')
    expect(text).toContain(photo)
    expect(text).toContain(resolved)
    expect(text).not.toMatch(/\[image\]|event:|evento:/)
  })

  it('writes JSON, with the media beside it in a zip', async () => {
    await picture()
    await start({ format: 'json' })
    const parsed = JSON.parse((await fileOf()).toString('utf8'))
    expect(parsed.messages).toHaveLength(1)
    expect(parsed.messages[0].media).toMatchObject({ kind: 'image', url: null, file: null })
    await start({ format: 'json', media: true })
    const zip = await fileOf()
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    expect(zip.includes('media/00001-image.jpg')).toBe(true)
    expect(zip.includes('bytes of a picture')).toBe(true)
  })

  it.each([
    [{}, '[01/11/2026, 12:00:00] '],
    [{ dateFormat: 'ymd', timeFormat: 'h12' }, '[2026-11-01, 12:00:00 PM] '],
  ])('writes days and times as a person with %j does', async (preferences, stamp) => {
    const payload = { locale: 'pt', preferences }
    await t.app.inject({ method: 'PATCH', url: '/api/v1/me', headers: admin.headers, payload })
    await say('Oi', { occurredAt: new Date(Date.UTC(2026, 10, 1, 15)) })
    await start({ format: 'txt' })
    const [line] = (await fileOf()).toString('utf8').split('\r\n').slice(4)
    expect(line).toContain(stamp)
  })

  it('writes a PDF of accents, emoji and other scripts', async () => {
    await say('Olá, ação concluída 😀 привет 中文\nsegunda linha')
    await start({ format: 'pdf' })
    const pdf = await fileOf()
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.includes('NotoEmoji')).toBe(true)
  })

  it('writes a PDF of a text without spaces, of signs without end and of a name as long, and goes on working', async () => {
    await say('a'.repeat(65_536))
    await say('W😀ж'.repeat(3_000))
    await say('a\u0301'.repeat(5_000))
    await t.deps.database.db
      .update(contacts)
      .set({ name: 'n'.repeat(65_536) })
      .where(eq(contacts.id, conversation.contactId))
    await start({ format: 'pdf' })
    expect((await fileOf()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('tells when it was set aside, and is written after all when its job is run again', async () => {
    await say('Oi')
    await start({ format: 'pdf' })
    const { pool } = t.deps.database
    await pool.query(`update jobs set deaths = 2 where name = 'conversation.export' and status = 'queued'`)
    await t.deps.jobs.drain(t.deps)
    const tasks = async () =>
      (await t.app.inject({ method: 'GET', url: '/api/v1/tasks', headers: admin.headers })).json()
    expect((await tasks()).data).toMatchObject([{ status: 'failed', error: 'set_aside' }])
    const platform = await createUser(t.deps, { role: 'admin' })
    const headers = await signIn(t.deps, platform.id, null)
    const url = '/api/v1/admin/system/failed-jobs'
    const [job] = (await t.app.inject({ url, headers })).json().data
    expect(job).toMatchObject({ name: 'conversation.export', setAside: true })
    const payload = { action: 'retry', jobs: { ids: [job.id] } }
    await t.app.inject({ method: 'POST', url, headers, payload })
    expect((await fileOf()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('needs the grant and the sight of the conversation', async () => {
    const user = await createUser(t.deps)
    const fields = { role: 'member', grants: ['contacts.export'], visibility: 'assigned' } as const
    await addMember(t.deps, admin.company.id, user.id, { ...fields, grants: ['contacts.export'] })
    const limited = await signIn(t.deps, user.id, admin.company.id)
    expect((await start({ format: 'txt' }, limited)).statusCode).toBe(404)
    const other = await createSignedIn(t.deps)
    expect((await start({ format: 'txt' }, other.headers)).statusCode).toBe(404)
    expect((await start({ format: 'txt' }, admin.headers, randomUUID())).statusCode).toBe(404)
    expect((await start({ format: 'doc' })).statusCode).toBe(422)
  })
})
