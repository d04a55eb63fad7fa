import type { OverseenDetail } from '@recado/contracts/campaigns/oversight'
import { type SettingsOf, settingsDefaults } from '@recado/contracts/shared/settings'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { campaignCounts } from '#server/db/schema/campaigns/delivery.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { settings } from '#server/db/schema/shared/settings.ts'
import { newId } from '#server/lib/ids.ts'
import { startEngine } from '#server/modules/campaigns/delivery/engine.ts'
import { findFailures } from '#server/modules/campaigns/risks/index.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import {
  act,
  type CampaignHome,
  campaignsOf,
  draft,
  inState,
  launch,
  readCampaign,
} from '#server/test/campaign-runs.ts'
import { createUser, signIn } from '#server/test/factories.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let campaigns: ReturnType<typeof campaignsOf>
let platform: Browser
let running: { stop: () => Promise<void> }[] = []

beforeEach(async () => {
  world = await startWhatsappWorld()
  campaigns = campaignsOf(world)
  platform = createBrowser(world.app)
  platform.use(await signIn(world.deps, (await createUser(world.deps, { role: 'admin' })).id))
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()))
  running = []
  await set(settingsDefaults.campaigns)
  await world.forgetSends()
  await world.close()
})

const set = async (values: SettingsOf<'campaigns'>) => {
  const data = { campaigns: values }
  await world.deps.database.db
    .insert(settings)
    .values({ host: '*', data })
    .onConflictDoUpdate({ target: settings.host, set: { data } })
  world.deps.bus.publish('settings.changed', {})
}

const countOpen = async (): Promise<number> => (await platform.get('/api/v1/admin/campaign-risks')).json().open

