import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Automations, graphOf, node, openAutomations, trigger } from '#server/test/automation-world.ts'
import { startTeamInboxWorld, type TeamInboxWorld } from '#server/test/team-inbox-world.ts'

let world: TeamInboxWorld
let home: Automations

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  home = await openAutomations(world)
})
afterAll(() => world.close())

const query = async (text: string, ...values: unknown[]) => (await world.deps.database.pool.query(text, values)).rows
const setPlan = (plan: string, status = 'active') =>
  query('update companies set plan = $2, status = $3 where id = $1', home.companyId, plan, status)
const keeping = (kind: 'message_received' | 'manual' = 'message_received') =>
  graphOf(trigger(kind), [node('set_variable', 'v', { variable: 'a', value: '1' })], {
    rules: { concurrency: 'parallel', reentry: 'always', reentryDays: 1 },
  })
/** Has so many runs begun this month. */
const used = (runs: number) =>
  query(
    `insert into automation_run_counts (company_id, month, runs)
      select id, date_trunc('month', now() at time zone timezone)::date, $2 from companies where id = $1
      on conflict (company_id, month) do update set runs = excluded.runs`,
    home.companyId,
    runs,
  )
const addContacts = (names: string[]) =>
  Promise.all(names.map(async (name) => (await home.call('POST', 'contacts', { name })).body.contact.id as string))
const refusals = async (id: string) =>
  (await home.call('GET', `automations/${id}/entries`)).body.data.map((one: { refusal: string | null }) => one.refusal)
const allowance = async () => (await home.call('GET', 'automations')).body.allowance

describe('automations that are active at once', () => {
  it.each([
    ['free', 'active'],
    ['unlimited', 'trial'],
  ])('are as many as the plan allows: %s, %s', async (plan, status) => {
    await setPlan(plan, status)
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push((await home.live(keeping('manual'))).id)
    const sixth = await home.create(keeping('manual'))
    const refused = await home.call('POST', `automations/${sixth.id}/publish`, { version: sixth.version })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'limit_reached', data: { limit: 5 } }])
    expect((await allowance()).active).toEqual({ used: 5, limit: 5 })
    await home.call('PUT', `automations/${made[0]}/state`, { state: 'paused' })
    await home.publish(sixth)
    const again = await home.call('PUT', `automations/${made[0]}/state`, { state: 'active' })
    expect([again.status, again.body.code]).toEqual([409, 'limit_reached'])
  })

  it('stay active in a company whose plan becomes smaller, and go on with new versions', async () => {
    const drafts: { id: string; version: number }[] = []
    for (let n = 0; n < 6; n++) drafts.push(await home.live(keeping('manual')))
    await setPlan('free')
    const { body } = await home.call('GET', `automations/${drafts[0]?.id}`)
    expect(await home.publish(body)).toMatchObject({ state: 'active', liveVersion: 2 })
  })
})

describe('runs of a month', () => {
  it('begin until the plan allows no more, and what starts none then says so', async () => {
    await setPlan('free')
    await used(998)
    const { id } = await home.live(keeping())
    // All are worked off in one transaction.
    const people = [await home.receiveOnly('um'), await home.receiveOnly('dois'), await home.receiveOnly('três')]
    await home.settle()
    expect((await refusals(id)).toSorted()).toEqual(['quota', null, null].toSorted())
    expect(await home.runs(id)).toHaveLength(2)
    expect((await allowance()).runs).toEqual({ used: 1000, limit: 1000 })
    const contactId = await home.contact(people[0] ?? '')
    const why = await home.call('GET', `automations/${id}/contacts/${contactId}/explanation`)
    expect(why.body).toMatchObject({ enters: false, refusal: 'quota' })
  })

  it('are counted once however often their events are worked off, and begin anew with the month', async () => {
    await setPlan('free')
    const { id } = await home.live(keeping())
    await home.write('oi')
    await query(`update automation_events set state = 'waiting' where company_id = $1`, home.companyId)
    await home.settle()
    expect((await allowance()).runs.used).toBe(1)
    await query(
      `update automation_run_counts set month = (month - interval '1 month')::date, runs = 1000 where company_id = $1`,
      home.companyId,
    )
    await home.write('oi')
    expect([await home.runs(id), (await allowance()).runs]).toMatchObject([[{}, {}], { used: 1, limit: 1000 }])
  })

  it('are refused to whoever starts one, with nothing left of it', async () => {
    await setPlan('free')
    await used(1000)
    const { id } = await home.live(keeping('manual'))
    const contactId = await home.contact(await home.write('oi'))
    const answer = await home.call('POST', `automations/${id}/starts`, { contactId })
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { code: 'automation_not_started', data: { reason: 'quota' } },
    ])
    expect([await home.runs(id), (await allowance()).runs.used]).toEqual([[], 1000])
  })

  it('have no end where a plan has none', async () => {
    await setPlan('unlimited')
    await used(50_000_000)
    const { id } = await home.live(keeping())
    await home.write('oi')
    expect(await home.runs(id)).toHaveLength(1)
    expect(await allowance()).toEqual({ active: { used: 1, limit: null }, runs: { used: 50_000_001, limit: null } })
  })

  it('are never more than that, however many are started at the same moment', async () => {
    await setPlan('free')
    const { id } = await home.live(keeping('manual'))
    const people = await addContacts(Array.from({ length: 8 }, (_one, index) => `Person ${index}`))
    await used(997)
    const answers = await Promise.all(
      people.map((contactId) => home.call('POST', `automations/${id}/starts`, { contactId })),
    )
    const refused = answers.filter(({ status }) => status !== 202)
    expect(refused.map(({ body }) => [body.code, body.data.reason])).toEqual(
      Array.from({ length: 5 }, () => ['automation_not_started', 'quota']),
    )
    await home.settle()
    expect([(await home.runs(id)).length, (await allowance()).runs]).toEqual([3, { used: 1000, limit: 1000 }])
  })
})
