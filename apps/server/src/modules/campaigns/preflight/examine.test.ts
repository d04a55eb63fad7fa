import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import type { Preflight } from '@recado/contracts/campaigns/preflight'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createChannel, createCompany, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const components = [{ type: 'BODY', text: 'Oi {{1}}' }]
let phones = 5_581_960_000_000

const setUp = async () => {
  const { deps } = server
  const { db } = deps.database
  const company = await createCompany(deps, { accessBlocks: ['integrations', 'bulk_sending'] })
  const user = await createUser(deps)
  await addMember(deps, company.id, user.id)
  const browser = createBrowser(server.app)
  browser.use(await signIn(deps, user.id, company.id))
  const { channel } = await createChannel(deps, company.id, {})
  await db.insert(templates).values({
    ...{ id: newId(), companyId: company.id, waAccountId: channel.waAccountId, metaId: newId(), name: 'news' },
    ...{ language: 'pt_BR', category: 'MARKETING', status: 'APPROVED', components },
  })
  const people = Array.from({ length: 120 }, () => ({
    ...{ companyId: company.id, id: newId(), name: 'Bia', phone: String(phones++), marketing: 'granted' as const },
  }))
  await db
    .insert(contacts)
    .values([
      ...people,
      { companyId: company.id, id: newId(), name: 'Al', phone: '351912345678', marketing: 'granted' },
    ])
  const all = await db.select({ id: contacts.id }).from(contacts).where(eq(contacts.companyId, company.id))
  const variant = {
    ...{ key: 'A', template: 'news', language: { strategy: 'fixed', language: 'pt_BR' }, share: 100 },
    values: { 'body.1': { from: 'field', field: 'name' } },
  }
  const quietHours = { enabled: false, from: '20:00', to: '08:00', sundays: false, zone: 'company' }
  const draft = async (more: object = {}): Promise<Campaign> => {
    const made = await browser.post('/api/v1/campaigns', {
      ...{ name: 'News', audience: { sources: [{ kind: 'contacts', ids: all.map(({ id }) => id) }] } },
      ...{ content: { channels: [{ channelId: channel.id }], variants: [variant] }, schedule: { quietHours } },
      ...more,
    })
    expect(made.statusCode, made.body).toBe(201)
    return made.json()
  }
  const preflight = async ({ id }: Campaign): Promise<Preflight> => {
    const answer = await browser.post(`/api/v1/campaigns/${id}/preflight`, {})
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  return { company, browser, channel, variant, quietHours, draft, preflight }
}

const warned = ({ warnings }: Preflight) => warnings.map(({ name }) => name)

test('says who gets it, what it costs by which rates, when it ends and what to know', async () => {
  const { draft, preflight } = await setUp()
  const found = await preflight(await draft())
  expect(found.blocking).toEqual([])
  expect(found.waterfall.willSend).toBe(121)
  const [line] = found.cost.lines
  expect(line).toMatchObject({ market: 'BR', category: 'marketing', count: 120 })
  expect(found.cost.high).toBeCloseTo(120 * (line?.unit ?? 0), 1)
  expect(found.cost.low).toBeGreaterThan(0)
  expect(found.cost.low).toBeLessThan(found.cost.high)
  expect(found.cost.ratesFrom).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(found.warnings).toContainEqual({ name: 'no_rates', facts: { count: 1 } })
  expect(found.replies).toMatchObject({ expected: 6, members: 1 })
  const seconds = (Date.parse(found.finishesAt) - Date.parse(found.startsAt)) / 1000
  expect(seconds).toBeGreaterThan(1)
  expect(seconds).toBeLessThan(5)
})

test('examines a list of twenty thousand, everyone of them', async () => {
  const { draft, preflight, company } = await setUp()
  const { db } = server.deps.database
  const listId = newId()
  await db.execute(sql`insert into contact_lists (id, company_id, name) values (${listId}, ${company.id}, 'Everyone')`)
  await db.execute(sql`
    with people as (insert into contacts (company_id, id, name, phone, marketing)
      select ${company.id}, gen_random_uuid(), 'Bia', (5581970000000 + n)::text, 'granted'
      from generate_series(1, 20000) n returning id)
    insert into contact_list_members (company_id, list_id, contact_id, source)
    select ${company.id}, ${listId}, id, 'import' from people`)
  await db.execute(sql`analyze contacts, contact_list_members`)
  const { waterfall, cost } = await preflight(
    await draft({ audience: { sources: [{ kind: 'lists', ids: [listId] }] } }),
  )
  expect(waterfall).toMatchObject({ willSend: 20_000, exact: true })
  expect(cost.lines.map(({ count }) => count)).toEqual([20_000])
})

test('tells what fits the limit of the portfolio today, and when the rest can leave', async () => {
  const { draft, preflight, channel } = await setUp()
  const { db } = server.deps.database
  await db.execute(sql`update channels set messaging_limit = 'TIER_50' where id = ${channel.id}`)
  const found = await preflight(await draft())
  const [limit] = found.limits
  expect(limit).toMatchObject({ limit: 50, used: 0, fitsNow: 49 })
  expect(Date.parse(limit?.restAt ?? '') - Date.now()).toBeGreaterThan(47 * 3_600_000)
  expect(warned(found)).toEqual(expect.arrayContaining(['limit_today', 'long_run']))
  await db.execute(sql`insert into portfolio_reaches (scope, person, at)
    select ${limit?.portfolioId}, 'p' || n, now() - interval '2 hours' from generate_series(1, 30) n`)
  const [again] = (await preflight(await draft())).limits
  expect(again).toMatchObject({ limit: 50, used: 30, fitsNow: 19 })
})

test('a launch is refused for what blocks it, and keeps what was foreseen', async () => {
  const { draft, preflight, browser, company, variant, channel, quietHours } = await setUp()
  const { db } = server.deps.database
  const empty = await draft({ audience: { sources: [] }, content: {} })
  expect((await preflight(empty)).blocking.map(({ name }) => name)).toEqual([
    'no_recipients',
    'no_channel',
    'no_template',
  ])
  const unfilled = await draft({
    content: { channels: [{ channelId: channel.id }], variants: [{ ...variant, values: {} }] },
  })
  expect((await preflight(unfilled)).blocking).toEqual([
    { name: 'values_missing', facts: { template: 'news', language: 'pt_BR', values: 'body.1' } },
  ])
  const launch = ({ id, version }: Campaign) =>
    browser.post(`/api/v1/campaigns/${id}/launch`, { version, clientKey: `launch-${id}` })
  const refused = await launch(unfilled)
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'campaign_not_ready'])
  const past = { quietHours, start: { kind: 'at', at: '2026-01-01T10:00', timezone: 'UTC' } }
  expect((await preflight(await draft({ schedule: past }))).blocking).toEqual([{ name: 'schedule_past', facts: {} }])
  const good = await draft()
  await db.update(templates).set({ status: 'PAUSED' }).where(eq(templates.companyId, company.id))
  expect((await preflight(good)).blocking).toMatchObject([{ name: 'template_paused' }])
  await db.update(templates).set({ status: 'APPROVED' }).where(eq(templates.companyId, company.id))
  const foreseen = await preflight(good)
  const launched = await launch(good)
  expect(launched.statusCode, launched.body).toBe(202)
  expect(launched.json().cost.estimate).toMatchObject({ low: foreseen.cost.low, high: foreseen.cost.high })
  expect(launched.json().finishEstimate).not.toBeNull()
})

