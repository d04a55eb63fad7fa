import { randomUUID } from 'node:crypto'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { createLeases } from '#server/jobs/leases.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import {
  act,
  type CampaignHome,
  campaignsOf,
  draft,
  inState,
  launch,
  readCampaign,
} from '#server/test/campaign-runs.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { foldAll, startEngine } from './engine.ts'
import { noteAnswers, noteOptOut } from './queries/answers.ts'

let world: WhatsappWorld
let campaigns: ReturnType<typeof campaignsOf>
let running: { stop: () => Promise<void> }[] = []

beforeEach(async () => {
  world = await startWhatsappWorld()
  campaigns = campaignsOf(world)
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

test('everyone of an audience gets the message once, with their own values, and the counts say so', async () => {
  const home = await campaigns.home()
  const people = await campaigns.people(home, 120)
  const campaign = await draft(home, people)
  startAll()
  const processor = startProcessor(world.deps)
  running.push(processor)
  await launch(home.browser, campaign)
  const done = await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
  expect(done.state).toBe('completed')
  expect(done.waterfall).toMatchObject({ matched: 120, duplicates: 0, willSend: 120 })
  expect(await campaigns.reached(home)).toEqual(people.map(({ phone }) => phone).toSorted())
  await foldAll(world.deps)
  expect((await readCampaign(home.browser, campaign.id)).counts).toMatchObject({
    ...{ recipients: 120, pending: 0, queued: 120, sent: 120, failed: 0, skipped: 0 },
  })
  const { rows } = await world.deps.database.db.execute<{ body: string; status: string }>(sql`
    select m.body, c.status from messages m join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
    where m.company_id = ${home.company.id} limit 1`)
  expect(rows[0]).toEqual({ body: 'Olá Pessoa, tem novidade.', status: 'resolved' })
})

test('a campaign that reads as completed adds up, however late its sums are folded elsewhere', async () => {
  const home = await campaigns.home()
  const people = await campaigns.people(home, 20)
  await createLeases(world.deps.database.pool, 'elsewhere', 3600).acquire(['campaigns:facts'])
  startAll()
  const campaign = await launch(home.browser, await draft(home, people))
  const done = await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
  expect(done).toMatchObject({
    state: 'completed',
    counts: { recipients: 20, pending: 0, queued: 20, sent: 20, failed: 0, skipped: 0 },
  })
})

test('a pause takes back what waits, and going on sends it once', async () => {
  const home = await campaigns.home({ throughput: 20 })
  const people = await campaigns.people(home, 60)
  const campaign = await draft(home, people, { perSecond: 20 })
  startAll()
  await launch(home.browser, campaign)
  await eventually(async () => (await campaigns.reached(home)).length > 5)
  const paused = await act(home.browser, campaign.id, 'pause')
  expect(paused).toMatchObject({ state: 'paused', pauseReason: 'manual' })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const before = await campaigns.reached(home)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await campaigns.reached(home)).toEqual(before)
  expect(before.length).toBeLessThan(60)
  const slower = async (version: number) =>
    (
      await home.browser.patch(`/api/v1/campaigns/${campaign.id}`, {
        ...{ version, schedule: { ...campaign.schedule, perSecond: 19 } },
      })
    ).json()
  expect((await slower(paused.version)).schedule.perSecond).toBe(19)
  const resumed = await act(home.browser, campaign.id, 'resume')
  expect((await slower(paused.version)).code).toBe('conflict')
  expect((await slower(resumed.version)).code).toBe('state_invalid')
  await inState(home.browser, campaign.id, 'completed')
  expect(await campaigns.reached(home)).toEqual(people.map(({ phone }) => phone).toSorted())
})

test('whoever stops marketing, is blocked or gone before their turn gets nothing', async () => {
  const home = await campaigns.home()
  const { db } = world.deps.database
  await db.update(templates).set({ category: 'MARKETING' }).where(eq(templates.companyId, home.company.id))
  const people = await campaigns.people(home, 10)
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  const campaign = await draft(home, people, { start: { kind: 'at', at: inAnHour, timezone: 'UTC' } })
  running.push(startEngine(world.deps))
  await launch(home.browser, campaign)
  await inState(home.browser, campaign.id, 'scheduled')
  const [denied, blocked, gone, unasked] = people
  const set = (id: string | undefined, values: Partial<typeof contacts.$inferInsert>) =>
    db
      .update(contacts)
      .set(values)
      .where(eq(contacts.id, id ?? ''))
  await set(denied?.id, { marketing: 'denied' })
  await set(unasked?.id, { marketing: 'unknown' })
  await set(blocked?.id, { blockedAt: new Date() })
  await set(gone?.id, { deletedAt: new Date() })
  await db.execute(sql`update campaigns set starts_at = now(), wake_at = now() where id = ${campaign.id}`)
  await db.execute(sql`update campaign_recipients set not_before = now() where campaign_id = ${campaign.id}`)
  running.push(startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
  const done = await inState(home.browser, campaign.id, 'completed')
  expect(done.counts).toMatchObject({ recipients: 10, queued: 6, skipped: 4, pending: 0 })
  expect(await campaigns.reached(home)).toHaveLength(6)
})

test('a campaign that waits for its time can be put off, and nothing else of what was examined changes', async () => {
  const home = await campaigns.home()
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)
  const startIn = (hours: number) => ({ kind: 'at', at: at(hours), timezone: 'UTC' })
  const campaign = await draft(home, await campaigns.people(home, 2), { start: startIn(2) })
  const { id } = campaign
  running.push(startEngine(world.deps))
  await launch(home.browser, campaign)
  const waiting = await inState(home.browser, id, 'scheduled')
  const change = async (part: object) => {
    const now = await readCampaign(home.browser, id)
    return home.browser.patch(`/api/v1/campaigns/${id}`, { version: now.version, ...part })
  }
  const { schedule, content } = waiting
  const later = await change({ schedule: { ...schedule, start: startIn(3) } })
  expect([later.statusCode, later.json().startsAt.slice(0, 16)]).toEqual([200, at(3)])
  const { rows } = await world.deps.database.db.execute<{ at: string }>(
    sql`select to_char(wake_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as at from campaigns where id = ${id}`,
  )
  expect(rows[0]?.at).toBe(at(3))
  for (const refused of [
    { schedule: { ...schedule, start: startIn(1) } },
    { schedule: { ...schedule, start: { ...startIn(4), kind: 'recurring', rule: 'FREQ=DAILY' } } },
    { content: { ...content, variants: [] } },
  ])
    expect((await change(refused)).json().code).toBe('state_invalid')
})

test("two companies' numbers of one portfolio share its limit of people in a day", async () => {
  const homes = [await campaigns.home(), await campaigns.home()]
  const { db } = world.deps.database
  await db.execute(sql`delete from portfolio_reaches`)
  await db.execute(sql`update channels set messaging_limit = 'TIER_50'`)
  startAll()
  const launched: { home: CampaignHome; campaign: Campaign }[] = []
  for (const home of homes) {
    const people = await campaigns.people(home, 40)
    const campaign = await draft(home, people)
    await launch(home.browser, campaign)
    launched.push({ home, campaign })
  }
  const ended = await Promise.all(
    launched.map(({ home, campaign }) => inState(home.browser, campaign.id, 'paused', 'completed')),
  )
  expect(ended.some(({ pauseReason, resumesAt }) => pauseReason === 'limit_reached' && resumesAt !== null)).toBe(true)
  await eventually(async () => (await Promise.all(homes.map(campaigns.reached))).flat().length === 49)
})

/** Has the next rounds of a campaign fail in the database for a reason; whoever it was for takes it away. */
const failing = async (campaignId: string, { rounds, code }: { rounds: number; code: string }) => {
  const { pool } = world.deps.database
  await pool.query(`create sequence failed_rounds;
    create function fail_round() returns trigger language plpgsql as $$ begin
      if nextval('failed_rounds') <= ${rounds} then raise exception 'not now' using errcode = '${code}'; end if;
      return new;
    end $$;
    create trigger fail_round before update on campaign_waves for each row
      when (new.campaign_id = '${campaignId}') execute function fail_round()`)
  return () => pool.query(`drop function fail_round cascade; drop sequence failed_rounds`)
}

test.each([
  ['is away or busy for long, a campaign goes on once it is back', '40P01', 'completed'],
  ['refuses what a campaign does again and again, it ends as failed', 'P0001', 'failed'],
])('when the database %s', async (_name, code, state) => {
  const home = await campaigns.home()
  const people = await campaigns.people(home, 5)
  const campaign = await draft(home, people)
  const end = await failing(campaign.id, { rounds: 10, code })
  try {
    startAll()
    await launch(home.browser, campaign)
    await inState(home.browser, campaign.id, state)
  } finally {
    await end()
  }
  expect(await campaigns.reached(home)).toHaveLength(state === 'failed' ? 0 : 5)
})

test('canceling ends a campaign, and counts whom it does not reach any more', async () => {
  const home = await campaigns.home({ throughput: 10 })
  const people = await campaigns.people(home, 80)
  const campaign = await draft(home, people, { perSecond: 10 })
  startAll()
  await launch(home.browser, campaign)
  await eventually(async () => (await campaigns.reached(home)).length > 3)
  await act(home.browser, campaign.id, 'cancellation')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { counts, state } = await readCampaign(home.browser, campaign.id)
  expect(state).toBe('canceled')
  expect(counts.queued + counts.canceled).toBe(80)
  expect(await campaigns.reached(home)).toHaveLength(counts.queued)
})

test('a template that is paused meanwhile holds the campaign, which goes on alone once it is approved again', async () => {
  const home = await campaigns.home({ throughput: 30 })
  const people = await campaigns.people(home, 90)
  const campaign = await draft(home, people, { perSecond: 30, stops: { failures: null } })
  const setStatus = async (status: string) => {
    await world.deps.database.db.update(templates).set({ status }).where(eq(templates.companyId, home.company.id))
    world.deps.bus.publish('templates.changed', { accountId: home.channel.waAccountId })
  }
  startAll()
  await launch(home.browser, campaign)
  await eventually(async () => (await campaigns.reached(home)).length > 5)
  await setStatus('PAUSED')
  expect((await inState(home.browser, campaign.id, 'paused')).pauseReason).toBe('template_paused')
  expect((await campaigns.reached(home)).length).toBeLessThan(90)
  await setStatus('APPROVED')
  await inState(home.browser, campaign.id, 'completed')
  expect(await campaigns.reached(home)).toEqual(people.map(({ phone }) => phone).toSorted())
  await foldAll(world.deps)
  expect((await readCampaign(home.browser, campaign.id)).counts).toMatchObject({ queued: 90, sent: 90, failed: 0 })
})

test('an answer within three days counts once, and a word that stops marketing as an opt-out', async () => {
  const home = await campaigns.home()
  const people = await campaigns.people(home, 3)
  const campaign = await draft(home, people)
  startAll()
  running.push(startProcessor(world.deps))
  await launch(home.browser, campaign)
  await inState(home.browser, campaign.id, 'completed')
  const [one] = people
  const { db } = world.deps.database
  const { rows } = await db.execute<{ at: string }>(sql`
    select occurred_at::text as at from messages where company_id = ${home.company.id} and contact_id = ${one?.id}`)
  const at = new Date(rows[0]?.at ?? 0)
  const answer = {
    ...{ companyId: home.company.id, contactId: one?.id ?? '', at: new Date(at.getTime() + 60_000) },
    ...{ messageId: randomUUID(), replyToWamid: null, button: 'Quero' },
  }
  await noteAnswers(world.deps.database, [answer])
  await noteAnswers(world.deps.database, [answer])
  await noteAnswers(world.deps.database, [{ ...answer, at: new Date(at.getTime() + 80 * 3_600_000) }])
  await noteOptOut(world.deps.database, { ...answer, at: answer.at })
  await noteOptOut(world.deps.database, { ...answer, at: answer.at })
  expect((await readCampaign(home.browser, campaign.id)).counts).toMatchObject({ replied: 1, optedOut: 1 })
})
