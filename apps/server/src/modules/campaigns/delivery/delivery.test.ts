import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { companies } from '#server/db/schema/companies/companies.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { foldAll, startEngine } from './engine.ts'

let world: WhatsappWorld
let running: { stop: () => Promise<void> }[] = []

beforeEach(async () => {
  world = await startWhatsappWorld({}, { statusDelaysMs: { sent: 20, delivered: 40, read: 60 } })
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()))
  running = []
  await world.forgetSends()
  await world.close()
})

const startAll = () => {
  running.push(startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
}

const components = [{ type: 'BODY', text: 'Olá {{1}}, tem novidade.', example: { body_text: [['Bia']] } }]
let phones = 5_581_970_000_000

/** A company with a template, and a browser of its admin. */
const setUp = async (fields: { throughput?: number } = {}) => {
  const home = await world.company({ throughput: 500, ...fields })
  const { db } = world.deps.database
  await db
    .update(companies)
    .set({ accessBlocks: ['integrations', 'bulk_sending'], planBlocks: ['integrations', 'bulk_sending'] })
    .where(eq(companies.id, home.company.id))
  await db.insert(templates).values({
    ...{
      id: newId(),
      companyId: home.company.id,
      waAccountId: home.channel.waAccountId,
      metaId: newId(),
      name: 'news',
    },
    ...{ language: 'pt_BR', category: 'UTILITY', status: 'APPROVED', components },
  })
  await world.control.settings({ windowCheck: false })
  const browser = createBrowser(world.app)
  browser.use(home.headers)
  return { ...home, browser }
}
type Home = Awaited<ReturnType<typeof setUp>>

const addContacts = async ({ company }: Home, count: number) => {
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ companyId: company.id, id: newId(), name: `Pessoa ${n}`, phone: String(phones++) },
  }))
  await world.deps.database.db.insert(contacts).values(rows)
  return rows
}

const noQuiet = { enabled: false, from: '20:00', to: '08:00', sundays: false, zone: 'company' }

const draft = async ({ browser, channel }: Home, ids: string[], schedule: object = {}): Promise<Campaign> => {
  const values = { 'body.1': { from: 'field', field: 'name', format: ['first_name'] } }
  const language = { strategy: 'fixed', language: 'pt_BR' }
  const made = await browser.post('/api/v1/campaigns', {
    name: 'News',
    audience: { sources: [{ kind: 'contacts', ids }] },
    content: {
      channels: [{ channelId: channel.id }],
      variants: [{ key: 'A', template: 'news', language, values, share: 100 }],
    },
    schedule: { quietHours: noQuiet, ...schedule },
  })
  expect(made.statusCode, made.body).toBe(201)
  return made.json()
}

const act = async (browser: Browser, id: string, verb: string, body: object = {}): Promise<Campaign> => {
  const answer = await browser.post(`/api/v1/campaigns/${id}/${verb}`, body)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}
const launch = (browser: Browser, { id, version }: Campaign) =>
  act(browser, id, 'launch', { version, clientKey: `launch-${id}` })
const read = async (browser: Browser, id: string): Promise<Campaign> =>
  (await browser.get(`/api/v1/campaigns/${id}`)).json()
const inState = (browser: Browser, id: string, ...states: string[]) =>
  eventually(async () => {
    const campaign = await read(browser, id)
    return states.includes(campaign.state) && campaign
  })

/** Who got messages at the stand-in, by the sends that it took. */
const reached = async (companyId: string): Promise<string[]> => {
  const { rows } = await world.deps.database.db.execute<{ phone: string }>(sql`
    select ct.phone from messages m join contacts ct on ct.company_id = m.company_id and ct.id = m.contact_id
    where m.company_id = ${companyId} and m.wamid is not null order by 1`)
  return rows.map(({ phone }) => phone)
}

test('everyone of an audience gets the message once, with their own values, and the counts say so', async () => {
  const home = await setUp()
  const people = await addContacts(home, 120)
  const campaign = await draft(
    home,
    people.map(({ id }) => id),
  )
  startAll()
  const processor = startProcessor(world.deps)
  running.push(processor)
  await launch(home.browser, campaign)
  const done = await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
  expect(done.state).toBe('completed')
  expect(done.waterfall).toMatchObject({ matched: 120, duplicates: 0, willSend: 120 })
  expect(await reached(home.company.id)).toEqual(people.map(({ phone }) => phone).toSorted())
  await foldAll(world.deps)
  expect((await read(home.browser, campaign.id)).counts).toMatchObject({
    ...{ recipients: 120, pending: 0, queued: 120, sent: 120, failed: 0, skipped: 0 },
  })
  const { rows } = await world.deps.database.db.execute<{ body: string; status: string }>(sql`
    select m.body, c.status from messages m join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
    where m.company_id = ${home.company.id} limit 1`)
  expect(rows[0]).toEqual({ body: 'Olá Pessoa, tem novidade.', status: 'resolved' })
})

