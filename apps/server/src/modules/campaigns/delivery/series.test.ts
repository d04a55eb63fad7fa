import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccessBlock } from '@recado/contracts'
import type { Campaign, CampaignSeries, CampaignSummary } from '@recado/contracts/campaigns/campaigns'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CompanyCtx, systemCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { toWallClock } from '#server/lib/zone.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { createBrowser } from '#server/test/browser.ts'
import {
  act,
  type CampaignHome,
  campaignsOf,
  draft,
  inState,
  launch,
  readCampaign,
} from '#server/test/campaign-runs.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import { addMember, createUser, signIn } from '#server/test/factories.ts'
import { startProgram } from '#server/test/program.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { startEngine } from './engine.ts'
import { wake } from './steps/run.ts'

let world: WhatsappWorld
beforeAll(async () => {
  world = await startWhatsappWorld({ UNKNOWN_SETTLE_SECONDS: '3' })
})
afterAll(async () => {
  await world.forgetSends()
  await world.close()
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const timezone = 'America/Sao_Paulo'

/** A draft that repeats by a rule, from the minute that was so long ago on. */
const repeating = (home: CampaignHome, people: { id: string }[], rule = 'FREQ=DAILY', ago = DAY) => {
  const first = toWallClock(new Date(Date.now() - ago), timezone)
    .toISOString()
    .slice(0, 16)
  return draft(home, people, { start: { kind: 'recurring', rule, at: first, timezone } })
}

/** Lets the engine's part for one campaign run by a clock of the test. */
const lookAt = (home: CampaignHome, id: string, now: Date): Promise<void> => {
  const member = { role: 'admin' as const, grants: [], visibility: 'all' as const }
  const company = { id: home.company.id, name: '', timezone, accessBlocks: [], member }
  const ctx: CompanyCtx = { ...systemCtx({ ...world.deps, now: () => now }, 'campaigns'), company }
  return wake(ctx, id)
}

const campaignsIn = async ({ browser }: CampaignHome, series: Campaign): Promise<CampaignSummary[]> =>
  (await browser.get(`/api/v1/campaigns?seriesId=${series.id}`)).json().data

const seriesOf = async ({ browser }: CampaignHome, { id }: Campaign): Promise<CampaignSeries> =>
  (await browser.get(`/api/v1/campaigns/${id}/series`)).json()

const after = (instant: string | null, ms: number) => new Date(Date.parse(instant ?? '') + ms)

/** Has a series come to its next time, and looks at the campaign that it made. */
const come = async (home: CampaignHome, series: Campaign, late = MINUTE): Promise<CampaignSummary> => {
  const { startsAt } = await readCampaign(home.browser, series.id)
  const now = after(startsAt, late)
  await lookAt(home, series.id, now)
  const [made] = await campaignsIn(home, series)
  if (!made) throw new Error('The series made no campaign')
  await lookAt(home, made.id, now)
  return { ...made, ...(await readCampaign(home.browser, made.id)) }
}

/** Makes it the time of a series now. */
const makeDue = ({ id }: Campaign) =>
  world.deps.database.db.execute(sql`
    update campaigns set starts_at = starts_at - interval '1 day', wake_at = now() where id = ${id}`)

const countMessages = async (campaignIds: string[]) => {
  const { rows } = await world.deps.database.db.execute<{ n: number; people: number }>(sql`
    select count(*)::int as n, count(distinct (campaign_id, contact_id))::int as people from messages
    where campaign_id = any(${sql.param(campaignIds)}::uuid[])`)
  return rows[0]
}

test('each time of a series is a campaign of its own, to everyone who is of its audience then', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const people = await campaigns.people(home, 6)
  const { db } = world.deps.database
  const tag = (await home.browser.post('/api/v1/tags', { name: 'Weekly', color: 'blue' })).json()
  const file = (ids: string[]) =>
    db.execute(sql`update contacts set tag_ids = array[${tag.id}::uuid] where id = any(${sql.param(ids)}::uuid[])`)
  const made = await repeating(home, people)
  const changed = await home.browser.patch(`/api/v1/campaigns/${made.id}`, {
    version: made.version,
    audience: { sources: [{ kind: 'tags', ids: [tag.id] }] },
  })
  const preflight = (await home.browser.post(`/api/v1/campaigns/${made.id}/preflight`, {})).json()
  expect(preflight.blocking).toEqual([])
  expect(preflight.occurrences).toHaveLength(5)
  // Nobody is of its audience today, which does not bring its start forward.
  expect([preflight.waterfall.willSend, preflight.startsAt]).toEqual([0, preflight.occurrences[0]])
  await file(people.slice(0, 4).map(({ id }) => id))
  const series = await launch(home.browser, changed.json())
  expect(series).toMatchObject({ state: 'scheduled', series: true, startsAt: preflight.occurrences[0] })

  await makeDue(series)
  const running = [startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 })]
  const [first] = await eventually(async () => {
    const found = await campaignsIn(home, series)
    return found.length > 0 && found
  })
  const day = toWallClock(after(series.startsAt, -DAY), timezone).toISOString().slice(0, 10)
  expect(first).toMatchObject({ name: `News (${day})`, series: false, seriesId: series.id })
  await inState(home.browser, first?.id ?? '', 'completed')
  expect((await readCampaign(home.browser, series.id)).startsAt).toBe(series.startsAt)

  await file(people.map(({ id }) => id))
  await db.execute(sql`update campaigns set occurs_at = occurs_at - interval '1 day' where id = ${first?.id ?? ''}`)
  await makeDue(series)
  const both = await eventually(async () => {
    const found = await campaignsIn(home, series)
    const sent = found.reduce((sum, { counts }) => sum + counts.sent, 0)
    return sent === 10 && found.every(({ state }) => state === 'completed') && found
  })
  await Promise.all(running.map((one) => one.stop()))
  expect(both.map(({ counts }) => counts.sent).toSorted()).toEqual([4, 6])
  const { counts, campaigns: count, next } = await seriesOf(home, series)
  expect([counts.recipients, counts.sent, count, next]).toEqual([10, 10, 2, preflight.occurrences])
  expect(await countMessages(both.map(({ id }) => id))).toEqual({ n: 10, people: 10 })
})

