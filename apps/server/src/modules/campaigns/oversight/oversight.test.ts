import type { OverseenCampaign } from '@recado/contracts/campaigns/oversight'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignCounts } from '#server/db/schema/campaigns/delivery.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createCampaigns } from '#server/test/campaign-world.ts'
import { createChannel, createConversation, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let t: TestApp
let headers: { cookie: string }
let company: { id: string; name: string }
let campaigns: Awaited<ReturnType<typeof createCampaigns>>

const createWorld = async () => {
  const signedIn = await createSignedIn(t.deps)
  const { channel } = await createChannel(t.deps, signedIn.company.id)
  const { contactId } = await createConversation(t.deps, signedIn.company.id, { channelId: channel.id, status: 'open' })
  const place = { companyId: signedIn.company.id, channelId: channel.id, contactId, ownerId: signedIn.user.id }
  return { ...signedIn, campaigns: await createCampaigns(t.deps, { ...place, template: 'news' }) }
}

beforeAll(async () => {
  t = await buildOwnApp()
  const ours = await createWorld()
  await createWorld()
  company = ours.company
  campaigns = ours.campaigns
  const root = await createUser(t.deps, { role: 'admin' })
  headers = await signIn(t.deps, root.id)
})
afterAll(() => t.close())

const list = async (query: string, who = headers) => {
  const answer = await t.app.inject({ method: 'GET', url: `/api/v1/admin/campaigns?${query}`, headers: who })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: OverseenCampaign[]; page: { next: string | null; total?: number } }>()
}

test('campaigns of all companies are listed page by page, without drafts, and each once', async () => {
  const seen: string[] = []
  let cursor = ''
  do {
    const { data, page } = await list(`limit=3${cursor}`)
    seen.push(...data.map(({ id }) => id))
    cursor = page.next ? `&cursor=${page.next}` : ''
  } while (cursor !== '')
  expect(seen).toHaveLength(14)
  expect(new Set(seen).size).toBe(14)
  expect(seen).not.toContain(campaigns.draft)
  expect((await list('count=exact')).page.total).toBe(14)
})

test('a campaign is shown with its company and what its sums say', async () => {
  const { db } = t.deps.database
  const base = { companyId: company.id, campaignId: campaigns.failed, channelId: newId(), hour: new Date() }
  await db.insert(campaignCounts).values([
    { ...base, measure: 'recipients', n: 40 },
    { ...base, measure: 'queued', n: 40 },
    { ...base, measure: 'failed', n: 7 },
    { ...base, measure: 'failed', n: 3, slot: 1 },
    { ...base, measure: 'cost', n: 30, amount: 4.5 },
  ])
  const { data } = await list(`companyId=${company.id}&state=completed_with_errors`)
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    ...{ id: campaigns.failed, company: { id: company.id, name: company.name }, recipients: 40, failed: 10 },
    ...{ spend: { amount: 4.5 }, perMinute: null, risks: [] },
  })
})

test('search finds by the name of the campaign and by that of the company', async () => {
  expect((await list('search=completed_with_errors')).data).toHaveLength(2)
  expect((await list(`search=${encodeURIComponent(company.name)}`)).data.length).toBeGreaterThanOrEqual(4)
  expect((await list('search=100%25')).data).toEqual([])
})
