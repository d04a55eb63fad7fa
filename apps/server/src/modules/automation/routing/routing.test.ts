import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { autoAssignments } from '#server/db/schema/automation/routing.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { somePhone } from '#server/test/webhooks.ts'
import { sweepQueues } from './actions/pass-on.ts'
import { fillQueues } from './index.ts'

let world: TeamInboxWorld
let inbox: TeamInbox

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
})
afterAll(() => world.close())

const assigneeOf = async (phone: string) => (await inbox.conversationOf(phone)).assigneeId
const write = async (count: number) => {
  const phones: string[] = []
  for (let n = 0; n < count; n++) phones.push(await inbox.write('Oi'))
  return phones
}

describe('a new conversation', () => {
  it('causes no work where a company has set up nothing', async () => {
    const phone = await inbox.write('Oi')
    expect((await inbox.conversationOf(phone)).teamId).toBeNull()
    expect((await inbox.jobs()).map(({ name }) => name)).not.toContain('conversation_automations.run')
  })

  it('goes to the team of its channel and in turn to those who are there', async () => {
    const [ana, bia, gone] = [await inbox.agent(), await inbox.agent(), await inbox.agent({ online: false })]
    const teamId = await inbox.team({ mode: 'round_robin' }, [ana.id, bia.id, gone.id])
    await inbox.settings('routing', { teamId })
    const phones = await write(4)
    const given = await Promise.all(phones.map(assigneeOf))
    expect(given.filter((id) => id === ana.id)).toHaveLength(2)
    expect(given.filter((id) => id === bia.id)).toHaveLength(2)
    expect((await inbox.conversationOf(phones[0] as string)).teamId).toBe(teamId)
  })

  it('goes to the one with the least to do, and to no one beyond their room', async () => {
    const [ana, bia] = [await inbox.agent({ capacity: 3 }), await inbox.agent({ capacity: 1 })]
    const teamId = await inbox.team({ mode: 'least_loaded' }, [ana.id, bia.id])
    await inbox.settings('routing', { teamId })
    const given = await Promise.all((await write(5)).map(assigneeOf))
    expect(given.filter((id) => id === ana.id)).toHaveLength(3)
    expect(given.filter((id) => id === bia.id)).toHaveLength(1)
    expect(given.filter((id) => id === null)).toHaveLength(1)
  })

  it('comes back to whoever had the customer, if the team wants that', async () => {
    const [ana, bia] = [await inbox.agent(), await inbox.agent()]
    const teamId = await inbox.team({ mode: 'round_robin', sticky: true }, [ana.id, bia.id])
    await inbox.settings('routing', { teamId })
    await inbox.chatSettings({ reopenDays: 0 })
    const phone = await inbox.write('Oi')
    const first = await inbox.conversationOf(phone)
    for (let n = 0; n < 3; n++) {
      const current = await inbox.conversationOf(phone)
      await inbox.call('PUT', `conversations/${current.id}/status`, { status: 'resolved' })
      await world.deps.database.db
        .update(conversations)
        .set({ resolvedAt: new Date(Date.now() - 86_400_000) })
        .where(eq(conversations.id, current.id))
      await inbox.write('De novo', { phone })
    }
    expect((await inbox.conversationOf(phone)).id).not.toBe(first.id)
    expect(await assigneeOf(phone)).toBe(first.assigneeId)
  })
})