test('a time is used once, whatever clocks do, and of times that were missed the last one waits for a person', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const series = await launch(home.browser, await repeating(home, await campaigns.people(home, 2)))
  const first = after(series.startsAt, 0)
  await lookAt(home, series.id, after(series.startsAt, -MINUTE))
  expect(await campaignsIn(home, series)).toEqual([])
  const one = await come(home, series)
  expect(one).toMatchObject({ state: 'validating', startsAt: first.toISOString() })
  // The clock is set back, and the series is stopped and goes on by it.
  await lookAt(home, series.id, after(series.startsAt, -HOUR))
  await lookAt(home, series.id, first)
  await act(home.browser, series.id, 'pause')
  const resumed = await act(home.browser, series.id, 'resume')
  expect(resumed.startsAt).toBe(first.toISOString())
  await lookAt(home, series.id, after(series.startsAt, MINUTE))
  expect(await campaignsIn(home, series)).toHaveLength(1)

  // Nothing ran for days, to a little after the last of their times.
  const late = await come(home, series, 2 * DAY + 59 * MINUTE)
  expect(late).toMatchObject({ state: 'validating', startsAt: after(series.startsAt, 3 * DAY).toISOString() })
  expect(await campaignsIn(home, series)).toHaveLength(2)
  const tooLate = await come(home, series, 2 * DAY + HOUR)
  expect(tooLate).toMatchObject({
    ...{ state: 'paused', pauseReason: 'blocked', startsAt: after(series.startsAt, 6 * DAY).toISOString() },
    blocking: [{ name: 'schedule_past', facts: {} }],
  })
  expect(await campaignsIn(home, series)).toHaveLength(3)
  expect((await readCampaign(home.browser, series.id)).startsAt).toBe(after(series.startsAt, 7 * DAY).toISOString())
  // Who wants it sent anyway can.
  expect(await act(home.browser, tooLate.id, 'resume')).toMatchObject({ pauseReason: null, blocking: [] })
})