const startAll = () => {
  running.push(startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
}

const read = async (id: string): Promise<OverseenDetail> => (await platform.get(`/api/v1/admin/campaigns/${id}`)).json()

const review = (id: string, decision: string) =>
  platform.post(`/api/v1/admin/campaigns/${id}/review`, { decision, reason: 'Looked at it' })

/** A campaign of sixty that sends twenty a second. */
const begin = async (home: CampaignHome) => {
  const people = await campaigns.people(home, 60)
  const campaign = await draft(home, people, { perSecond: 20 })
  await launch(home.browser, campaign)
  return { ...campaign, phones: people.map(({ phone }) => phone).toSorted() }
}

test('a held campaign stops, says why, and its company goes on only once it is released', async () => {
  const home = await campaigns.home({ throughput: 20 })
  startAll()
  const { id, phones } = await begin(home)
  await eventually(async () => (await campaigns.reached(home)).length > 5)
  const held = await platform.post(`/api/v1/admin/campaigns/${id}/hold`, { reason: 'Too many complaints' })
  expect(held.statusCode, held.body).toBe(200)
  expect(held.json()).toMatchObject({ state: 'paused', pauseReason: 'held', note: 'Too many complaints' })
  expect(await readCampaign(home.browser, id)).toMatchObject({ platform: { note: 'Too many complaints' } })
  for (const verb of ['resume', 'pause']) {
    const refused = await home.browser.post(`/api/v1/campaigns/${id}/${verb}`, {})
    expect([verb, refused.statusCode, refused.json().code]).toEqual([verb, 409, 'campaign_held'])
  }
  expect((await campaigns.reached(home)).length).toBeLessThan(60)
  expect((await platform.remove(`/api/v1/admin/campaigns/${id}/hold`)).json()).toMatchObject({ pauseReason: 'manual' })
  await act(home.browser, id, 'resume')
  await inState(home.browser, id, 'completed')
  expect(await campaigns.reached(home)).toEqual(phones)
  const logged = await world.deps.database.db
    .select({ action: auditLogs.action })
    .from(auditLogs)
    .where(eq(auditLogs.companyId, home.company.id))
  expect(logged.map(({ action }) => action)).toEqual(expect.arrayContaining(['campaign.hold', 'campaign.release']))
})

test('a limit of the platform slows a campaign down whatever its company says', async () => {
  const home = await campaigns.home({ throughput: 500 })
  const people = await campaigns.people(home, 60)
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  const campaign = await draft(home, people, { start: { kind: 'at', at: inAnHour, timezone: 'UTC' } })
  startAll()
  await launch(home.browser, campaign)
  await inState(home.browser, campaign.id, 'scheduled')
  const limited = await platform.put(`/api/v1/admin/campaigns/${campaign.id}/throttle`, {
    ...{ perSecond: 2, reason: 'Complaints' },
  })
  expect(limited.json(), limited.body).toMatchObject({ perSecond: 2 })
  const { db } = world.deps.database
  await db.execute(sql`update campaigns set starts_at = now(), wake_at = now() where id = ${campaign.id}`)
  await db.execute(sql`update campaign_recipients set not_before = now() where campaign_id = ${campaign.id}`)
  await eventually(async () => (await campaigns.reached(home)).length > 0)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect((await campaigns.reached(home)).length).toBeLessThan(40)
  await platform.put(`/api/v1/admin/campaigns/${campaign.id}/throttle`, { perSecond: null, reason: 'All good' })
  await inState(home.browser, campaign.id, 'completed')
})

test('the first campaign of a new company waits for a person where the platform says so, and starts once approved', async () => {
  await set({ manyRecipients: 50, failurePercent: 10, holdRisky: true })
  const before = await countOpen()
  const home = await campaigns.home()
  startAll()
  const { id, phones } = await begin(home)
  expect(await readCampaign(home.browser, id)).toMatchObject({ state: 'paused', pauseReason: 'review' })
  expect((await home.browser.post(`/api/v1/campaigns/${id}/resume`, {})).json().code).toBe('campaign_held')
  expect(await read(id)).toMatchObject({ risks: ['first_campaign', 'many_recipients'], recipients: 0 })
  expect(await countOpen()).toBe(before + 1)
  expect((await review(id, 'approved')).statusCode).toBe(200)
  await inState(home.browser, id, 'completed')
  expect(await campaigns.reached(home)).toEqual(phones)
  expect((await read(id)).history.map(({ state }) => state)).toEqual(['approved', 'approved'])
  expect((await review(id, 'approved')).statusCode).toBe(409)
})

test('a campaign that is held and released while it waits for its review still waits for it', async () => {
  await set({ manyRecipients: 50, failurePercent: 10, holdRisky: true })
  const home = await campaigns.home()
  const { id } = await begin(home)
  expect(await readCampaign(home.browser, id)).toMatchObject({ state: 'paused', pauseReason: 'review' })
  const path = `/api/v1/admin/campaigns/${id}/hold`
  expect((await platform.post(path, { reason: 'A question to the company' })).json()).toMatchObject({
    pauseReason: 'held',
  })
  expect((await platform.remove(path)).json()).toMatchObject({ state: 'paused', pauseReason: 'review' })
  expect((await home.browser.post(`/api/v1/campaigns/${id}/resume`, {})).json().code).toBe('campaign_held')
})

test('a campaign of which many messages fail is listed once, and held by whoever decides so', async () => {
  const home = await campaigns.home({ throughput: 20 })
  startAll()
  const { id } = await begin(home)
  await eventually(async () => (await campaigns.reached(home)).length > 2)
  const place = { companyId: home.company.id, campaignId: id, channelId: newId(), hour: new Date() }
  await world.deps.database.db.insert(campaignCounts).values([
    { ...place, measure: 'failed', n: 90 },
    { ...place, measure: 'queued', n: 100 },
  ])
  await findFailures(systemCtx(world.deps, 'test'))
  await findFailures(systemCtx(world.deps, 'test'))
  expect((await read(id)).risks).toContain('failures')
  expect((await review(id, 'paused')).json()).toMatchObject({ state: 'paused', pauseReason: 'held', risks: [] })
  await findFailures(systemCtx(world.deps, 'test'))
  expect((await read(id)).risks).toEqual([])
})