test('a launch waits for an import that may add to its audience, unless that is taken at the start', async () => {
  const { draft, preflight, browser, company } = await setUp()
  const list = (await browser.post('/api/v1/lists', { name: 'Everyone' })).json()
  const { db } = server.deps.database
  await db.execute(sql`
    insert into contact_list_members (company_id, list_id, contact_id, source)
    select company_id, ${list.id}, id, 'import' from contacts where company_id = ${company.id}`)
  await db.execute(sql`
    insert into contact_imports (id, company_id, file_name, format, bytes, hash, reading, state, rows)
    values (${newId()}, ${company.id}, 'people.csv', 'csv', 1, 'x', '{}', 'running', 1)`)
  const blocking = async (more: object) =>
    (await preflight(await draft({ audience: { sources: [{ kind: 'lists', ids: [list.id] }], ...more } }))).blocking
  expect(await blocking({})).toEqual([{ name: 'import_running', facts: {} }])
  expect(await blocking({ freezeAt: 'start' })).toEqual([])
  // Who was chosen by hand does not grow by it.
  expect((await preflight(await draft())).blocking).toEqual([])
})

test('a test of variants says on how many it is tried, when it is decided and what it can cost', async () => {
  const { draft, preflight, channel, variant, company } = await setUp()
  const [original] = await server.deps.database.db.select().from(templates).where(eq(templates.companyId, company.id))
  if (!original) throw new Error('There is no template')
  const cheap = { ...original, id: newId(), metaId: newId(), name: 'cheap', category: 'UTILITY' }
  await server.deps.database.db.insert(templates).values(cheap)
  const variants = [
    { ...variant, share: 50 },
    { ...variant, key: 'B', template: 'cheap', share: 50 },
  ]
  const content = { channels: [{ channelId: channel.id }], variants }
  const test = { percent: 20, metric: 'reply', hours: 48 }
  const found = await preflight(await draft({ content: { ...content, test } }))
  expect(found.blocking).toEqual([])
  expect(found.test).toMatchObject({ people: 24, rest: 97 })
  const decidesAt = Date.parse(found.test?.decidesAt ?? '')
  expect(decidesAt - Date.parse(found.startsAt)).toBeGreaterThanOrEqual(48 * 3_600_000)
  expect(Date.parse(found.finishesAt)).toBeGreaterThan(decidesAt)
  // All but a tenth may get the dearer variant, or the cheaper one.
  const dear = found.cost.lines.find(({ category }) => category === 'marketing')
  expect(dear?.count).toBe(108)
  const even = await preflight(await draft({ content }))
  expect(even.test).toBeNull()
  expect(found.cost.high).toBeGreaterThan(even.cost.high)
  expect(found.cost.low).toBeLessThan(even.cost.low)

  const blockedBy = async (part: object) =>
    (await preflight(await draft({ content: { ...content, ...part } }))).blocking.map(({ name }) => name)
  expect(await blockedBy({ test: { ...test, percent: 10 } })).toEqual(['test_too_small'])
  expect(await blockedBy({ variants: [variant], test })).toEqual(['test_one_variant'])
  expect(await blockedBy({ test: { ...test, metric: 'click' }, trackLinks: false })).toEqual(['test_no_links'])
  expect(await blockedBy({ variants: [variants[0]] })).toEqual(['shares_invalid'])
})