test('a pause takes back what waits, and going on sends it once', async () => {
  const home = await setUp({ throughput: 20 })
  const people = await addContacts(home, 60)
  const campaign = await draft(
    home,
    people.map(({ id }) => id),
    { perSecond: 20 },
  )
  startAll()
  await launch(home.browser, campaign)
  await eventually(async () => (await reached(home.company.id)).length > 5)
  const paused = await act(home.browser, campaign.id, 'pause')
  expect(paused).toMatchObject({ state: 'paused', pauseReason: 'manual' })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const before = await reached(home.company.id)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await reached(home.company.id)).toEqual(before)
  expect(before.length).toBeLessThan(60)
  await act(home.browser, campaign.id, 'resume')
  await inState(home.browser, campaign.id, 'completed')
  expect(await reached(home.company.id)).toEqual(people.map(({ phone }) => phone).toSorted())
})

test('whoever stops marketing, is blocked or gone before their turn gets nothing', async () => {
  const home = await setUp()
  const { db } = world.deps.database
  await db.update(templates).set({ category: 'MARKETING' }).where(eq(templates.companyId, home.company.id))
  const people = await addContacts(home, 10)
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  const campaign = await draft(
    home,
    people.map(({ id }) => id),
    { start: { kind: 'at', at: inAnHour, timezone: 'UTC' } },
  )
  running.push(startEngine(world.deps))
  await launch(home.browser, campaign)
  await inState(home.browser, campaign.id, 'scheduled')
  const [denied, blocked, gone] = people
  const set = (id: string | undefined, values: Partial<typeof contacts.$inferInsert>) =>
    db
      .update(contacts)
      .set(values)
      .where(eq(contacts.id, id ?? ''))
  await set(denied?.id, { marketing: 'denied' })
  await set(blocked?.id, { blockedAt: new Date() })
  await set(gone?.id, { deletedAt: new Date() })
  await db.execute(sql`update campaigns set starts_at = now(), wake_at = now() where id = ${campaign.id}`)
  await db.execute(sql`update campaign_recipients set not_before = now() where campaign_id = ${campaign.id}`)
  running.push(startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
  const done = await inState(home.browser, campaign.id, 'completed')
  expect(done.counts).toMatchObject({ recipients: 10, queued: 7, skipped: 3, pending: 0 })
  expect(await reached(home.company.id)).toHaveLength(7)
})

test("two companies' numbers of one portfolio share its limit of people in a day", async () => {
  const homes = [await setUp(), await setUp()]
  const { db } = world.deps.database
  await db.execute(sql`delete from portfolio_reaches`)
  await db.execute(sql`update channels set messaging_limit = 'TIER_50'`)
  startAll()
  const launched: { home: Home; campaign: Campaign }[] = []
  for (const home of homes) {
    const people = await addContacts(home, 40)
    const campaign = await draft(
      home,
      people.map(({ id }) => id),
    )
    await launch(home.browser, campaign)
    launched.push({ home, campaign })
  }
  const ended = await Promise.all(
    launched.map(({ home, campaign }) => inState(home.browser, campaign.id, 'paused', 'completed')),
  )
  expect(ended.some(({ pauseReason, resumesAt }) => pauseReason === 'limit_reached' && resumesAt !== null)).toBe(true)
  await eventually(
    async () => (await Promise.all(homes.map(({ company }) => reached(company.id)))).flat().length === 50,
  )
})

test('canceling ends a campaign, and counts whom it does not reach any more', async () => {
  const home = await setUp({ throughput: 10 })
  const people = await addContacts(home, 80)
  const campaign = await draft(
    home,
    people.map(({ id }) => id),
    { perSecond: 10 },
  )
  startAll()
  await launch(home.browser, campaign)
  await eventually(async () => (await reached(home.company.id)).length > 3)
  await act(home.browser, campaign.id, 'cancellation')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { counts, state } = await read(home.browser, campaign.id)
  expect(state).toBe('canceled')
  expect(counts.queued + counts.canceled).toBe(80)
  expect(await reached(home.company.id)).toHaveLength(counts.queued)
})
