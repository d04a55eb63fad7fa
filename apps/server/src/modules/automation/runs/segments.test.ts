import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { type Automations, graphOf, node, openAutomations, trigger } from '#server/test/automation-world.ts'
import { startTeamInboxWorld, type TeamInboxWorld } from '#server/test/team-inbox-world.ts'
import { moveRuns } from './queries/merge.ts'
import { eraseRuns } from './queries/retention.ts'
import { lookAtSegments } from './start/segments.ts'

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
const addContact = async (city: string) => {
  const id = newId()
  await world.deps.database.db.insert(contacts).values({ companyId: home.companyId, id, name: city, address: { city } })
  return id
}
const move = (id: string, city: string) =>
  query(`update contacts set address = jsonb_build_object('city', $2::text) where id = $1`, id, city)
const lives = (city: string) => ({ value: 'AND', children: [{ field: 'city', operator: 'EQUAL', value: city }] })
const addSegment = async (city: string) =>
  (await home.call('POST', 'segments', { name: `In ${city}`, filter: lives(city), shared: true })).body
/** Looks at the segments of the company, as after the while for which they rest. */
const look = async () => {
  await query(
    `update automation_segments set check_at = now() - interval '1 second' where company_id = $1`,
    home.companyId,
  )
  await lookAtSegments(world.deps, home.companyId)
  await home.settle()
}
const noting = [node('set_variable', 'v', { variable: 'a', value: '{{event.segment_name}}' })]
const entering = (...segmentIds: string[]) => graphOf(trigger('segment_entered', { segmentIds }), noting)
const leaving = (...segmentIds: string[]) => graphOf(trigger('segment_left', { segmentIds }), noting)
const startedFor = async (id: string): Promise<string[]> =>
  (await home.runs(id)).map(({ contact }: { contact: { id: string } }) => contact.id).toReversed()
const kept = () =>
  query('select contact_id, untold from automation_segment_contacts where company_id = $1', home.companyId)

describe('a segment', () => {
  it('starts an automation for contacts who enter or leave, and not for those already in it', async () => {
    const [before, later] = [await addContact('Recife'), await addContact('Olinda')]
    const segment = await addSegment('Recife')
    const [enters, leaves] = [await home.live(entering(segment.id)), await home.live(leaving(segment.id))]
    await look()
    expect([await startedFor(enters.id), await startedFor(leaves.id)]).toEqual([[], []])
    await move(later, 'Recife')
    const newcomer = await addContact('Recife')
    await move(before, 'Olinda')
    await look()
    await look()
    expect([(await startedFor(enters.id)).toSorted(), await startedFor(leaves.id)]).toEqual([
      [later, newcomer].toSorted(),
      [before],
    ])
    const [run] = await home.runs(leaves.id)
    expect((await home.run(run.id)).variables).toEqual({ a: 'In Recife' })
    await move(later, 'Olinda')
    await look()
    await move(later, 'Recife')
    await look()
    expect((await startedFor(enters.id)).filter((id) => id === later)).toHaveLength(2)
  })

  it('starts nothing by conditions that were changed, and goes by the new ones from then on', async () => {
    const [one, other] = [await addContact('Recife'), await addContact('Olinda')]
    const segment = await addSegment('Recife')
    const { id } = await home.live(entering(segment.id))
    await look()
    await home.call('PATCH', `segments/${segment.id}`, { filter: lives('Olinda'), version: segment.version })
    await look()
    expect(await startedFor(id)).toEqual([])
    await move(one, 'Olinda')
    await move(other, 'Recife')
    await look()
    expect(await startedFor(id)).toEqual([one])
  })

  it('keeps its contacts only while an automation uses it, and starts over when that is resumed', async () => {
    await addContact('Recife')
    const segment = await addSegment('Recife')
    const { id } = await home.live(entering(segment.id))
    await look()
    expect(await kept()).toHaveLength(1)
    await home.call('PUT', `automations/${id}/state`, { state: 'paused' })
    await look()
    expect(await kept()).toEqual([])
    await addContact('Recife')
    await home.call('PUT', `automations/${id}/state`, { state: 'active' })
    await look()
    const late = await addContact('Recife')
    await look()
    expect(await startedFor(id)).toEqual([late])
  })

  it('ends the waits of runs and reaches their goals, those of earlier versions included', async () => {
    const [waited, aimed] = [await addSegment('Recife'), await addSegment('Olinda')]
    const waiting = node('wait_event', 'w', {
      event: { kind: 'segment_entered', segmentIds: [waited.id] },
      timeout: { amount: 1, unit: 'days' },
    })
    const goal = { kind: 'segment_entered' as const, segmentIds: [aimed.id] }
    const live = await home.live(graphOf(trigger('manual'), [waiting], { goal }))
    const [first, second] = [await addContact('Natal'), await addContact('Natal')]
    for (const contactId of [first, second]) await home.call('POST', `automations/${live.id}/starts`, { contactId })
    await home.settle()
    const saved = await home.call('PATCH', `automations/${live.id}`, {
      draft: graphOf(trigger('manual'), noting),
      version: live.version,
    })
    await home.publish(saved.body)
    await look()
    await move(first, 'Recife')
    await move(second, 'Olinda')
    await look()
    const runs = await home.runs(live.id)
    expect(
      runs.map(({ contact, ending }: { contact: { id: string }; ending: string }) => [contact.id, ending]),
    ).toEqual(
      expect.arrayContaining([
        [first, 'finished'],
        [second, 'goal'],
      ]),
    )
  })

  it('is missed by an automation once it is deleted, and holds up no other', async () => {
    const [gone, there] = [await addSegment('Recife'), await addSegment('Olinda')]
    const { id } = await home.live(entering(gone.id, there.id))
    await look()
    await home.call('DELETE', `segments/${gone.id}?force=yes`)
    const { body } = await home.call('GET', `automations/${id}`)
    expect(body.findings).toMatchObject([{ code: 'not_found', node: 'trigger', path: 'trigger.segmentIds' }])
    const contact = await addContact('Olinda')
    await look()
    expect(await startedFor(id)).toEqual([contact])
  })

  it('cannot be left out', async () => {
    const { body } = await home.call('POST', 'automations', { name: 'x', draft: entering() })
    expect(body.findings).toMatchObject([{ code: 'required', path: 'trigger.segmentIds' }])
  })

  it('is tried with contacts of whom nothing is known yet', async () => {
    const segment = await addSegment('Recife')
    const contactId = await addContact('Olinda')
    const { id } = await home.live(entering(segment.id))
    const { body } = await home.call('POST', `automations/${id}/test`, { contactId })
    expect(body).toMatchObject({ enters: true, refusal: null })
  })
})

