import { type AudienceUpload, type AudienceWaterfall, campaignAudience } from '@recado/contracts/campaigns/audience'
import { campaignContent } from '@recado/contracts/campaigns/content'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { planContent } from '#server/modules/campaigns/content/index.ts'
import { suppressions } from '#server/modules/contacts/contacts/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { formWith } from '#server/test/contact-files.ts'
import { addMember, createChannel, createCompany, createUser, signIn } from '#server/test/factories.ts'
import { adoptStrangers } from './actions/adopt.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const setUp = async (category = 'UTILITY') => {
  const { deps } = server
  const company = await createCompany(deps, { accessBlocks: ['integrations', 'bulk_sending'] })
  const user = await createUser(deps)
  await addMember(deps, company.id, user.id)
  const browser = createBrowser(server.app)
  browser.use(await signIn(deps, user.id, company.id))
  await browser.session()
  const { channel } = await createChannel(deps, company.id, {})
  await deps.database.db.insert(templates).values({
    ...{ id: newId(), companyId: company.id, waAccountId: channel.waAccountId, metaId: '1', name: 'news' },
    ...{ language: 'pt_BR', category, status: 'APPROVED', components: [{ type: 'BODY', text: 'Oi {{1}}' }] },
  })
  const values = { 'body.1': { from: 'column', column: 'Nome', missing: { action: 'text', text: 'cliente' } } }
  const variants = [
    { key: 'A', template: 'news', language: { strategy: 'fixed', language: 'pt_BR' }, values, share: 100 },
  ]
  const content = { channels: [{ channelId: channel.id }], variants }
  const draft = (await browser.post('/api/v1/campaigns', { name: 'News', content })).json() as { id: string }
  const path = `/api/v1/campaigns/${draft.id}`
  const upload = async (text: string | Buffer, name = 'numbers.csv'): Promise<AudienceUpload> => {
    const answer = await browser.send('POST', `${path}/audience-uploads`, formWith(text, name))
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const preview = async (...uploadIds: string[]): Promise<AudienceWaterfall> => {
    const sources = uploadIds.map((uploadId) => ({ kind: 'rows', uploadId }))
    const answer = await browser.post(`${path}/audience/preview`, { audience: { sources } })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const known = async (phone: string) => {
    const row = { companyId: company.id, id: newId(), name: 'Bia', phone, marketing: 'granted' as const }
    await deps.database.db.insert(contacts).values(row)
    return row
  }
  return { company, browser, path, upload, preview, known }
}

test('reads a file of numbers, and counts bad rows, duplicates and numbers of no contact', async () => {
  const me = await setUp()
  await me.known('5581977776655')
  const file = 'Nome;Celular\nBia;(81) 97777-6655\nCaio;81 8888-7777\nDuda;+55 81 98888-7777\nEva;ninguém\n'
  const upload = await me.upload(file)
  expect(upload).toMatchObject({
    ...{ fileName: 'numbers.csv', rows: 4, valid: 2, invalid: 1, duplicates: 1, unknown: 1 },
    ...{ columns: ['Nome', 'Celular'], phoneColumn: 'Celular' },
  })
  expect(upload.sample[0]).toEqual(['Bia', '(81) 97777-6655'])
  expect(await me.preview(upload.id)).toMatchObject({ matched: 2, duplicates: 0, willSend: 2, excluded: [] })
  const again = await me.upload('Celular\n+55 81 97777-6655\n+55 81 98888-7777\n')
  expect(await me.preview(upload.id, again.id)).toMatchObject({ matched: 4, duplicates: 2, willSend: 2 })
})

test('leaves numbers of no contact out of marketing, as they have not agreed to it', async () => {
  const me = await setUp('MARKETING')
  await me.known('5581977776655')
  const upload = await me.upload('Celular\n+55 81 97777-6655\n+55 81 98888-7777\n')
  expect(await me.preview(upload.id)).toMatchObject({
    ...{ matched: 2, willSend: 1, excluded: [{ reason: 'no_consent', count: 1 }] },
  })
})

test('takes pasted numbers whatever separates them', async () => {
  const me = await setUp()
  const text = 'Ana, +55 81 97777-6655\n81 98888-7777; 81 97777-6655\n\nnot a number\n'
  const answer = await me.browser.post(`${me.path}/audience-pastes`, { text })
  expect(answer.statusCode, answer.body).toBe(201)
  expect(answer.json()).toMatchObject({ rows: 4, valid: 2, invalid: 1, duplicates: 1, unknown: 2 })
})

test('takes an upload out again, and refuses files that are none and drafts that are launched', async () => {
  const me = await setUp()
  const { id } = await me.upload('Celular\n+55 81 97777-6655\n')
  expect((await me.browser.send('DELETE', `${me.path}/audience-uploads/${id}`)).statusCode).toBe(204)
  expect((await me.browser.get(me.path)).json().uploads).toEqual([])
  expect((await me.browser.send('DELETE', `${me.path}/audience-uploads/${id}`)).statusCode).toBe(404)
  const send = (content: string) => me.browser.send('POST', `${me.path}/audience-uploads`, formWith(content, 'a.csv'))
  expect((await send('%PDF-1.4\n')).json().code).toBe('file_type_refused')
  expect((await send('\n')).json().code).toBe('validation_failed')
  const { db } = server.deps.database
  const left = await db.select().from(contacts).where(eq(contacts.companyId, me.company.id))
  expect(left).toEqual([])
})

test('makes contacts of unknown numbers once, except of those who are suppressed', async () => {
  const me = await setUp()
  const known = await me.known('5581977776655')
  const { id } = await me.upload('Celular\n+55 81 97777-6655\n+55 81 98888-7777\n+55 81 98888-6666\n')
  const { deps } = server
  const keys = [{ kind: 'phone' as const, value: '5581988886666' }]
  await suppressions.suppress(systemCtx(deps, 'test'), me.company.id, keys, 'opt_out')
  const audience = campaignAudience.parse({ sources: [{ kind: 'rows', uploadId: id }] })
  const member = { role: 'admin' as const, grants: [], visibility: 'all' as const }
  const company = { id: me.company.id, name: '', timezone: 'UTC', accessBlocks: [], member }
  const ctx = { ...systemCtx(deps, 'test'), company }
  const plan = await planContent(ctx, newId(), campaignContent.parse({}))
  const { signal } = new AbortController()
  await adoptStrangers(ctx, audience, plan, signal)
  await adoptStrangers(ctx, audience, plan, signal)
  const all = await deps.database.db.select().from(contacts).where(eq(contacts.companyId, me.company.id))
  expect(all.map(({ phone, source }) => [phone, source]).toSorted()).toEqual([
    ['5581977776655', 'chat'],
    ['5581988887777', 'campaign'],
  ])
  expect(all.some((one) => one.id === known.id)).toBe(true)
  expect(await me.preview(id)).toMatchObject({
    matched: 3,
    willSend: 2,
    excluded: [{ reason: 'suppressed', count: 1 }],
  })
})
