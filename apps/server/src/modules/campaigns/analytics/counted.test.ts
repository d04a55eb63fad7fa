import type { CampaignConversions, CampaignGroups } from '@recado/contracts/campaigns/analytics'
import { campaignAudience } from '@recado/contracts/campaigns/audience'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'
import { campaignCounts, campaignRecipients } from '#server/db/schema/campaigns/delivery.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { contactListMembers, contactLists } from '#server/db/schema/contacts/lists.ts'
import { segments } from '#server/db/schema/contacts/segments.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { contactSystemEvents } from '#server/db/schema/integrations/webhook-integrations.ts'
import { newId } from '#server/lib/ids.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { createCampaigns } from '#server/test/campaign-world.ts'
import { createChannel, createConversation, createSignedIn } from '#server/test/factories.ts'
import { countConversions } from './queries/conversions.ts'
import { countParts } from './queries/groups.ts'

// What of a campaign is counted when someone asks: by segment and list, and the orders that followed it.

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
  const { running: campaignId, testing: later } = await createCampaigns(deps, place)
  await deps.database.db.delete(campaignRecipients).where(eq(campaignRecipients.companyId, company.id))
  const browser = createBrowser(server.app)
  browser.use(headers)
  return { browser, companyId: company.id, userId: user.id, channelId: channel.id, conversationId, campaignId, later }
}

let world: Awaited<ReturnType<typeof createWorld>>
let browser: Browser
let seq = 0
beforeEach(async () => {
  world = await createWorld()
  browser = world.browser
  seq = 0
})

const DAY = 86_400_000
const start = new Date(Date.now() - 60 * DAY)
/** So many days after the start. */
const day = (days: number) => new Date(start.getTime() + days * DAY)

const reach = async (
  contactId: string,
  message: Partial<typeof messages.$inferInsert> | null,
  recipient: Partial<typeof campaignRecipients.$inferInsert> = {},
) => {
  const { db } = server.deps.database
  const { companyId, channelId, conversationId } = world
  const messageId = newId()
  seq += 1
  const campaignId = recipient.campaignId ?? world.campaignId
  await db.insert(campaignRecipients).values({
    ...{ companyId, campaignId, contactId, seq, notBefore: start, variant: 0, channelId, messageId },
    ...recipient,
  })
  if (message)
    await db.insert(messages).values({
      ...{ companyId, id: messageId, conversationId, channelId, contactId, direction: 'out', type: 'template' },
      ...{ origin: 'campaign', status: 'delivered', occurredAt: start, deliveredAt: start, campaignId },
      ...{ wamid: `wamid.${messageId}`, ...message },
    })
}

const person = async (name: string): Promise<string> => {
  const id = newId()
  await server.deps.database.db.insert(contacts).values({ companyId: world.companyId, id, name })
  return id
}

const count = (measure: string, n: number, more: Partial<typeof campaignCounts.$inferInsert> = {}) =>
  server.deps.database.db.insert(campaignCounts).values({
    ...{ companyId: world.companyId, campaignId: world.campaignId, measure, n, hour: start },
    ...{ channelId: world.channelId, ...more },
  })

const run = (finishedAt: Date | null) =>
  server.deps.database.db
    .update(campaigns)
    .set({ startedAt: start, finishedAt })
    .where(eq(campaigns.id, world.campaignId))