test('a series ends with its rule, or when a person ends it, and one without a time left is not launched', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const people = await campaigns.people(home, 1)
  const twice = await launch(home.browser, await repeating(home, people, 'FREQ=DAILY;COUNT=4'))
  await come(home, twice)
  expect(await readCampaign(home.browser, twice.id)).toMatchObject({ state: 'scheduled' })
  await come(home, twice)
  expect(await readCampaign(home.browser, twice.id)).toMatchObject({ state: 'completed' })
  expect(await seriesOf(home, twice)).toMatchObject({ campaigns: 2, next: [] })

  const ended = await launch(home.browser, await repeating(home, people))
  const paused = await act(home.browser, ended.id, 'pause')
  await lookAt(home, ended.id, after(paused.startsAt, MINUTE))
  expect(await campaignsIn(home, ended)).toEqual([])
  await act(home.browser, ended.id, 'resume')
  const running = await come(home, ended)
  await act(home.browser, ended.id, 'cancellation')
  await lookAt(home, ended.id, after(paused.startsAt, 3 * DAY))
  expect(await campaignsIn(home, ended)).toHaveLength(1)
  expect(await readCampaign(home.browser, running.id)).toMatchObject({ state: 'validating' })

  for (const [rule, finding] of [
    ['FREQ=DAILY;COUNT=1', 'schedule_past'],
    ['FREQ=HOURLY', 'recurrence_invalid'],
  ] as const) {
    const { id, version } = await repeating(home, people, rule)
    const refused = await home.browser.post(`/api/v1/campaigns/${id}/launch`, { version, clientKey: `refused-${rule}` })
    expect([refused.statusCode, refused.json().data?.findings ?? refused.json().findings]).toEqual([
      422,
      [expect.objectContaining({ name: finding })],
    ])
  }
})