describe('who enters a segment', () => {
  it('enters once, whatever ends a process and however many look at once', async () => {
    const segment = await addSegment('Recife')
    const { id } = await home.live(entering(segment.id))
    await look()
    const entered = await Promise.all(Array.from({ length: 5 }, () => addContact('Recife')))
    // Ends after it was noted who came, and before that was told.
    await world.deps.database.db.execute(
      sql`create or replace function refuse_segments() returns trigger language plpgsql as $$
        begin if new.kind = 'segment_entered' then raise exception 'killed'; end if; return new; end $$`,
    )
    await world.deps.database.db.execute(
      sql`create trigger refuse_segments before insert on automation_events for each row execute function refuse_segments()`,
    )
    try {
      await look()
    } finally {
      await world.deps.database.db.execute(sql`drop trigger refuse_segments on automation_events`)
    }
    expect((await kept()).filter(({ untold }) => untold === 'segment_entered')).toHaveLength(5)
    await query('update automation_segments set check_at = now() where company_id = $1', home.companyId)
    await Promise.all([1, 2, 3].map(() => lookAtSegments(world.deps, home.companyId)))
    await look()
    expect((await startedFor(id)).toSorted()).toEqual(entered.toSorted())
  })

  it('does not enter again as the contact that it was merged into, and is forgotten with it', async () => {
    const [from, to] = [await addContact('Recife'), await addContact('Olinda')]
    const segment = await addSegment('Recife')
    const { id } = await home.live(entering(segment.id))
    await look()
    const { companyId } = home
    await moveRuns(world.deps.database.pool, { companyId, from, to, moved: null } as never)
    await query('update contacts set deleted_at = now() where id = $1', from)
    await move(to, 'Recife')
    await look()
    expect(await startedFor(id)).toEqual([])
    expect(await kept()).toMatchObject([{ contact_id: to }])
    const subject = {
      companyId,
      mode: 'delete' as const,
      contactIds: [to],
      phones: [],
      bsuids: [],
      emails: [],
      names: [],
    }
    await eraseRuns(systemCtx(world.deps, 'test'), subject, new AbortController().signal)
    expect(await kept()).toEqual([])
  })
})