const read = async <R>(path: string): Promise<R> => {
  const answer = await browser.get(`/api/v1/campaigns/${world.campaignId}/analytics/${path}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const createList = async (name: string, members: readonly string[]): Promise<string> => {
  const { db } = server.deps.database
  const { companyId } = world
  const id = newId()
  await db.insert(contactLists).values({ companyId, id, name })
  const rows = members.map((contactId) => ({ companyId, listId: id, contactId, source: 'manual' as const }))
  if (rows.length > 0) await db.insert(contactListMembers).values(rows)
  return id
}

const createSegment = async (name: string, value: string, own: Partial<typeof segments.$inferInsert> = {}) => {
  const id = newId()
  const filter = { value: 'AND' as const, children: [{ field: 'name', operator: 'LIKE' as const, value }] }
  await server.deps.database.db.insert(segments).values({ companyId: world.companyId, id, name, filter, ...own })
  return id
}

const draw = (sources: unknown[]) =>
  server.deps.database.db
    .update(campaigns)
    .set({ audience: campaignAudience.parse({ sources }) })
    .where(eq(campaigns.id, world.campaignId))

const namesOf = ({ data }: CampaignGroups) => data.map(({ name }) => name)

test('results are counted for each segment and list of the audience; someone in several counts in each', async () => {
  const [ana, ana2, bia, caio, dora] = await Promise.all(['Ana A', 'Ana B', 'Bia', 'Caio', 'Dora'].map(person))
  await reach(`${ana}`, { status: 'read', readAt: start }, { repliedAt: start, clickedAt: start })
  await reach(`${ana2}`, { deliveredAt: null, status: 'sent' })
  await reach(`${bia}`, { status: 'failed', failedAt: start, deliveredAt: null, wamid: null, errorClass: 'media' })
  await reach(`${caio}`, {}, { optedOutAt: start })
  await reach(`${dora}`, null, { wave: -1, skipReason: 'holdout' })
  const segment = await createSegment('Anas', 'Ana')
  const list = await createList('Customers', [`${ana}`, `${bia}`, `${dora}`])
  const other = await createList('Others', [`${caio}`])
  await draw([
    { kind: 'segments', ids: [segment] },
    { kind: 'lists', ids: [list] },
  ])
  const none = { sent: 0, delivered: 0, read: 0, clicked: 0, replied: 0, failed: 0, optedOut: 0 }
  expect(await read('groups')).toEqual({
    exact: true,
    data: [
      {
        ...{ kind: 'segment', id: segment, name: 'Anas' },
        part: { ...none, recipients: 2, sent: 2, delivered: 1, read: 1, clicked: 1, replied: 1 },
      },
      {
        ...{ kind: 'list', id: list, name: 'Customers' },
        part: { ...none, recipients: 2, sent: 1, delivered: 1, read: 1, clicked: 1, replied: 1, failed: 1 },
      },
    ],
  })
  expect((await read<CampaignGroups>(`groups?lists=${other}`)).data).toEqual([
    { kind: 'list', id: other, name: 'Others', part: { ...none, recipients: 1, sent: 1, delivered: 1, optedOut: 1 } },
  ])
})

test('groups that are gone are left out of what it was drawn from, and those that name what is gone have no figures', async () => {
  const filter = { value: 'AND' as const, children: [{ field: 'lists', operator: 'IN' as const, value: [newId()] }] }
  const broken = await createSegment('Broken', '', { filter })
  await draw([{ kind: 'segments', ids: [broken, newId()] }])
  expect((await read<CampaignGroups>('groups')).data).toEqual([
    { kind: 'segment', id: broken, name: 'Broken', part: null },
  ])
})

test('another company’s groups and another person’s own segments cannot be compared', async () => {
  const own = await createSegment('Mine', 'Ana', { shared: false, authorId: world.userId })
  const theirs = await createSegment('Theirs', 'Ana', { shared: false, authorId: newId() })
  const list = await createList('Customers', [])
  expect(namesOf(await read(`groups?segments=${own}&lists=${list}`))).toEqual(['Mine', 'Customers'])
  const path = `/api/v1/campaigns/${world.campaignId}/analytics/groups`
  expect((await browser.get(`${path}?segments=${own},${theirs}`)).statusCode).toBe(404)
  world = await createWorld()
  const foreign = `/api/v1/campaigns/${world.campaignId}/analytics/groups`
  expect((await world.browser.get(`${foreign}?lists=${list}`)).statusCode).toBe(404)
  expect((await world.browser.get(`${foreign}?segments=${own}`)).statusCode).toBe(404)
  await draw([{ kind: 'segments', ids: [theirs] }])
  expect((await world.browser.get(foreign)).json()).toEqual({ data: [], exact: true })
})

const order = async (
  contactId: string,
  at: Date,
  { key = newId(), ...more }: { key?: string } & Partial<typeof contactSystemEvents.$inferInsert> = {},
) => {
  await server.deps.database.db.insert(contactSystemEvents).values({
    ...{ companyId: world.companyId, id: newId(), contactId, sourceKey: 'shopify', sourceName: 'Shop' },
    ...{ canonical: 'order.paid', objectKey: key, fields: { amount: 100, currency: 'BRL' }, at, ...more },
  })
  return key
}

const conversions = (days?: number) =>
  read<CampaignConversions>(`conversions${days === undefined ? '' : `?days=${days}`}`)

test('an order counts once, within so many days after the delivery, with what it came to in its currency', async () => {
  const [ana, bia, caio] = await Promise.all(['Ana', 'Bia', 'Caio'].map(person))
  await run(day(0))
  await count('cost', 3, { amount: 30 })
  for (const id of [ana, bia]) await reach(`${id}`, { deliveredAt: day(1) })
  await reach(`${caio}`, { deliveredAt: null, status: 'sent' })
  const key = await order(`${ana}`, day(2))
  await order(`${ana}`, day(3), { key })
  await order(`${ana}`, day(4), { fields: { amount: '19.90', currency: 'usd' } })
  await order(`${bia}`, day(5), { fields: { amount: 'R$ 10' } })
  // Before it was delivered, too late, never delivered, told as a test.
  await order(`${bia}`, day(0.5))
  await order(`${bia}`, day(8.5))
  await order(`${caio}`, day(2))
  await order(`${ana}`, day(2), { isTest: true })
  expect(await conversions()).toEqual({
    ...{ days: 7, orders: 3, buyers: 2, withoutAmount: 1, open: false, lift: null, exact: true },
    revenue: [
      { currency: 'BRL', amount: 100 },
      { currency: 'USD', amount: 19.9 },
    ],
    cost: { currency: 'BRL', perOrder: 10 },
  })
  expect(await conversions(2)).toMatchObject({ days: 2, orders: 1, buyers: 1, revenue: [{ currency: 'BRL' }] })
  expect(await conversions(30)).toMatchObject({ orders: 4, revenue: [{ amount: 200 }, { amount: 19.9 }] })
  for (const days of [0, 31]) {
    const answer = await browser.get(`/api/v1/campaigns/${world.campaignId}/analytics/conversions?days=${days}`)
    expect(answer.statusCode).toBe(422)
  }
})

test('the last campaign that was delivered before has the order, and one that is paid back is no one’s', async () => {
  const [ana, bia] = await Promise.all(['Ana', 'Bia'].map(person))
  await run(null)
  for (const id of [ana, bia]) {
    await reach(`${id}`, { deliveredAt: day(1) })
    await reach(`${id}`, { deliveredAt: day(3) }, { campaignId: world.later })
  }
  await order(`${ana}`, day(2))
  await order(`${ana}`, day(4))
  expect(await conversions()).toMatchObject({ orders: 1, open: true })
  const key = await order(`${bia}`, day(2))
  expect(await conversions()).toMatchObject({ orders: 2, buyers: 2 })
  await order(`${bia}`, day(20), { key, canonical: 'order.refunded' })
  expect(await conversions()).toMatchObject({ orders: 1, buyers: 1 })
})

test('orders of a contact that was merged into another count for the one that stays', async () => {
  const [ana, old, older] = await Promise.all(['Ana', 'Old', 'Older'].map(person))
  await run(day(0))
  await reach(`${ana}`, {})
  const { db } = server.deps.database
  for (const [from, into] of [[old, ana] as const, [older, old] as const])
    await db
      .update(contacts)
      .set({ mergedIntoId: `${into}`, deletedAt: start })
      .where(eq(contacts.id, `${from}`))
  for (const id of [ana, old, older]) await order(`${id}`, day(1))
  expect(await conversions()).toMatchObject({ orders: 3, buyers: 1 })
})

test('those it was sent to are compared with those left out at random, once no more orders can come in', async () => {
  const people = await Promise.all(Array.from({ length: 24 }, (_, place) => person(`P ${place}`)))
  for (const [place, id] of people.entries()) {
    if (place < 12) await reach(id, place === 0 ? { deliveredAt: null } : {})
    else await reach(id, null, { wave: -1, skipReason: 'holdout' })
  }
  await count('sent', 12)
  await count('left_out', 12, { detail: 'holdout' })
  for (const id of people.slice(0, 9)) await order(id, day(2))
  for (const id of people.slice(12, 15)) await order(id, day(2))
  await order(`${people[15]}`, day(9))
  await run(new Date())
  expect((await conversions()).lift).toBeNull()
  await run(day(1))
  // One of the nine never got the message: that is no conversion, but those left out would not all have got it either.
  expect(await conversions()).toMatchObject({
    orders: 8,
    lift: { holdout: 12, bought: 3, rate: { value: 0.25 }, sentRate: { value: 0.75 }, difference: { value: 0.5 } },
  })
})

test('a sample of one in so many stands for all', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, (_, place) => person(`P ${place}`)))
  for (const id of people) await reach(id, {})
  for (const id of people) await order(id, day(1))
  await server.deps.database.db.update(campaigns).set({ snapshotSeq: 40 }).where(eq(campaigns.id, world.campaignId))
  const settings = await settingsOf(server.deps, world.companyId)
  if (!settings) throw new Error('There is no company')
  const ctx = automationCtx(server.deps, settings)
  const [part] = await countParts(ctx, world.campaignId, [sql`true`], 4)
  expect(part).toMatchObject({ recipients: 40, sent: 40, read: 0 })
  const span = { campaignId: world.campaignId, from: start, until: new Date(), days: 7 }
  const [all] = (await countConversions(ctx, span, 2)).filter((row) => row.all)
  expect(all).toMatchObject({ orders: all?.buyers, amount: (all?.orders ?? 0) * 100 })
  expect(Math.abs((all?.orders ?? 0) - 40)).toBeLessThan(30)
})
