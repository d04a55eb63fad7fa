import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FaultWorld, startFaultWorld } from '#server/test/campaign-faults.ts'
import { act, draft, inState, launch } from '#server/test/campaign-runs.ts'
import { eventually } from '#server/test/whatsapp-world.ts'

let world: FaultWorld
beforeAll(async () => {
  world = await startFaultWorld()
})
afterEach(async () => {
  await world.calm()
  await world.rest()
})
afterAll(() => world.close())

const PEOPLE = 60
const run = (statement: SQL) => world.deps.database.db.execute(statement)

const underWay = async (schedule: object = {}, atOnce = 10) => {
  const home = await world.home({ throughput: 20 })
  const people = await world.people(home, PEOPLE)
  const campaign = await launch(
    home.browser,
    await draft(home, people, { perSecond: 20, stops: { failures: null }, ...schedule }),
  )
  world.work()
  await eventually(async () => (await world.phones(home)).length >= atOnce)
  return { home, campaign, phones: people.map(({ phone }) => phone).toSorted() }
}

type Fault = { name: string; begin: () => Promise<unknown>; end: () => Promise<unknown>; lasts: () => Promise<unknown> }

const settings = (change: Parameters<FaultWorld['control']['settings']>[0]) => () => world.control.settings(change)
/** Until so many messages are in a state of the sender's. */
const until =
  (condition: SQL, count = 3) =>
  () =>
    eventually(async () => (await run(sql`select 1 from outbound_sends where ${condition}`)).rows.length >= count)
const sent = (n: number) => async () => {
  const { total } = await world.control.log()
  return eventually(async () => (await world.control.log()).total >= total + n)
}

const faults: Fault[] = [
  {
    ...{ name: 'it answers 500 for a while', begin: settings({ sendError: 1 }), end: settings({ sendError: 0 }) },
    lasts: until(sql`attempts > 0 and state = 0`),
  },
  {
    ...{ name: 'it takes messages and hangs up', begin: settings({ noAnswer: 1 }), end: settings({ noAnswer: 0 }) },
    lasts: sent(10),
  },
  {
    ...{ name: 'it answers too late', begin: settings({ latencyMs: 2500 }), end: settings({ latencyMs: 0 }) },
    lasts: until(sql`state = 2`),
  },
  {
    ...{ name: 'it lets fewer messages pass', begin: settings({ messagesPerSecond: 1 }) },
    // However slowly this machine sends, one of them comes too early.
    ...{ end: settings({ messagesPerSecond: 0 }), lasts: until(sql`slowed > 0`, 1) },
  },
  {
    ...{ name: 'its statuses come late, twice and in any order' },
    begin: settings({ duplicate: 0.5, reorder: 0.5, delayMs: 500 }),
    ...{ end: settings({ duplicate: 0, reorder: 0, delayMs: 0 }), lasts: sent(20) },
  },
]

test.each(faults)(
  'everyone gets it once and is counted once when, on its way, $name',
  async ({ begin, lasts, end }) => {
    const { home, campaign, phones } = await underWay()
    await begin()
    await lasts()
    await end()
    await world.done(home, campaign)
    expect(await world.phones(home)).toEqual(phones)
    // Whatever was in doubt is certain once the statuses have come.
    await eventually(async () => (await world.sums(home, campaign)).read === PEOPLE)
    expect(await world.sums(home, campaign)).toMatchObject({
      ...{ recipients: PEOPLE, queued: PEOPLE, sent: PEOPLE, delivered: PEOPLE, failed: 0, skipped: 0 },
    })
  },
)

test('too many failures stop it, and another try reaches those who failed once that is mended', async () => {
  const home = await world.home({ throughput: 20 })
  const people = await world.people(home, PEOPLE)
  // Numbers for which the stand-in fails.
  await run(sql`update contacts set phone = left(phone, -4) || '1053' where company_id = ${home.company.id}
    and id = any(${sql.param(people.slice(0, PEOPLE / 2).map(({ id }) => id))}::uuid[])`)
  const stops = { failures: { percent: 20, of: 20 } }
  const campaign = await launch(home.browser, await draft(home, people, { perSecond: 20, stops }))
  world.work()
  expect((await inState(home.browser, campaign.id, 'paused')).pauseReason).toBe('error_rate')
  expect((await world.phones(home)).length).toBeLessThan(PEOPLE)
  await world.control.settings({ magicNumbers: false })
  await act(home.browser, campaign.id, 'resume')
  await world.done(home, campaign)
  const { failed } = await world.sums(home, campaign)
  expect(failed).toBeGreaterThan(0)
  await act(home.browser, campaign.id, 'retry', { classes: ['media'], expected: failed })
  await world.done(home, campaign)
  await eventually(async () => (await world.sums(home, campaign)).sent === PEOPLE)
  expect(await world.sums(home, campaign)).toMatchObject({ recipients: PEOPLE, queued: PEOPLE, failed: 0, skipped: 0 })
  const phones = await world.phones(home)
  expect(new Set(phones).size).toBe(PEOPLE)
  expect(phones).toHaveLength(PEOPLE + failed)
})

test('who gets too many messages at once waits and gets it after all, and nobody else waits with them', async () => {
  const home = await world.home({ throughput: 20 })
  const people = await world.people(home, 20)
  // Numbers for which the stand-in says that they get too many.
  const slow = people.slice(0, 4).map(({ id }) => id)
  await run(sql`update contacts set phone = left(phone, -4) || '1056' where id = any(${sql.param(slow)}::uuid[])`)
  const campaign = await launch(home.browser, await draft(home, people, { perSecond: 20 }))
  world.work()
  await until(sql`slowed > 0 and attempts <= 1 and company_id = ${home.company.id}`, 4)()
  await eventually(async () => (await world.sums(home, campaign)).sent === 16)
  expect(await world.phones(home)).toHaveLength(16)
  expect((await inState(home.browser, campaign.id, 'running')).counts.failed).toBe(0)
  await world.control.settings({ magicNumbers: false })
  // Their wait is over.
  await run(sql`update outbound_sends set not_before = now() where company_id = ${home.company.id}`)
  await world.done(home, campaign)
  const { rows } = await run(sql`select phone from contacts where company_id = ${home.company.id} order by phone`)
  expect(await world.phones(home)).toEqual(rows.map(({ phone }) => phone))
  expect(await world.sums(home, campaign)).toMatchObject({
    recipients: 20,
    queued: 20,
    sent: 20,
    failed: 0,
    skipped: 0,
  })
})

test('the database ends every connection on its way: everyone gets it once all the same', async () => {
  const { home, campaign, phones } = await underWay()
  for (let n = 0; n < 3; n++) {
    await run(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`).catch(() => undefined)
    await sent(5)()
  }
  await world.done(home, campaign)
  expect(await world.phones(home)).toEqual(phones)
  await eventually(async () => (await world.sums(home, campaign)).sent === PEOPLE)
  expect(await world.sums(home, campaign)).toMatchObject({ recipients: PEOPLE, queued: PEOPLE, failed: 0, skipped: 0 })
})

test('a process whose clock is behind goes on with it', async () => {
  const { home, campaign, phones } = await underWay()
  await world.stop()
  const { now } = world.deps
  world.deps.now = () => new Date(now().getTime() - 2 * 3_600_000)
  try {
    world.work()
    await world.done(home, campaign)
  } finally {
    world.deps.now = now
  }
  expect(await world.phones(home)).toEqual(phones)
  expect(await world.sums(home, campaign)).toMatchObject({ recipients: PEOPLE, queued: PEOPLE, failed: 0, skipped: 0 })
})
