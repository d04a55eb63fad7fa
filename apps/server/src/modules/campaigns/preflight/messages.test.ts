import type { RenderedMessage } from '@recado/contracts/campaigns/preflight'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createChannel, createCompany, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const components = [
  { type: 'HEADER', format: 'TEXT', text: 'Novidades' },
  { type: 'BODY', text: 'Oi {{1}}, seu número é {{2}}.' },
  { type: 'FOOTER', text: 'Recado' },
]

const setUp = async () => {
  const { deps } = server
  const company = await createCompany(deps, { accessBlocks: ['integrations', 'bulk_sending', 'whatsapp_chat'] })
  const signedIn = async (fields: object = {}) => {
    const user = await createUser(deps)
    await addMember(deps, company.id, user.id, fields)
    const browser = createBrowser(server.app)
    browser.use(await signIn(deps, user.id, company.id))
    return browser
  }
  const browser = await signedIn()
  const { channel } = await createChannel(deps, company.id, {})
  await deps.database.db.insert(templates).values({
    ...{ id: newId(), companyId: company.id, waAccountId: channel.waAccountId, metaId: newId(), name: 'news' },
    ...{ language: 'pt_BR', category: 'UTILITY', status: 'APPROVED', components },
  })
  const people = [
    { companyId: company.id, id: newId(), name: 'bia souza', phone: '5581977776655' },
    { companyId: company.id, id: newId(), name: null, phone: '5581977776644' },
  ]
  await deps.database.db.insert(contacts).values(people)
  const values = {
    'body.1': { from: 'field', field: 'name', format: ['first_name', 'title'] },
    'body.2': { from: 'field', field: 'phone' },
  }
  const language = { strategy: 'fixed', language: 'pt_BR' }
  const made = await browser.post('/api/v1/campaigns', {
    name: 'News',
    audience: { sources: [{ kind: 'contacts', ids: people.map(({ id }) => id) }] },
    content: {
      channels: [{ channelId: channel.id }],
      variants: [{ key: 'A', template: 'news', language, values, share: 100 }],
    },
  })
  expect(made.statusCode, made.body).toBe(201)
  const path = `/api/v1/campaigns/${made.json().id}`
  const preview = async (body: object, as = browser): Promise<RenderedMessage[]> => {
    const answer = await as.post(`${path}/messages/preview`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  return { company, browser, signedIn, path, people, preview }
}

test('shows the message as people would get it, and says whose values are missing', async () => {
  const { people, preview } = await setUp()
  const [bia, unnamed] = people
  const [first] = await preview({ contactIds: [bia?.id] })
  expect(first).toMatchObject({
    ...{ contactId: bia?.id, displayName: 'bia souza', variant: 'A', language: 'pt_BR', header: 'Novidades' },
    ...{ body: 'Oi Bia, seu número é +5581977776655.', footer: 'Recado', missing: [] },
  })
  const [second] = await preview({ contactIds: [unnamed?.id] })
  expect(second?.missing).toEqual([{ key: 'body.1', skipped: true }])
  const drawn = await preview({})
  expect(drawn.map(({ contactId }) => contactId).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
})

test('masks numbers for readers who see no personal data', async () => {
  const { people, preview, signedIn } = await setUp()
  const reader = await signedIn({ role: 'user', grants: ['campaigns.view'] })
  const [message] = await preview({ contactIds: [people[0]?.id] }, reader)
  expect(message?.body).not.toContain('81977776655')
  expect(message?.body).toContain('Oi Bia')
})

test('sends a test to numbers once for each key, marked as a test and outside of the counts', async () => {
  const { browser, company, path, people } = await setUp()
  const body = {
    phones: ['+55 81 98888-7777', '81 98888-7777'],
    contactId: people[0]?.id,
    clientKey: 'a-first-test',
  }
  const sent = await browser.post(`${path}/tests`, body)
  expect(sent.statusCode, sent.body).toBe(200)
  expect(sent.json().data).toEqual([{ phone: '+5581988887777', messageId: expect.any(String), error: null }])
  expect((await browser.post(`${path}/tests`, body)).json().data).toEqual(sent.json().data)
  const rows = await server.deps.database.db.select().from(messages).where(eq(messages.companyId, company.id))
  expect(rows.filter(({ direction }) => direction === 'out')).toEqual([
    expect.objectContaining({
      ...{ body: 'Oi Bia, seu número é +5581977776655.', campaignId: null },
      payload: expect.objectContaining({ test: { campaignId: path.split('/').at(-1) } }),
    }),
  ])
  expect((await browser.get(path)).json().counts.sent).toBe(0)
  const many = Array.from({ length: 5 }, (_, n) => `+55 81 98888-700${n}`)
  const statuses: number[] = []
  for (let n = 0; n < 4; n++)
    statuses.push((await browser.post(`${path}/tests`, { phones: many, clientKey: `another-${n}` })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
})