describe('the queue', () => {
  it('waits while no one is there, and goes out when someone comes', async () => {
    const ana = await inbox.agent()
    const teamId = await inbox.team({}, [ana.id])
    await inbox.settings('routing', { teamId })
    expect((await inbox.call('PUT', 'me/presence', { presence: 'away' }, ana.headers)).status).toBe(200)
    const [phone] = await write(1)
    expect(await assigneeOf(phone as string)).toBeNull()
    await inbox.call('PUT', 'me/presence', { presence: 'online' }, ana.headers)
    await inbox.settle()
    expect(await assigneeOf(phone as string)).toBe(ana.id)
  })

  it('goes on when someone has room again', async () => {
    const ana = await inbox.agent({ capacity: 1 })
    await inbox.settings('routing', { teamId: await inbox.team({}, [ana.id]) })
    const [first, second] = await write(2)
    expect(await assigneeOf(second as string)).toBeNull()
    const done = await inbox.conversationOf(first as string)
    await inbox.call('PUT', `conversations/${done.id}/status`, { status: 'resolved' })
    await inbox.settle()
    expect(await assigneeOf(second as string)).toBe(ana.id)
  })

  it('gives each conversation to one person and no one too many, however many give out at once', async () => {
    const people = [
      await inbox.agent({ capacity: 1 }),
      await inbox.agent({ capacity: 1 }),
      await inbox.agent({ capacity: 1 }),
    ]
    const ids = people.map(({ id }) => id)
    for (const id of ids) await inbox.disconnect(id)
    const teamIds = [await inbox.team({}, ids), await inbox.team({}, ids)]
    for (const teamId of teamIds) {
      await inbox.settings('routing', { teamId })
      await write(5)
    }
    for (const id of ids) await inbox.connect(id)
    const found = await settingsOf(world.deps, inbox.companyId)
    if (!found) throw new Error('no inbox')
    // Each gives out for one team alone, so that they meet at the people and not only at the conversations.
    const desks = teamIds.map((id) => ({ ...found, teams: new Map([...found.teams].filter(([key]) => key === id)) }))
    await Promise.all([...desks, ...desks, ...desks].map((part) => fillQueues(automationCtx(world.deps, part), part)))
    const rows = await world.deps.database.db
      .select({ assigneeId: conversations.assigneeId })
      .from(conversations)
      .where(and(eq(conversations.companyId, inbox.companyId), inArray(conversations.assigneeId, ids)))
    expect(rows).toHaveLength(3)
    for (const id of ids) expect(rows.filter(({ assigneeId }) => assigneeId === id)).toHaveLength(1)
    const lines = await Promise.all(
      (await inbox.call('GET', 'conversations?limit=50')).body.data.map(({ id }: { id: string }) => inbox.lines(id)),
    )
    expect(lines.flat().filter((kind) => kind === 'assigned')).toHaveLength(3)
  })

  it('passes on what someone did not answer in time, and keeps what was answered', async () => {
    const [ana, bia] = [await inbox.agent(), await inbox.agent()]
    await inbox.settings('routing', { teamId: await inbox.team({ reassignMinutes: 5 }, [ana.id, bia.id]) })
    const [late, answered] = (await write(2)) as [string, string]
    const before = await assigneeOf(late)
    const done = await inbox.conversationOf(answered)
    const owner = done.assigneeId === ana.id ? ana : bia
    const sent = await inbox.call(
      'POST',
      `conversations/${done.id}/messages`,
      { type: 'text', clientKey: `${done.id}`, body: 'Olá' },
      owner.headers,
    )
    expect(sent.status).toBe(201)
    await world.deps.database.db
      .update(autoAssignments)
      .set({ passOnAt: new Date(Date.now() - 1000) })
      .where(eq(autoAssignments.companyId, inbox.companyId))
    await sweepQueues(world.deps)
    expect(await assigneeOf(answered)).toBe(done.assigneeId)
    expect(new Set([before, await assigneeOf(late)])).toEqual(new Set([ana.id, bia.id]))
  })

  it('is passed on while many others wait until their team works', async () => {
    const [ana, bia] = [await inbox.agent(), await inbox.agent()]
    await inbox.settings('routing', { teamId: await inbox.team({ reassignMinutes: 5 }, [ana.id, bia.id]) })
    const phone = await inbox.write('Oi')
    const before = await assigneeOf(phone)
    const asleep = await inbox.team({ reassignMinutes: 5 }, [ana.id])
    const { pool } = world.deps.database
    await pool.query('update teams set business_hours_id = $1 where id = $2', [await inbox.hours([]), asleep])
    emitChange(world.deps, 'settings.updated', { companyId: inbox.companyId })
    const { channelId, contactId, identityId, id } = await inbox.conversationOf(phone)
    await pool.query(
      `with c as (insert into conversations (company_id, id, channel_id, contact_id, identity_id, status)
          select $1, gen_random_uuid(), $2, $3, $4, 'resolved' from generate_series(1, 200) returning id)
        insert into auto_assignments (company_id, conversation_id, team_id, user_id, assigned_at, pass_on_at, passed_by)
        select $1, id, $5, $6, now(), now() - interval '1 day', '{}' from c`,
      [inbox.companyId, channelId, contactId, identityId, asleep, ana.id],
    )
    await pool.query("update auto_assignments set pass_on_at = now() - interval '1 hour' where conversation_id = $1", [
      id,
    ])
    await sweepQueues(world.deps)
    const [now] = await world.deps.database.db.select().from(conversations).where(eq(conversations.id, id))
    expect(new Set([before, now?.assigneeId])).toEqual(new Set([ana.id, bia.id]))
  })

  it('waits until the team works', async () => {
    const ana = await inbox.agent()
    const teamId = await inbox.team({}, [ana.id])
    const hoursId = await inbox.hours([])
    await world.deps.database.pool.query('update teams set business_hours_id = $1 where id = $2', [hoursId, teamId])
    emitChange(world.deps, 'settings.updated', { companyId: inbox.companyId })
    await inbox.settings('routing', { teamId })
    expect(await assigneeOf(await inbox.write('Oi', { phone: somePhone() }))).toBeNull()
  })
})