test('what is in the way at its time holds one back alone, and it can be sent once that is mended', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const series = await launch(home.browser, await repeating(home, await campaigns.people(home, 2)))
  const { db } = world.deps.database
  const setStatus = (status: string) =>
    db.update(templates).set({ status }).where(eq(templates.companyId, home.company.id))
  await setStatus('PAUSED')
  const held = await come(home, series)
  expect(held).toMatchObject({
    ...{ state: 'paused', pauseReason: 'blocked' },
    blocking: [{ name: 'template_paused', facts: { template: 'news', language: 'pt_BR' } }],
  })
  expect(await readCampaign(home.browser, series.id)).toMatchObject({ state: 'scheduled' })
  const refused = await home.browser.post(`/api/v1/campaigns/${held.id}/resume`, {})
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'campaign_not_ready'])
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from jobs where name = 'product_notifications.campaign_paused'
      and input::text like ${`%${held.id}%`}`)
  expect(rows[0]?.n).toBe(1)
  await setStatus('APPROVED')
  expect(await act(home.browser, held.id, 'resume')).toMatchObject({ pauseReason: null, blocking: [] })
  expect(await come(home, series)).toMatchObject({ state: 'validating' })
})

test('a series stops when who launched it, or the company, may no longer send, and goes on for who resumes it', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const user = await createUser(world.deps, { name: 'Bia', totpConfirmedAt: new Date() })
  await addMember(world.deps, home.company.id, user.id, {
    ...{ role: 'member', grants: ['campaigns.launch', 'campaigns.write', 'contacts.pii'] },
  })
  const browser = createBrowser(world.app)
  browser.use(await signIn(world.deps, user.id, home.company.id))
  const made = await repeating(home, await campaigns.people(home, 2))
  const series = await launch(browser, made)
  const { db } = world.deps.database
  await db.execute(sql`update company_members set grants = '{}' where user_id = ${user.id}`)
  await lookAt(home, series.id, after(series.startsAt, MINUTE))
  expect(await readCampaign(home.browser, series.id)).toMatchObject({ state: 'paused', pauseReason: 'access_revoked' })
  expect(await campaignsIn(home, series)).toEqual([])
  await act(home.browser, series.id, 'resume')
  expect(await come(home, series)).toMatchObject({ state: 'validating' })

  const setBlocks = (accessBlocks: AccessBlock[]) =>
    db.update(companies).set({ accessBlocks }).where(eq(companies.id, home.company.id))
  await setBlocks(['integrations', 'whatsapp_chat'])
  const { rows } = await db.execute<{ startsAt: string }>(sql`
    select starts_at::text as "startsAt" from campaigns where id = ${series.id}`)
  await lookAt(home, series.id, after(rows[0]?.startsAt ?? '', MINUTE))
  await setBlocks(['integrations', 'whatsapp_chat', 'bulk_sending'])
  expect(await readCampaign(home.browser, series.id)).toMatchObject({ state: 'paused', pauseReason: 'access_revoked' })
  expect(await campaignsIn(home, series)).toHaveLength(1)
})

test('one that reaches many more than when the series was launched waits until a colleague approves it', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const colleague = await createUser(world.deps, { name: 'Caio', totpConfirmedAt: new Date() })
  await addMember(world.deps, home.company.id, colleague.id, { role: 'member', grants: ['campaigns.launch'] })
  const browser = createBrowser(world.app)
  browser.use(await signIn(world.deps, colleague.id, home.company.id))
  const list = (await home.browser.post('/api/v1/lists', { name: 'Everyone' })).json()
  const people = await campaigns.people(home, 2)
  const join = (ids: string[]) =>
    world.deps.database.db.execute(sql`
      insert into contact_list_members (company_id, list_id, contact_id, source)
      select ${home.company.id}, ${list.id}, id, 'manual' from unnest(${sql.param(ids)}::uuid[]) id`)
  await join(people.map(({ id }) => id))
  const made = await repeating(home, people)
  const changed = await home.browser.patch(`/api/v1/campaigns/${made.id}`, {
    version: made.version,
    audience: { sources: [{ kind: 'lists', ids: [list.id] }] },
  })
  const series = await launch(home.browser, changed.json())
  expect(series.approval.needed).toBe(false)
  for (const count of [5001, 5001]) await join((await campaigns.people(home, count)).map(({ id }) => id))
  await world.deps.database.db.execute(sql`analyze`)

  const waiting = await come(home, series)
  expect(waiting).toMatchObject({ state: 'scheduled', approval: { needed: true, approvedBy: null } })
  const own = { version: (await readCampaign(home.browser, waiting.id)).version, approved: true }
  expect((await home.browser.post(`/api/v1/campaigns/${waiting.id}/approval`, own)).json().code).toBe('own_approval')
  expect(await act(browser, waiting.id, 'approval', own)).toMatchObject({
    approval: { approvedBy: { id: colleague.id } },
  })
  // Refused, it does not come back as a draft: the series has the next one.
  const next = await come(home, series)
  const { version } = await readCampaign(home.browser, next.id)
  expect(await act(browser, next.id, 'approval', { version, approved: false })).toMatchObject({ state: 'canceled' })
  // A series that was approved itself for so many needs no more of it, and does for far more.
  const approveFor = (recipients: number) =>
    world.deps.database.db.execute(sql`
      update campaigns set approved_at = now(), approval_for = ${recipients} where id = ${series.id}`)
  await approveFor(9500)
  expect(await come(home, series)).toMatchObject({ state: 'validating', approval: { needed: false } })
  await approveFor(9000)
  expect(await come(home, series)).toMatchObject({ state: 'scheduled', approval: { needed: true } })
})

test('a series whose process is killed again and again makes each campaign once, and reaches everyone once', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home({ throughput: 60 })
  const series = await launch(home.browser, await repeating(home, await campaigns.people(home, 20)))
  await makeDue(series)
  const dataDir = await mkdtemp(join(inject('folder'), 'series-'))
  for (const statements of [12, 30, 60]) {
    const most = String(randomInt(statements, 2 * statements))
    const args = [await testDatabaseUrl(), dataDir, world.sandbox.graphUrl, most]
    const child = startProgram('campaign-process', args)
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    await world.deps.database.pool.query('update leases set until = now()')
  }
  const running = [startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 })]
  const [made] = await eventually(async () => {
    const found = await campaignsIn(home, series)
    return found.some(({ state }) => state.startsWith('completed')) && found
  })
  await Promise.all(running.map((one) => one.stop()))
  expect(await campaignsIn(home, series)).toHaveLength(1)
  expect(await countMessages([made?.id ?? ''])).toEqual({ n: 20, people: 20 })
  expect((await world.control.log()).repeated).toEqual([])
}, 600_000)
