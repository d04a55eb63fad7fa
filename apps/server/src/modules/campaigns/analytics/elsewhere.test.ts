import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignRecipients } from '#server/db/schema/campaigns/delivery.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { createCampaigns } from '#server/test/campaign-world.ts'
import { createChannel, createConversation, createSignedIn } from '#server/test/factories.ts'

// Where recipients of campaigns show outside of their campaign: contacts, conversations, the log and lists.

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const createWorld = async () => {
  const { deps } = server
  const { company, user, headers } = await createSignedIn(deps)
  await deps.database.db
    .update(companies)
    .set({ accessBlocks: ['integrations', 'whatsapp_chat', 'bulk_sending'] })
    .where(eq(companies.id, company.id))
  const { channel } = await createChannel(deps, company.id)
  const { id: conversationId, contactId } = await createConversation(deps, company.id, { channelId: channel.id })
  const place = { companyId: company.id, channelId: channel.id, contactId, template: 'news', ownerId: user.id }
  const browser = createBrowser(server.app)
  browser.use(headers)
  return { browser, company, channel, contactId, conversationId, campaigns: await createCampaigns(deps, place) }
}

let world: Awaited<ReturnType<typeof createWorld>>
let browser: Browser
beforeEach(async () => {
  world = await createWorld()
  browser = world.browser
})

test('a contact names the campaigns that it got and will get, with what became of each, to its own company', async () => {
  const { campaigns, contactId, conversationId } = world
  const { data } = (await browser.get(`/api/v1/contacts/${contactId}/campaigns`)).json()
  expect(data).toMatchObject([
    { campaign: { id: campaigns.running, name: 'A scheduled campaign' }, state: 'pending', conversationId: null },
    { campaign: { id: campaigns.failed }, state: 'failed', variant: 'A', conversationId },
  ])
  const { browser: theirs } = await createWorld()
  expect((await theirs.get(`/api/v1/contacts/${contactId}/campaigns`)).statusCode).toBe(404)
})

test('the timeline of a contact tells each campaign once, with what came of it, to those who may see campaigns', async () => {
  const { campaigns, company, contactId } = world
  const { db } = server.deps.database
  const path = `/api/v1/contacts/${contactId}/timeline`
  const read = async (query: string) => (await browser.get(`${path}?${query}`)).json().data
  const recipient = { companyId: company.id, contactId, seq: 5, messageId: newId() }
  await db.insert(campaignRecipients).values({
    ...{ ...recipient, campaignId: campaigns.paused, wave: -1, notBefore: new Date(Date.now() + 86_400_000) },
    skipReason: 'no_consent',
  })
  await db
    .update(campaignRecipients)
    .set({ clickedAt: new Date(), repliedAt: new Date(), optedOutAt: new Date() })
    .where(eq(campaignRecipients.campaignId, campaigns.failed))
  const entries = await read('types=campaigns')
  expect(entries).toHaveLength(2)
  expect(entries).toContainEqual(
    expect.objectContaining({
      ...{ type: 'campaign', campaign: { id: campaigns.failed, name: 'A completed_with_errors campaign' } },
      ...{ state: 'replied', reason: null, clicked: true, optedOut: true },
    }),
  )
  const [skipped] = entries.filter(({ state }: { state: string }) => state === 'skipped')
  expect(skipped).toMatchObject({ campaign: { id: campaigns.paused }, reason: 'no_consent', clicked: false })
  // It was decided at the launch, not at the time that the message would have left.
  expect(Date.parse(skipped.at)).toBeLessThanOrEqual(Date.now())
  expect((await read('types=notes,campaigns')).length).toBe(2)
  const pages = [await read('limit=1'), await read('')]
  expect(pages.map((page) => page.length)).toEqual([1, 3])
  await db
    .update(companies)
    .set({ accessBlocks: ['whatsapp_chat'] })
    .where(eq(companies.id, company.id))
  expect((await browser.get(`/api/v1/contacts/${contactId}/campaigns`)).statusCode).toBe(403)
  expect((await read('')).map(({ type }: { type: string }) => type)).not.toContain('campaign')
})

test('messages of a campaign name it in their conversation and in the log, which can be narrowed to it', async () => {
  const { campaigns, conversationId } = world
  const campaign = { id: campaigns.failed, name: 'A completed_with_errors campaign' }
  const { data: said } = (await browser.get(`/api/v1/conversations/${conversationId}/messages`)).json()
  expect(said.map((message: { campaign?: object }) => message.campaign)).toContainEqual(campaign)
  const log = async (id: string) => (await browser.get(`/api/v1/messages?campaignId=${id}`)).json().data
  expect(await log(campaigns.failed)).toMatchObject([{ origin: 'campaign', campaign }])
  expect(await log(campaigns.running)).toEqual([])
})

const membersOf = async (list: string) =>
  (await browser.get(`/api/v1/contacts?list=${list}`)).json().data.map(({ id }: { id: string }) => id)

test('recipients that filters leave are kept in a list, once, and a contact that is gone is left out', async () => {
  const { campaigns, company, channel, contactId } = world
  const { db } = server.deps.database
  const gone = newId()
  await db.insert(contacts).values({ companyId: company.id, id: gone, name: 'Gone', deletedAt: new Date() })
  await db.insert(campaignRecipients).values({
    ...{ companyId: company.id, campaignId: campaigns.running, contactId: gone, seq: 2, variant: 0 },
    ...{ notBefore: new Date(), channelId: channel.id, params: {}, messageId: newId() },
  })
  const { id: listId } = (await browser.post('/api/v1/lists', { name: 'Waiting', description: '' })).json()
  const keep = (filter: object, expected: number, id = campaigns.running) =>
    browser.post(`/api/v1/campaigns/${id}/recipients/list-members`, { selection: { filter, expected }, listId })
  expect((await keep({ state: 'pending' }, 1)).json()).toMatchObject({ code: 'conflict', data: { count: 2 } })
  for (const _ of ['once', 'again'])
    expect((await keep({ state: 'pending' }, 2)).json()).toMatchObject({
      done: 1,
      skipped: [{ id: gone, code: 'not_found' }],
    })
  expect(await membersOf(listId)).toEqual([contactId])
  expect((await keep({ state: 'read' }, 0)).statusCode).toBe(422)
  const { campaigns: theirs } = await createWorld()
  expect((await keep({ state: 'pending' }, 1, theirs.running)).statusCode).toBe(404)
})
