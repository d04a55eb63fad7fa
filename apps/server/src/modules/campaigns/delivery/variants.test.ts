import { randomUUID } from 'node:crypto'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import {
  act,
  type CampaignHome,
  campaignsOf,
  inState,
  launch,
  readCampaign,
  testDraft,
} from '#server/test/campaign-runs.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { foldAll, startEngine } from './engine.ts'
import { noteAnswers } from './queries/answers.ts'
import { eraseRecipients } from './queries/erase.ts'
import { moveRecipients } from './queries/merge.ts'
import { findDifferences } from './queries/recount.ts'

const PEOPLE = 100

let world: WhatsappWorld
let home: CampaignHome
let people: { id: string }[]
let running: { stop: () => Promise<void> }[] = []

beforeEach(async () => {
  world = await startWhatsappWorld()
  const campaigns = campaignsOf(world)
  home = await campaigns.home()
  people = await campaigns.people(home, PEOPLE)
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

const query = async <T extends Record<string, unknown>>(text: ReturnType<typeof sql>) =>
  (await world.deps.database.db.execute<T>(text)).rows

const read = (id: string) => readCampaign(home.browser, id)

const inTest = (id: string, ...states: string[]): Promise<Campaign> =>
  eventually(async () => {
    const campaign = await read(id)
    return campaign.test && states.includes(campaign.test.state) && campaign
  })

/** What WhatsApp took of a campaign, by how the recipients were dealt. */
const takenOf = async (id: string) => {
  const rows = await query<{ wave: number; variant: number; n: number; people: number }>(sql`
    select r.wave, m.campaign_variant as variant, count(*)::int as n, count(distinct m.contact_id)::int as people
    from messages m join campaign_recipients r on r.company_id = m.company_id and r.contact_id = m.contact_id
      and r.campaign_id = m.campaign_id
    where m.campaign_id = ${id} and m.wamid is not null group by 1, 2 order by 1, 2`)
  return rows
}

const dealt = async (id: string) => {
  const [sizes] = await query<{ tested: number; rest: number }>(sql`
    select count(*) filter (where wave = 0)::int as tested, count(*) filter (where wave = 1)::int as rest
    from campaign_recipients where campaign_id = ${id}`)
  return sizes ?? { tested: 0, rest: 0 }
}

/** Has everything arrived that was sent, and these variants answered by everyone who got them. */
const answer = async (id: string, ...variants: number[]) => {
  await query(
    sql`update messages set status = 'delivered', delivered_at = now() where campaign_id = ${id} and wamid is not null`,
  )
  const rows = await query<{ contactId: string }>(sql`
    select contact_id as "contactId" from messages
    where campaign_id = ${id} and campaign_variant = any(${sql.param(variants)}::smallint[])`)
  const at = new Date()
  await noteAnswers(
    world.deps.database,
    rows.map(({ contactId }) => ({
      companyId: home.company.id,
      contactId,
      at,
      messageId: randomUUID(),
      replyToWamid: null,
      button: null,
    })),
  )
  await foldAll(world.deps)
}

/** Lets the time pass until a test is over. */
const passTime = (id: string) =>
  query(sql`update campaigns set test_ends_at = now(), wake_at = case when state = 'running' then now() else wake_at end
    where id = ${id}`)

const start = async (part: object = {}) => {
  const campaign = await launch(home.browser, await testDraft(home, people, part))
  return campaign
}

/** How often it was said of a campaign that its winner was chosen. */
const countChoices = async (id: string) => {
  const [jobs] = await query<{ n: number }>(sql`
    select count(*)::int as n from jobs where name = 'product_notifications.campaign_winner_chosen'
      and input ->> 'payloads' like ${`%${id}%`}`)
  return jobs?.n
}

const setTemplate = async (name: string, status: string) => {
  await world.deps.database.db
    .update(templates)
    .set({ status })
    .where(and(eq(templates.companyId, home.company.id), eq(templates.name, name)))
  world.deps.bus.publish('templates.changed', { accountId: home.channel.waAccountId })
}

/** Everyone has one message at most, and the sums are those of the recipients. */
const expectReconciled = async (id: string) => {
  await foldAll(world.deps)
  const { counts } = await read(id)
  const { recipients, queued, sent, delivered, read: seen, failed, skipped } = counts
  expect({ recipients, queued, sent, delivered, read: seen, failed, skipped }).toEqual(
    await campaignsOf(world).recount(id),
  )
  const member = { role: 'admin' as const, grants: [], visibility: 'all' as const }
  const company = { ...home.company, accessBlocks: [], member }
  expect(await findDifferences({ ...systemCtx(world.deps, 'test'), company }, id)).toEqual([])
  expect(counts.pending + counts.queued + counts.skipped + counts.canceled).toBe(PEOPLE)
  for (const { n, people: reached } of await takenOf(id)) expect(n).toBe(reached)
  return counts
}

test('the variant that is answered clearly more often goes to everyone who was not in the test', async () => {
  startAll()
  const { id } = await start()
  const waiting = await inTest(id, 'measuring')
  const sizes = await dealt(id)
  expect(waiting).toMatchObject({ state: 'running', test: { rest: sizes.rest, decision: null, metric: 'reply' } })
  expect(new Date(waiting.test?.endsAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 3.9 * 3_600_000)
  expect((await takenOf(id)).map(({ wave, variant }) => [wave, variant])).toEqual([
    [0, 0],
    [0, 1],
  ])
  await answer(id, 1)
  const early = await home.browser.get(`/api/v1/campaigns/${id}/analytics`)
  expect(
    early.json().variants.map(({ pValue, winner }: { pValue: null; winner: boolean }) => [pValue, winner]),
  ).toEqual([
    [null, false],
    [null, false],
  ])
  await passTime(id)
  const done = await inState(home.browser, id, 'completed')
  expect(done.test?.decision).toMatchObject({ variant: 'B', reason: 'clear', by: null, complete: true })
  const [a, b] = done.test?.decision?.figures ?? []
  expect(a).toMatchObject({ variant: 'A', some: 0 })
  expect(b?.some).toBe(b?.all)
  expect((a?.all ?? 0) + (b?.all ?? 0)).toBe(sizes.tested)
  const counts = await expectReconciled(id)
  expect(counts).toMatchObject({ recipients: PEOPLE, queued: PEOPLE, sent: PEOPLE })
  const taken = await takenOf(id)
  expect(taken.map(({ wave, variant }) => [wave, variant])).toEqual([
    [0, 0],
    [0, 1],
    [1, 1],
  ])
  const after = (await home.browser.get(`/api/v1/campaigns/${id}/analytics`)).json()
  expect(after).toMatchObject({ compared: true, variants: [{ winner: false }, { winner: true }] })
  expect(after.variants[1].pValue).toBeLessThan(0.001)
})

test('without a difference the first variant goes out, with the values that people had at the launch', async () => {
  startAll()
  const { id } = await start()
  await inTest(id, 'measuring')
  await answer(id)
  await query(sql`update contacts set name = 'Renamed' where company_id = ${home.company.id}`)
  await passTime(id)
  const done = await inState(home.browser, id, 'completed')
  expect(done.test?.decision).toMatchObject({ variant: 'A', reason: 'too_little' })
  const bodies = await query<{ body: string }>(sql`select distinct body from messages where campaign_id = ${id}`)
  expect(bodies).toEqual([{ body: 'Olá Pessoa, tem novidade.' }])
  await expectReconciled(id)
})

test('where a person is asked, nothing else leaves until they choose, and a choice stays', async () => {
  startAll()
  const { id } = await start({ rule: 'clear' })
  await inTest(id, 'measuring')
  const rule = await home.browser.put(`/api/v1/campaigns/${id}/winner-rule`, { rule: 'ask' })
  expect(rule.json().test.rule).toBe('ask')
  await answer(id, 0)
  await passTime(id)
  const asked = await inTest(id, 'asked')
  expect(asked).toMatchObject({ state: 'running', counts: { queued: (await dealt(id)).tested } })
  const chosen = await act(home.browser, id, 'decision', { variant: 'B' })
  expect(chosen.test?.decision).toMatchObject({ variant: 'B', reason: 'person', complete: true })
  expect(chosen.test?.decision?.by?.id).toBe(home.user.id)
  await act(home.browser, id, 'decision', { variant: 'B' })
  const other = await home.browser.post(`/api/v1/campaigns/${id}/decision`, { variant: 'A' })
  expect([other.statusCode, other.json().code]).toEqual([409, 'state_invalid'])
  await inState(home.browser, id, 'completed')
  expect((await takenOf(id)).at(-1)).toMatchObject({ wave: 1, variant: 1, n: (await dealt(id)).rest })
  await expectReconciled(id)
})

test('a person may choose before the test is over, which then proves nothing', async () => {
  startAll()
  const { id } = await start()
  await inTest(id, 'measuring')
  await answer(id, 1)
  await act(home.browser, id, 'decision', { variant: 'A' })
  const done = await inState(home.browser, id, 'completed')
  expect(done.test?.decision).toMatchObject({ variant: 'A', reason: 'person', complete: false })
  const { compared, variants } = (await home.browser.get(`/api/v1/campaigns/${id}/analytics`)).json()
  expect([compared, variants[1].pValue]).toEqual([false, null])
  await expectReconciled(id)
})

test('a pause during the wait decides nothing, and the winner is chosen once someone resumes', async () => {
  startAll()
  const { id } = await start()
  await inTest(id, 'measuring')
  await answer(id, 1)
  await act(home.browser, id, 'pause')
  await passTime(id)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await read(id)).toMatchObject({ state: 'paused', test: { state: 'measuring', decision: null } })
  await act(home.browser, id, 'resume')
  const done = await inState(home.browser, id, 'completed')
  expect(done.test?.decision?.variant).toBe('B')
  await expectReconciled(id)
})

test('whoever cancels during the wait leaves everyone else out', async () => {
  startAll()
  const { id } = await start()
  await inTest(id, 'measuring')
  await act(home.browser, id, 'cancellation')
  await passTime(id)
  const { tested, rest } = await dealt(id)
  expect(await expectReconciled(id)).toMatchObject({ queued: tested, canceled: rest, pending: 0 })
  const late = await home.browser.post(`/api/v1/campaigns/${id}/decision`, { variant: 'A' })
  expect(late.json().code).toBe('state_invalid')
})

test('a winner whose template is paused holds the campaign, and the other variant can be chosen instead', async () => {
  startAll()
  const { id } = await start()
  await inTest(id, 'measuring')
  await answer(id, 1)
  await setTemplate('offer', 'PAUSED')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect((await read(id)).state).toBe('running')
  await passTime(id)
  const paused = await inState(home.browser, id, 'paused')
  expect(paused).toMatchObject({ pauseReason: 'template_paused', test: { decision: { variant: 'B' } } })
  expect(paused.counts.sent).toBe((await dealt(id)).tested)
  await act(home.browser, id, 'decision', { variant: 'A' })
  await act(home.browser, id, 'resume')
  const done = await inState(home.browser, id, 'completed')
  expect(done.test?.decision).toMatchObject({ variant: 'A', reason: 'person', complete: true })
  expect((await takenOf(id)).at(-1)).toMatchObject({ wave: 1, variant: 0 })
  await expectReconciled(id)
})

test('two processes choose one winner, once', async () => {
  startAll()
  running.push(startEngine({ ...world.deps, processId: newId() }))
  const { id } = await start()
  await inTest(id, 'measuring')
  await answer(id, 1)
  await passTime(id)
  await inState(home.browser, id, 'completed')
  expect(await countChoices(id)).toBe(1)
  await expectReconciled(id)
})

test('people of the test and of the rest who are tried again get the variant that they had', async () => {
  startAll()
  const { id } = await start()
  await inTest(id, 'measuring')
  await answer(id, 1)
  await passTime(id)
  await inState(home.browser, id, 'completed')
  const failed = await query<{ contactId: string; variant: number }>(sql`
    update messages m set status = 'failed', error_class = 'transient', error_code = 131000
    from (select message_id from campaign_recipients where campaign_id = ${id} and seq % 5 = 0) r
    where m.id = r.message_id returning m.contact_id as "contactId", m.campaign_variant as variant`)
  await foldAll(world.deps)
  await query(sql`update campaigns set state = 'completed_with_errors' where id = ${id}`)
  await act(home.browser, id, 'retry', { classes: ['transient'], expected: failed.length })
  await inState(home.browser, id, 'completed', 'completed_with_errors')
  const again = await query<{ contactId: string; variant: number }>(sql`
    select r.contact_id as "contactId", m.campaign_variant as variant from campaign_recipients r
    join messages m on m.company_id = r.company_id and m.id = r.message_id
    where r.campaign_id = ${id} and r.wave = 2 and r.params ->> 'body.1' = 'Pessoa'`)
  expect(new Map(again.map((one) => [one.contactId, one.variant]))).toEqual(
    new Map(failed.map((one) => [one.contactId, one.variant])),
  )
})

test('who is erased during the wait is forgotten and gets nothing, and who is merged gets the winner once', async () => {
  startAll()
  const { id } = await start()
  await inTest(id, 'measuring')
  const [erased, merged] = await query<{ contactId: string }>(sql`
    select contact_id as "contactId" from campaign_recipients where campaign_id = ${id} and wave = 1 limit 2`)
  const [survivor] = await campaignsOf(world).people(home, 1)
  const subject = {
    ...{ companyId: home.company.id, mode: 'anonymise' as const, contactIds: [erased?.contactId ?? ''] },
    ...{ phones: [], bsuids: [], emails: [], names: [] },
  }
  await query(sql`update contacts set erased_at = now() where id = ${erased?.contactId}`)
  await eraseRecipients(systemCtx(world.deps, 'test'), subject, new AbortController().signal)
  await moveRecipients(world.deps.database.pool, {
    ...{ companyId: home.company.id, identityIds: [], from: merged?.contactId ?? '', to: survivor?.id ?? '' },
  })
  await query(sql`update contacts set merged_into_id = ${survivor?.id} where id = ${merged?.contactId}`)
  const kept = await query(sql`
    select raw, params, recipient from campaign_recipients where campaign_id = ${id} and contact_id = ${erased?.contactId}`)
  expect(kept).toEqual([{ raw: null, params: null, recipient: null }])
  await answer(id, 1)
  await passTime(id)
  await inState(home.browser, id, 'completed')
  const got = await query<{ contactId: string; variant: number }>(sql`
    select contact_id as "contactId", campaign_variant as variant from messages where campaign_id = ${id}
      and contact_id in (${erased?.contactId}, ${merged?.contactId}, ${survivor?.id})`)
  expect(got).toEqual([{ contactId: survivor?.id, variant: 1 }])
  expect(await expectReconciled(id)).toMatchObject({ skipped: 1, pending: 0 })
})
