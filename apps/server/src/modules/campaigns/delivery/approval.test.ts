import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompanyCtx, systemCtx } from '#server/context.ts'
import { needsApproval } from '#server/modules/campaigns/preflight/index.ts'
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
import { addMember, createUser, signIn } from '#server/test/factories.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { startEngine } from './engine.ts'

let world: WhatsappWorld
beforeAll(async () => {
  world = await startWhatsappWorld()
})
afterAll(() => world.close())

/** A draft to more people than may be written to without approval. */
const largeDraft = async (home: CampaignHome) => {
  const campaigns = campaignsOf(world)
  const people = [...(await campaigns.people(home, 5001)), ...(await campaigns.people(home, 5001))]
  const { id, version } = await draft(home, people.slice(0, 1))
  const half = (from: number) => ({ kind: 'contacts', ids: people.slice(from, from + 5001).map((one) => one.id) })
  const changed = await home.browser.patch(`/api/v1/campaigns/${id}`, {
    version,
    audience: { sources: [half(0), half(5001)] },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  return readCampaign(home.browser, id)
}

const colleagueOf = async (home: CampaignHome) => {
  const user = await createUser(world.deps, { name: 'Bia', totpConfirmedAt: new Date() })
  await addMember(world.deps, home.company.id, user.id, { role: 'member', grants: ['campaigns.launch'] })
  const browser = createBrowser(world.app)
  browser.use(await signIn(world.deps, user.id, home.company.id))
  return { user, browser }
}

test('a launch to many waits until a colleague approves it', async () => {
  const home = await campaignsOf(world).home()
  const { user, browser } = await colleagueOf(home)
  const campaign = await largeDraft(home)
  const { warnings } = (await home.browser.post(`/api/v1/campaigns/${campaign.id}/preflight`, {})).json()
  expect(warnings).toContainEqual({ name: 'approval_needed', facts: {} })
  const waiting = await launch(home.browser, campaign)
  expect(waiting).toMatchObject({ state: 'scheduled', approval: { needed: true, approvedBy: null } })
  const path = `/api/v1/campaigns/${waiting.id}`
  const { version } = waiting

  const own = await home.browser.post(`${path}/approval`, { version, approved: true })
  expect([own.statusCode, own.json().code]).toEqual([403, 'own_approval'])
  // It cannot be got around by a pause, and what is to be approved stays as it is.
  expect((await home.browser.post(`${path}/pause`, {})).statusCode).toBe(409)
  const changed = await home.browser.patch(path, { version, audience: { sources: [] } })
  expect([changed.statusCode, changed.json().code]).toEqual([409, 'state_invalid'])

  const sentBack = await act(browser, waiting.id, 'approval', { version, approved: false, note: 'Too many' })
  expect(sentBack).toMatchObject({ state: 'draft', approval: { needed: false }, launchedBy: null })

  // Nor by a program: what it launches is launched by whoever made its key.
  const key = { name: 'Shop', scopes: ['campaigns:launch'], addresses: [], expiresInDays: null }
  const { secret } = (await home.browser.post('/api/v1/api-keys', key)).json()
  const again = await world.app.inject({
    ...{ method: 'POST', url: `${path}/launch`, headers: { authorization: `Bearer ${secret}` } },
    payload: { version: sentBack.version, clientKey: 'launched-again' },
  })
  expect(again.json()).toMatchObject({ state: 'scheduled', approval: { needed: true } })
  const mine = await home.browser.post(`${path}/approval`, { version: again.json().version, approved: true })
  expect(mine.json().code).toBe('own_approval')
  const approved = await act(browser, waiting.id, 'approval', { version: again.json().version, approved: true })
  expect(approved).toMatchObject({ state: 'validating', approval: { needed: true, approvedBy: { id: user.id } } })
})

test('who is alone in a company launches to many without approval, and to few so does everyone', async () => {
  const alone = await campaignsOf(world).home()
  expect(await launch(alone.browser, await largeDraft(alone))).toMatchObject({
    ...{ state: 'validating', approval: { needed: false } },
  })
  const maker = await campaignsOf(world).home()
  const { id, version } = await largeDraft(maker)
  const key = { name: 'Shop', scopes: ['campaigns:launch'], addresses: [], expiresInDays: null }
  const { secret } = (await maker.browser.post('/api/v1/api-keys', key)).json()
  const byKey = await world.app.inject({
    ...{ method: 'POST', url: `/api/v1/campaigns/${id}/launch`, headers: { authorization: `Bearer ${secret}` } },
    payload: { version, clientKey: 'launched-by-key' },
  })
  expect(byKey.json(), byKey.body).toMatchObject({ state: 'validating', approval: { needed: false } })
  const home = await campaignsOf(world).home()
  await colleagueOf(home)
  const few = await draft(home, await campaignsOf(world).people(home, 2))
  expect(await launch(home.browser, few)).toMatchObject({ state: 'validating', approval: { needed: false } })
})

const inAnHour = () => ({
  ...{ kind: 'at', timezone: 'UTC', at: new Date(Date.now() + 3_600_000).toISOString().slice(0, 16) },
})

/** A launched campaign to a list that is taken at its start, and what adds people to the list. */
const growing = async (home: CampaignHome, members: number) => {
  const { db } = world.deps.database
  const list = (await home.browser.post('/api/v1/lists', { name: `Everyone ${members}` })).json()
  const grow = async (count: number) => {
    for (let left = count; left > 0; left -= 5000) {
      const ids = (await campaignsOf(world).people(home, Math.min(left, 5000))).map(({ id }) => id)
      await db.execute(sql`
        insert into contact_list_members (company_id, list_id, contact_id, source)
        select ${home.company.id}, ${list.id}, id, 'manual' from unnest(${sql.param(ids)}::uuid[]) id`)
    }
    await db.execute(sql`analyze contacts, contact_list_members`)
  }
  await grow(members)
  const [someone] = await campaignsOf(world).people(home, 1)
  const { id, version } = await draft(home, someone ? [someone] : [], { start: inAnHour() })
  const audience = { sources: [{ kind: 'lists', ids: [list.id] }], freezeAt: 'start' }
  const changed = await home.browser.patch(`/api/v1/campaigns/${id}`, { version, audience })
  expect(changed.statusCode, changed.body).toBe(200)
  const campaign = await launch(home.browser, changed.json())
  const begin = () => db.execute(sql`update campaigns set starts_at = now(), wake_at = now() where id = ${campaign.id}`)
  return { campaign, grow, begin }
}

const askedFor = async (id: string) => {
  const { rows } = await world.deps.database.db.execute<{ n: number }>(sql`
    select (input #>> '{payloads,0,recipients}')::int as n from jobs
    where name = 'product_notifications.campaign_approval_requested' and input::text like ${`%${id}%`} order by id`)
  return rows.map(({ n }) => n)
}

test('an audience that is taken at the start and has grown waits for a colleague, who lets it go or ends it', async () => {
  const home = await campaignsOf(world).home()
  const { user, browser } = await colleagueOf(home)
  const engine = startEngine(world.deps)
  try {
    const few = await growing(home, 5)
    expect(few.campaign).toMatchObject({ state: 'scheduled', approval: { needed: false } })
    await few.grow(10_000)
    const many = await growing(home, 10_001)
    const { version } = many.campaign
    await act(browser, many.campaign.id, 'approval', { version, approved: true })
    await many.grow(1500)
    await Promise.all([few.begin(), many.begin()])
    for (const [{ campaign }, recipients] of [
      [few, 10_005],
      [many, 11_501],
    ] as const) {
      const waiting = await eventually(async () => {
        const found = await readCampaign(home.browser, campaign.id)
        return found.counts.recipients === recipients && found.state === 'scheduled' && found
      })
      expect(waiting).toMatchObject({ startedAt: null, approval: { needed: true, approvedBy: null } })
      expect((await askedFor(campaign.id)).at(-1)).toBe(recipients)
      expect((await home.browser.post(`/api/v1/campaigns/${campaign.id}/pause`, {})).statusCode).toBe(409)
    }
    const decide = async (id: string, approved: boolean) =>
      act(browser, id, 'approval', { version: (await readCampaign(home.browser, id)).version, approved })
    expect(await decide(few.campaign.id, false)).toMatchObject({ state: 'canceled', counts: { canceled: 10_005 } })
    expect((await decide(many.campaign.id, true)).approval).toMatchObject({ approvedBy: { id: user.id } })
    const begun = await inState(home.browser, many.campaign.id, 'running', 'paused')
    expect(begun.startedAt).not.toBeNull()
    await act(home.browser, many.campaign.id, 'cancellation')
  } finally {
    await engine.stop()
    await world.forgetSends()
  }
})

test('an audience of which only a guess is known is none of few, and one that could not be counted is not launched', async () => {
  const home = await campaignsOf(world).home()
  const { user } = await colleagueOf(home)
  const member = { role: 'admin' as const, grants: [], visibility: 'all' as const }
  const company = { id: home.company.id, name: '', timezone: 'UTC', accessBlocks: [], member }
  const ctx: CompanyCtx = { ...systemCtx(world.deps, 'test'), company }
  const needs = (willSend: number, exact: boolean, approved: number | null = null) =>
    needsApproval(ctx, { willSend, exact }, { launcher: user.id, approved })
  expect(await needs(10_000, true)).toBe(false)
  expect(await needs(10_001, true)).toBe(true)
  expect(await needs(0, false)).toBe(true)
  expect(await needs(20_000, false, 22_000)).toBe(false)
  expect(await needs(22_001, true, 22_000)).toBe(true)

  const people = await campaignsOf(world).people(home, 3)
  const { id } = await draft(home, people, { start: inAnHour() })
  // Nobody can read contacts until every count has given up.
  const holder = await world.deps.database.pool.connect()
  await holder.query('begin')
  await holder.query('lock table contacts in access exclusive mode')
  const answer = await home.browser.post(`/api/v1/campaigns/${id}/preflight`, {}).finally(async () => {
    await holder.query('rollback')
    holder.release()
  })
  const found = answer.json()
  expect(found.waterfall).toMatchObject({ willSend: 0, exact: false })
  expect(found.blocking).toEqual([{ name: 'audience_uncounted', facts: {} }])
})

test('a company on trial has few recipients in one campaign, at the launch and when the audience is taken', async () => {
  const home = await campaignsOf(world).home()
  const { db } = world.deps.database
  await db.execute(sql`update companies set status = 'trial' where id = ${home.company.id}`)
  const { id } = await draft(home, await campaignsOf(world).people(home, 251))
  const finding = (count: number) => ({ name: 'quota_exceeded', facts: { limit: 250, count } })
  expect((await home.browser.post(`/api/v1/campaigns/${id}/preflight`, {})).json().blocking).toEqual([finding(251)])
  const { campaign, grow, begin } = await growing(home, 250)
  await grow(2)
  await begin()
  const engine = startEngine(world.deps)
  try {
    const held = await inState(home.browser, campaign.id, 'paused')
    expect(held).toMatchObject({ pauseReason: 'blocked', blocking: [finding(252)], startedAt: null })
    const refused = await home.browser.post(`/api/v1/campaigns/${campaign.id}/resume`, {})
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'campaign_not_ready'])
    await db.execute(sql`update companies set status = 'active' where id = ${home.company.id}`)
    expect(await act(home.browser, campaign.id, 'resume')).toMatchObject({ state: 'running', blocking: [] })
    await act(home.browser, campaign.id, 'cancellation')
  } finally {
    await engine.stop()
    await world.forgetSends()
  }
})
