import type { CampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import type { CampaignRecipient } from '@recado/contracts/campaigns/recipients'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'
import { campaignCounts, campaignRecipients } from '#server/db/schema/campaigns/delivery.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { createCampaigns } from '#server/test/campaign-world.ts'
import { createChannel, createConversation, createSignedIn } from '#server/test/factories.ts'

let t: TestApp
let browser: Browser
let companyId: string
let channelId: string
let campaignId: string
let conversationId: string

beforeEach(async () => {
  t = await buildOwnApp()
  const { db } = t.deps.database
  const home = await createSignedIn(t.deps)
  companyId = home.company.id
  const blocks = ['integrations', 'whatsapp_chat', 'bulk_sending'] as const
  await db
    .update(companies)
    .set({ accessBlocks: [...blocks], planBlocks: [...blocks] })
    .where(eq(companies.id, companyId))
  const { channel } = await createChannel(t.deps, companyId)
  channelId = channel.id
  const conversation = await createConversation(t.deps, companyId, { channelId })
  conversationId = conversation.id
  const made = await createCampaigns(t.deps, {
    ...{ companyId, channelId, contactId: conversation.contactId, template: 'news', ownerId: home.user.id },
  })
  campaignId = made.running
  await db.delete(campaignRecipients).where(eq(campaignRecipients.campaignId, campaignId))
  browser = createBrowser(t.app)
  browser.use(home.headers)
  return () => t.close()
})

const hour = new Date('2026-11-20T13:00:00Z')

const count = (measure: string, n: number, more: Partial<typeof campaignCounts.$inferInsert> = {}) => ({
  ...{ companyId, campaignId, measure, n, channelId, hour },
  ...more,
})

const withVariants = async () => {
  const { db } = t.deps.database
  const [found] = await db.select().from(campaigns).where(eq(campaigns.id, campaignId))
  const [first] = found?.content.variants ?? []
  if (!found || !first) throw new Error('There is no campaign')
  const variants = [
    { ...first, share: 50 },
    { ...first, key: 'B' as const, share: 50 },
  ]
  await db
    .update(campaigns)
    .set({ content: { ...found.content, variants } })
    .where(eq(campaigns.id, campaignId))
}

const read = async (): Promise<CampaignAnalytics> => {
  const answer = await browser.get(`/api/v1/campaigns/${campaignId}/analytics`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const end = async () => {
  await t.deps.database.db.update(campaigns).set({ finishedAt: hour }).where(eq(campaigns.id, campaignId))
}

test('what came of a campaign is split by variant, number, hour, error and reason', async () => {
  await withVariants()
  await end()
  await t.deps.database.db
    .insert(campaignCounts)
    .values([
      ...[count('recipients', 2000), count('queued', 1990), count('left_out', 40, { detail: 'holdout' })],
      ...[count('sent', 990), count('sent', 990, { variant: 1 }), count('delivered', 900)],
      ...[count('delivered', 900, { variant: 1 }), count('read', 500), count('read', 700, { variant: 1 })],
      ...[count('replied', 40, { variant: 1 }), count('failed', 10), count('undelivered', 4), count('skipped', 10)],
      ...[
        count('failed_by', 7, { detail: 'permanent_recipient:131026' }),
        count('failed_by', 3, { detail: 'unknown' }),
      ],
      ...[count('skipped_by', 10, { detail: 'opted_out' }), count('button', 30, { detail: 'Quero' })],
      count('cost', 1800, { amount: 90 }),
      count('sent', 5, { hour: new Date('2026-11-20T14:00:00Z') }),
    ])
  const found = await read()
  expect(found).toMatchObject({
    counts: { recipients: 2000, sent: 1985, delivered: 1800, failed: 10 },
    // Six of the failed were never taken by WhatsApp, and wait for no report.
    awaiting: 181,
    errors: [
      { errorClass: 'permanent_recipient', errorCode: 131026, count: 7 },
      { errorClass: 'unknown', errorCode: null, count: 3 },
    ],
    skipped: [
      { reason: 'opted_out', count: 10 },
      { reason: 'holdout', count: 40 },
    ],
    buttons: [{ text: 'Quero', count: 30 }],
    cost: { amount: 90, perReply: 2.25, perClick: null },
    lift: null,
  })
  expect(found.overTime.map(({ at, sent }) => [at, sent])).toEqual([
    ['2026-11-20T13:00:00.000Z', 1980],
    ['2026-11-20T14:00:00.000Z', 5],
  ])
  expect(found.channels).toMatchObject([{ channelId, sent: 1985, read: 1200 }])
  expect(found.variants.map(({ variant, winner }) => [variant, winner])).toEqual([
    ['A', false],
    ['B', true],
  ])
  expect(found.variants[1]?.pValue).toBeLessThan(0.001)
  expect(found.variants[1]?.readRate.value).toBeCloseTo(700 / 900)
})

test('variants are not compared before everyone has got theirs', async () => {
  await withVariants()
  await t.deps.database.db
    .insert(campaignCounts)
    .values([
      ...[count('sent', 990), count('sent', 990, { variant: 1 }), count('delivered', 900)],
      ...[count('delivered', 900, { variant: 1 }), count('read', 500), count('read', 700, { variant: 1 })],
    ])
  const early = await read()
  expect([early.compared, ...early.variants.map(({ pValue, winner }) => [pValue, winner])]).toEqual([
    ...[false, [null, false], [null, false]],
  ])
  await end()
  expect(await read()).toMatchObject({ compared: true, variants: [{ winner: false }, { winner: true }] })
})

test('the lift is what more of those wrote who got it, once it has ended and enough have written', async () => {
  const values = [count('sent', 10_000), count('delivered', 9500), count('left_out', 1000, { detail: 'holdout' })]
  await t.deps.database.db.insert(campaignCounts).values([...values, count('replied', 800), count('holdout_wrote', 20)])
  expect((await read()).lift).toBeNull()
  await end()
  const { lift } = await read()
  expect(lift).toMatchObject({ holdout: 1000, wrote: 20, rate: { value: 0.02 }, sentRate: { value: 0.08 } })
  expect(lift?.difference.value).toBeCloseTo(0.06)
  expect(lift?.difference.low).toBeGreaterThan(0.045)
  expect(lift?.difference.high).toBeLessThan(0.07)
})

test('a holdout of a few people shows no lift', async () => {
  const values = [count('sent', 100), count('left_out', 10, { detail: 'holdout' }), count('replied', 8)]
  await t.deps.database.db.insert(campaignCounts).values(values)
  await end()
  expect((await read()).lift).toBeNull()
})

test('variants with a few answers have no winner', async () => {
  await withVariants()
  await end()
  await t.deps.database.db
    .insert(campaignCounts)
    .values([
      ...[count('sent', 10), count('sent', 10, { variant: 1 }), count('delivered', 8)],
      ...[count('delivered', 8, { variant: 1 }), count('read', 1), count('read', 6, { variant: 1 })],
    ])
  expect((await read()).variants.map(({ pValue, winner }) => [pValue, winner])).toEqual([
    [null, false],
    [null, false],
  ])
})

const people = async () => {
  const { db } = t.deps.database
  const kinds = [
    ['read', { status: 'read', readAt: hour, deliveredAt: hour }, {}],
    ['failed', { status: 'failed', errorCode: 131026, errorClass: 'permanent_recipient', failedAt: hour }, {}],
    ['refused', { status: 'failed', errorClass: 'opted_out', failedAt: hour }, {}],
    ['replied', { status: 'delivered', deliveredAt: hour }, { repliedAt: hour }],
    ['waiting', null, {}],
    ['left out', null, { wave: -1, skipReason: 'no_consent' }],
  ] as const
  for (const [seq, [name, message, more]] of kinds.entries()) {
    const [contactId, messageId] = [newId(), newId()]
    await db.insert(contacts).values({ companyId, id: contactId, name, phone: `558197100000${seq}` })
    await db.insert(campaignRecipients).values({
      ...{ companyId, campaignId, contactId, seq: seq + 1, notBefore: hour, variant: 0, channelId, messageId },
      ...more,
    })
    if (message)
      await db.insert(messages).values({
        ...{ companyId, id: messageId, conversationId, channelId, contactId, direction: 'out', type: 'template' },
        ...{ origin: 'campaign', occurredAt: hour, campaignId, wamid: `wamid.${seq}` },
        ...message,
      })
  }
}

const list = async (
  query = '',
): Promise<{ data: CampaignRecipient[]; page: { next: string | null; total?: number } }> => {
  const answer = await browser.get(`/api/v1/campaigns/${campaignId}/recipients?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('recipients come in their order with how far they are, those left out last, page by page', async () => {
  await people()
  const whole = await list('count=exact')
  const expected = [
    ...[
      ['read', 'read'],
      ['failed', 'failed'],
      ['refused', 'skipped'],
      ['replied', 'replied'],
    ],
    ...[
      ['waiting', 'pending'],
      ['left out', 'skipped'],
    ],
  ]
  expect(whole.data.map(({ displayName, state }) => [displayName, state])).toEqual(expected)
  expect(whole.page.total).toBe(6)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`limit=1${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...page.data.map(({ displayName }) => displayName))
    cursor = page.page.next
  }
  expect(seen).toEqual(expected.map(([name]) => name))
})

test('recipients are found by state, reason, error, and name', async () => {
  await people()
  const names = async (query: string) => (await list(query)).data.map(({ displayName }) => displayName)
  expect(await names('state=skipped')).toEqual(['refused', 'left out'])
  expect(await names('reason=opted_out')).toEqual(['refused'])
  expect(await names('reason=no_consent')).toEqual(['left out'])
  expect(await names('errorClass=permanent_recipient')).toEqual(['failed'])
  expect(await names('variant=A')).toEqual(['read', 'failed', 'refused', 'replied', 'waiting'])
  expect(await names('search=waiting')).toEqual(['waiting'])
})
