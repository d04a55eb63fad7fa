import type { PauseReason } from '@recado/contracts/campaigns/campaigns'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/test/browser.ts'
import { type FaultWorld, startFaultWorld } from '#server/test/campaign-faults.ts'
import { act, type CampaignHome, draft, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { addMember, createUser, signIn } from '#server/test/factories.ts'
import { accessToken, eventually } from '#server/test/whatsapp-world.ts'

let world: FaultWorld
beforeAll(async () => {
  world = await startFaultWorld()
  world.work()
})
afterAll(() => world.close())

const PEOPLE = 50
const SLOW = { throughput: 10 }

type Place = { home: CampaignHome; launcher: string; id: string }
type Change = (place: Place) => Promise<unknown>
type Fault = { name: string; reason: PauseReason; change: Change; mend: Change; alone?: true; schedule?: object }

const run = (statement: SQL) => world.deps.database.db.execute(statement)

const setTemplate =
  (change: SQL): Change =>
  async ({ home }) => {
    await run(sql`update templates set ${change} where company_id = ${home.company.id}`)
    world.deps.bus.publish('templates.changed', { accountId: home.channel.waAccountId })
  }

const setChannel =
  (change: SQL): Change =>
  async ({ home }) => {
    await run(sql`update channels set ${change} where id = ${home.channel.id}`)
    world.deps.bus.publish('channel.changed', { channelId: home.channel.id })
  }

const setBlocks =
  (blocks: string): Change =>
  async ({ home }) => {
    await run(sql`update companies set access_blocks = ${blocks}::text[] where id = ${home.company.id}`)
    world.deps.bus.publish('channel.changed', { channelId: home.channel.id })
  }

const setGrants =
  (grants: string): Change =>
  ({ home, launcher }) =>
    run(
      sql`update company_members set grants = ${grants}::text[] where company_id = ${home.company.id} and user_id = ${launcher}`,
    )

const allBlocks = '{integrations,whatsapp_chat,bulk_sending}'
const disconnect: Change = async (place) => {
  const gone = await place.home.browser.remove(`/api/v1/channels/${place.home.channel.id}`)
  expect(gone.statusCode, gone.body).toBeLessThan(300)
}
/** As connecting the number again does. */
const reconnect: Change = async (place) => {
  const { waAccountId } = place.home.channel
  const token = world.deps.sealer.seal(accessToken)
  await run(sql`update wa_accounts set token = ${token} where id = ${waAccountId}`)
  await setChannel(sql`status = 'connected', disconnected_at = null`)(place)
}

const faults: Fault[] = [
  {
    ...{ name: 'its template is paused', reason: 'template_paused', alone: true },
    ...{ change: setTemplate(sql`status = 'PAUSED'`), mend: setTemplate(sql`status = 'APPROVED'`) },
  },
  {
    ...{ name: 'its template is deleted', reason: 'template_paused', alone: true },
    ...{ change: setTemplate(sql`deleted_at = now()`), mend: setTemplate(sql`deleted_at = null`) },
  },
  { ...{ name: 'its number is disconnected', reason: 'channel_down' }, change: disconnect, mend: reconnect },
  {
    ...{ name: 'Meta restricts its number', reason: 'channel_down' },
    ...{ change: setChannel(sql`status = 'restricted'`), mend: setChannel(sql`status = 'connected'`) },
  },
  {
    ...{ name: 'the token of its number expires', reason: 'channel_down' },
    ...{ change: setChannel(sql`status = 'token_expired'`), mend: setChannel(sql`status = 'connected'`) },
  },
  {
    ...{ name: 'its number is downgraded', reason: 'quality' },
    ...{ change: setChannel(sql`quality = 'RED'`), mend: setChannel(sql`quality = 'GREEN'`) },
  },
  {
    ...{ name: 'the platform pauses its number', reason: 'platform' },
    change: setChannel(sql`paused_scope = 'all', paused_reason = 'review'`),
    mend: setChannel(sql`paused_scope = null, paused_reason = null`),
  },
  {
    ...{ name: 'the company loses bulk sending', reason: 'access_revoked' },
    ...{ change: setBlocks('{integrations,whatsapp_chat}'), mend: setBlocks(allBlocks) },
  },
  {
    ...{ name: 'the company loses its integrations', reason: 'access_revoked' },
    ...{ change: setBlocks('{whatsapp_chat,bulk_sending}'), mend: setBlocks(allBlocks) },
  },
  {
    ...{ name: 'who launched it may launch no more', reason: 'access_revoked' },
    ...{ change: setGrants('{}'), mend: setGrants('{campaigns.launch}') },
  },
  {
    ...{ name: 'the night begins', reason: 'quiet_hours', alone: true },
    change: ({ id }) =>
      run(sql`update campaigns set schedule = jsonb_set(schedule, '{quietHours}',
      '{"enabled": true, "from": "00:00", "to": "23:59", "sundays": false, "zone": "company"}') where id = ${id}`),
    mend: async ({ id }) => {
      await run(
        sql`update campaigns set wake_at = now(), schedule = jsonb_set(schedule, '{quietHours,enabled}', 'false') where id = ${id}`,
      )
      await run(sql`update campaign_recipients set not_before = now() where campaign_id = ${id} and not_before > now()`)
    },
  },
]

/** A campaign that leaves over some seconds, launched by a member who is no admin. */
const underWay = async (schedule: object = {}): Promise<Place & { phones: string[] }> => {
  const home = await world.home(SLOW)
  const launcher = await createUser(world.deps, { totpConfirmedAt: new Date() })
  await addMember(world.deps, home.company.id, launcher.id, { role: 'member', grants: ['campaigns.launch'] })
  const browser = createBrowser(world.app)
  browser.use(await signIn(world.deps, launcher.id, home.company.id))
  const people = await world.people(home, PEOPLE)
  const { id } = await launch(browser, await draft(home, people, { perSecond: 10, ...schedule }))
  await eventually(async () => (await world.phones(home)).length >= 5)
  return { home, launcher: launcher.id, id, phones: people.map(({ phone }) => phone).toSorted() }
}

const reasonOf = async (id: string) => {
  const { rows } = await run(sql`select pause_reason from campaigns where id = ${id} and state = 'paused'`)
  return rows[0]?.['pause_reason']
}

describe.concurrent('what stops a campaign on its way stops it for a while: everyone gets it once after all', () => {
  test.each(faults)('$name', async ({ reason, change, mend, alone, schedule }) => {
    const place = await underWay(schedule)
    const { home, id, phones } = place
    await change(place)
    expect(await eventually(() => reasonOf(id))).toBe(reason)
    expect((await world.phones(home)).length).toBeLessThan(PEOPLE)
    await mend(place)
    if (!alone) await act(home.browser, id, 'resume')
    await world.done(home, { id })
    expect(await world.phones(home)).toEqual(phones)
    expect(await world.sums(home, { id })).toMatchObject({
      ...{ recipients: PEOPLE, queued: PEOPLE, sent: PEOPLE, failed: 0, skipped: 0 },
    })
  })
})

describe.concurrent('what ends a campaign on its way ends it for good', () => {
  test('canceled when nearly all have it: the rest gets nothing, and everyone is counted', async () => {
    const { home, id } = await underWay()
    await eventually(async () => (await world.phones(home)).length >= PEOPLE * 0.9)
    await act(home.browser, id, 'cancellation')
    await eventually(async () => {
      const { rows } = await run(sql`select 1 from outbound_sends where company_id = ${home.company.id}`)
      return rows.length === 0
    })
    const counts = await world.sums(home, { id })
    expect(counts.queued + counts.canceled).toBe(PEOPLE)
    expect(await world.phones(home)).toHaveLength(counts.queued)
  })

  test('the amount that it may cost is reached: it stops', async () => {
    const { home, id } = await underWay({ stops: { failures: null, spend: 0.2 } })
    expect(await eventually(() => reasonOf(id))).toBe('spend_cap')
    expect((await world.phones(home)).length).toBeLessThan(PEOPLE)
    await act(home.browser, id, 'cancellation')
  })

  test('most of what it may cost is spent: people are told once, also when it is gone on with, and it goes on', async () => {
    const { home, id } = await underWay({ stops: { failures: null, spend: 1000 } })
    const told = async () => {
      const { rows } = await run(sql`
        select (input #>> '{payloads,0,percent}')::int as percent from jobs
        where name = 'product_notifications.campaign_spend_cap' and input::text like ${`%${id}%`} order by id`)
      return rows.map(({ percent }) => percent)
    }
    const spend = (amount: number) =>
      run(sql`
        insert into campaign_counts (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot, n, amount)
        select company_id, id, 'cost', 'test', 0, ${home.channel.id}, date_trunc('hour', now()), ${amount}, 1, ${amount}
        from campaigns where id = ${id}`)
    await spend(850)
    expect(await eventually(async () => (await told()).length > 0 && (await told()))).toEqual([80])
    expect(await reasonOf(id)).toBeUndefined()
    await act(home.browser, id, 'pause')
    await act(home.browser, id, 'resume')
    await spend(150)
    expect(await eventually(() => reasonOf(id))).toBe('spend_cap')
    expect(await told()).toEqual([80, 100])
    await act(home.browser, id, 'cancellation')
  })

  test('a colleague goes on with one whose launcher may launch no more, and stands for it', async () => {
    const place = await underWay()
    const { home, id, phones } = place
    await setGrants('{}')(place)
    expect(await eventually(() => reasonOf(id))).toBe('access_revoked')
    await act(home.browser, id, 'resume')
    await world.done(home, { id })
    expect(await world.phones(home)).toEqual(phones)
    expect(await readCampaign(home.browser, id)).toMatchObject({ launchedBy: { id: home.user.id } })
  })

  test('a number that is moved to another company takes nothing of it along', async () => {
    const { home, id } = await underWay()
    const other = await world.home(SLOW)
    await addMember(world.deps, other.company.id, home.user.id, { role: 'admin' })
    const path = `/api/v1/channels/${home.channel.id}/moves`
    await act(home.browser, id, 'pause')
    const before = (await world.phones(home)).length
    await eventually(async () => (await home.browser.post(path, { companyId: other.company.id })).statusCode < 300)
    await act(home.browser, id, 'resume')
    expect(await eventually(() => reasonOf(id))).toBe('channel_down')
    expect((await world.phones(home)).length).toBe(before)
    await act(home.browser, id, 'cancellation')
    const counts = await world.sums(home, { id })
    expect(counts).toMatchObject({ queued: before, canceled: PEOPLE - before, failed: 0 })
  })
})

describe.concurrent('people change on the way of a campaign', () => {
  const reached = async (home: CampaignHome) => new Set(await world.phones(home))

  test('who opts out before their turn gets nothing, and is counted as skipped', async () => {
    const home = await world.home(SLOW)
    await run(sql`update templates set category = 'MARKETING' where company_id = ${home.company.id}`)
    const people = (await world.people(home, PEOPLE)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const { id } = await launch(home.browser, await draft(home, people, { perSecond: 10 }))
    await eventually(async () => (await world.phones(home)).length >= 3)
    const last = people.slice(-30)
    await run(sql`update contacts set marketing = 'denied'
      where id = any(${sql.param(last.map((one) => one.id))}::uuid[])`)
    await world.done(home, { id })
    const phones = await reached(home)
    expect(last.filter(({ phone }) => phones.has(phone))).toEqual([])
    expect(await world.sums(home, { id })).toMatchObject({ recipients: PEOPLE, queued: 20, sent: 20, skipped: 30 })
  })

  test('a template that becomes marketing asks everyone for their consent from then on', async () => {
    const home = await world.home(SLOW)
    const people = (await world.people(home, PEOPLE)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const last = people.slice(-20)
    await run(sql`update contacts set marketing = 'unknown'
      where id = any(${sql.param(last.map((one) => one.id))}::uuid[])`)
    const { id } = await launch(home.browser, await draft(home, people, { perSecond: 10 }))
    await eventually(async () => (await world.phones(home)).length >= 3)
    await setTemplate(sql`category = 'MARKETING'`)({ home, id, launcher: '' })
    await world.done(home, { id })
    const phones = await reached(home)
    expect(last.filter(({ phone }) => phones.has(phone))).toEqual([])
    expect(await world.sums(home, { id })).toMatchObject({ recipients: PEOPLE, queued: 30, sent: 30, skipped: 20 })
  })

  test('who becomes one contact with another recipient gets it once, and who is erased nothing', async () => {
    const home = await world.home(SLOW)
    const people = (await world.people(home, PEOPLE)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const { id } = await launch(home.browser, await draft(home, people, { perSecond: 10 }))
    await eventually(async () => (await world.phones(home)).length >= 3)
    const [first, stays, goes, erased] = [people[0], ...people.slice(-3)]
    const path = `/api/v1/contacts/${stays?.id}/merges`
    const merged = await home.browser.post(path, { otherId: goes?.id })
    expect(merged.statusCode, merged.body).toBe(201)
    // Who has it already is one contact with someone who waits.
    const reachedOne = await home.browser.post(`/api/v1/contacts/${people.at(-4)?.id}/merges`, { otherId: first?.id })
    expect(reachedOne.statusCode, reachedOne.body).toBe(201)
    await run(sql`update contacts set erased_at = now(), deleted_at = now() where id = ${erased?.id}`)
    await world.done(home, { id })
    const counts = await world.sums(home, { id })
    expect(counts).toMatchObject({ recipients: PEOPLE, queued: PEOPLE - 3, skipped: 3, failed: 0 })
    const phones = await world.phones(home)
    expect(phones).toHaveLength(new Set(phones).size)
    expect(phones).not.toContain(erased?.phone)
  })
})
