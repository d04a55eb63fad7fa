import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slaClocks } from '#server/db/schema/automation/sla.ts'
import { newId } from '#server/lib/ids.ts'
import { createCompany, createConversation } from '#server/test/factories.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { deliver, statusBody } from '#server/test/webhooks.ts'
import { trackDueSlaTargets } from './track.ts'

let world: TeamInboxWorld
let inbox: TeamInbox

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
})
afterAll(() => world.close())

const clocksOf = (conversationId: string) =>
  world.deps.database.db
    .select()
    .from(slaClocks)
    .where(eq(slaClocks.conversationId, conversationId))
    .orderBy(asc(slaClocks.startedAt), asc(slaClocks.kind))
const answer = async (id: string) => {
  const sent = await inbox.call('POST', `conversations/${id}/messages`, {
    type: 'text',
    clientKey: newId(),
    body: 'Olá',
  })
  expect(sent.status).toBe(201)
  await inbox.settle()
  return sent.body as { id: string }
}
/** As if so many minutes had passed since the clocks began. */
const age = async (conversationId: string, minutes: number) => {
  await world.deps.database.pool.query(
    'update conversations set waiting_since = waiting_since - make_interval(mins => $2) where id = $1',
    [conversationId, minutes],
  )
  await world.deps.database.pool.query(
    `update sla_clocks set warn_at = warn_at - make_interval(mins => $2), due_at = due_at - make_interval(mins => $2),
      started_at = started_at - make_interval(mins => $2) where conversation_id = $1`,
    [conversationId, minutes],
  )
}

describe('SLA targets', () => {
  it('start with the conversation, are met only by the answer of a member, and end with it', async () => {
    await inbox.policy({ firstResponse: 10, nextResponse: 20, resolution: 60 })
    await inbox.settings('routing', { greeting: { enabled: true, text: 'Olá!' } })
    const phone = await inbox.write('Oi')
    const begun = await inbox.conversationOf(phone)
    const first = await clocksOf(begun.id)
    expect(first.map(({ kind, metAt }) => [kind, metAt])).toEqual([
      ['first_response', null],
      ['resolution', null],
    ])
    expect(begun.slaDueAt).toEqual(first[0]?.dueAt)
    await answer(begun.id)
    expect((await clocksOf(begun.id))[0]?.metAt).not.toBeNull()
    expect((await inbox.conversationOf(phone)).slaDueAt).toEqual(first[1]?.dueAt)
    await inbox.write('E agora?', { phone })
    await inbox.write('Alô?', { phone })
    const kinds = (await clocksOf(begun.id)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['first_response', 'next_response', 'resolution'])
    await inbox.call('PUT', `conversations/${begun.id}/status`, { status: 'resolved' })
    await inbox.settle()
    expect((await clocksOf(begun.id)).every(({ metAt }) => metAt !== null)).toBe(true)
    expect((await inbox.conversationOf(phone)).slaDueAt).toBeNull()
    await inbox.write('Voltei', { phone })
    expect(
      (await clocksOf(begun.id))
        .filter(({ metAt }) => metAt === null)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['first_response', 'resolution'])
  })

  it('run on when the answer that kept them was not delivered, until another one is', async () => {
    const inboxes = await openInboxes(world)
    await inbox.policy({ firstResponse: 100 })
    const phone = await inbox.write('Oi')
    const { id, waitingSince } = await inbox.conversationOf(phone)
    const fate = async (status: 'failed' | 'delivered', { id: messageId }: { id: string }) => {
      const errors = [{ code: 131026, title: 'x', message: 'x', error_data: { details: 'x' } }]
      const extra = { biz_opaque_callback_data: messageId, ...(status === 'failed' && { errors }) }
      const at = Math.floor(Date.now() / 1000)
      await deliver(world.app, world.deps, statusBody(inbox.line, `wamid.${messageId}`, status, at, extra))
      await inbox.settle()
    }
    const look = async () => {
      const [clock, ...others] = await clocksOf(id)
      const row = await inbox.conversationOf(phone)
      const { failed } = (await inbox.call('GET', 'conversations/counts')).body
      const { data } = (await inbox.call('GET', `conversations/${id}/failed-messages`)).body
      expect(others).toEqual([])
      return {
        ...{ running: clock?.metAt === null, waiting: row.waitingSince, answered: row.firstResponseAt !== null },
        ...{ failed, messages: data.map((one: { body: string }) => one.body) },
      }
    }
    const unanswered = { running: true, waiting: waitingSince, answered: false }
    const first = await answer(id)
    await fate('failed', first)
    expect(await look()).toEqual({ ...unanswered, failed: 1, messages: ['Olá'] })
    await fate('delivered', first)
    expect(await look()).toEqual({ running: false, waiting: null, answered: true, failed: 0, messages: [] })

    const second = await answer(id)
    await inbox.write('Alguém?', { phone })
    await fate('failed', second)
    expect((await look()).failed).toBe(1)
    expect((await inbox.call('GET', 'conversations?view=failed')).body.data).toMatchObject([
      { id, failedAt: second && expect.any(String) },
    ])
    const again = (
      await inbox.call('POST', `conversations/${id}/messages/${second.id}/resends`, { clientKey: newId() })
    ).body
    await inbox.settle()
    expect(await look()).toMatchObject({ waiting: null, failed: 0, messages: [] })
    await fate('failed', again)
    await inbox.call('PUT', `conversations/${id}/status`, { status: 'resolved' })
    expect((await inbox.call('GET', 'conversations?view=failed')).body.data).toMatchObject([{ id, status: 'resolved' }])
    const dismiss = (message: { id: string }) =>
      inbox.call('POST', `conversations/${id}/messages/${message.id}/dismissal`, {})
    expect((await dismiss(first)).body).toMatchObject({ status: 409, code: 'state_invalid' })
    expect([(await dismiss(again)).status, (await dismiss(again)).status]).toEqual([204, 204])
    expect(await look()).toMatchObject({ failed: 0, messages: [] })
    const jobs = await inboxes.jobsOf(inbox.user.id, 'message.failed')
    expect(jobs.filter(({ type }) => type === 'digest')).toHaveLength(3)
  })

  it('of words that are answered by what is not delivered are one target again', async () => {
    await inbox.policy({ firstResponse: 100, nextResponse: 50 })
    const phone = await inbox.write('Oi', { at: Math.floor(Date.now() / 1000) - 30 })
    const { id } = await inbox.conversationOf(phone)
    const { id: messageId } = await answer(id)
    await inbox.write('Alguém?', { phone })
    expect((await clocksOf(id)).map(({ kind }) => kind)).toEqual(['first_response', 'next_response'])
    const errors = [{ code: 131026, title: 'x', message: 'x', error_data: { details: 'x' } }]
    const extra = { biz_opaque_callback_data: messageId, errors }
    const at = Math.floor(Date.now() / 1000)
    await deliver(world.app, world.deps, statusBody(inbox.line, `wamid.${messageId}`, 'failed', at, extra))
    await inbox.settle()
    expect((await clocksOf(id)).map(({ kind, metAt }) => [kind, metAt])).toEqual([['first_response', null]])
  })

  it('warn the assignee and the leads, break once, and say so in the conversation', async () => {
    const inboxes = await openInboxes(world)
    const [ana, lead] = [await inbox.agent(), await inbox.agent({ online: false })]
    await inbox.settings('routing', { teamId: await inbox.team({}, [ana.id], [lead.id]) })
    await inboxes.refresh()
    await inbox.policy({ firstResponse: 100 })
    const { id } = await inbox.conversationOf(await inbox.write('Oi'))
    await age(id, 80)
    await trackDueSlaTargets(world.deps)
    await trackDueSlaTargets(world.deps)
    const toldOf = async (userId: string, workflow: string) =>
      (await inboxes.inboxOf(userId)).filter((notice) => notice.templateIdentifier === workflow).length
    expect(await toldOf(ana.id, 'sla.warning')).toBe(1)
    expect(await toldOf(lead.id, 'sla.warning')).toBe(1)
    expect(await inbox.lines(id)).not.toContain('sla_breached')
    await age(id, 30)
    await Promise.all([trackDueSlaTargets(world.deps), trackDueSlaTargets(world.deps)])
    expect((await inbox.lines(id)).filter((kind) => kind === 'sla_breached')).toHaveLength(1)
    expect((await inboxes.jobsOf(lead.id, 'sla.breached')).length).toBeGreaterThan(0)
  })

  it('stand still while snoozed until the customer writes, and are only made where conditions hold', async () => {
    await inbox.policy({ resolution: 60 }, { channelIds: [inbox.channel.id] })
    await inbox.policy({ firstResponse: 5 })
    const phone = await inbox.write('Oi')
    const { id } = await inbox.conversationOf(phone)
    expect((await clocksOf(id)).map(({ kind }) => kind)).toEqual(['resolution'])
    await inbox.call('PUT', `conversations/${id}/snooze`, { until: null })
    await inbox.settle()
    expect((await clocksOf(id))[0]?.pausedSeconds).toBeGreaterThan(3500)
    expect((await inbox.conversationOf(phone)).slaDueAt).toBeNull()
    await inbox.write('Voltei', { phone })
    expect((await clocksOf(id))[0]?.pausedSeconds).toBeNull()
    expect((await inbox.conversationOf(phone)).slaDueAt).not.toBeNull()
  })

  it('become those of another policy when team, priority or labels change, and of no other when only policies do', async () => {
    const phone = await inbox.write('Oi')
    const begun = await inbox.conversationOf(phone)
    expect(await clocksOf(begun.id)).toEqual([])
    const urgent = await inbox.policy({ firstResponse: 5 }, { priorities: [4] })
    const usual = await inbox.policy({ firstResponse: 60, resolution: 600 })
    const put = async (path: string, body: object) => {
      expect((await inbox.call('PUT', `conversations/${begun.id}/${path}`, body)).status).toBe(200)
      await inbox.settle()
    }
    const running = async () =>
      (await clocksOf(begun.id)).map(({ kind, policyId, startedAt, dueAt }) => ({
        kind,
        policyId,
        minutes: Math.round(((dueAt?.getTime() ?? 0) - startedAt.getTime()) / 60_000),
      }))
    await put('assignment', { assigneeId: inbox.user.id })
    expect(await running()).toEqual([])
    await put('priority', { priority: 'high' })
    const before = await running()
    expect(before).toEqual([
      { kind: 'first_response', policyId: usual, minutes: 60 },
      { kind: 'resolution', policyId: usual, minutes: 600 },
    ])
    await put('priority', { priority: 'urgent' })
    expect(await running()).toEqual([{ kind: 'first_response', policyId: urgent, minutes: 5 }])
    const [clock] = await clocksOf(begun.id)
    expect(clock?.startedAt).toEqual(begun.waitingSince)
    expect((await inbox.conversationOf(phone)).slaDueAt).toEqual(clock?.dueAt)
    await put('snooze', { until: null })
    await put('priority', { priority: 'low' })
    await put('status', { status: 'open' })
    expect(await running()).toContainEqual({ kind: 'first_response', policyId: usual, minutes: 60 })
    expect(await inbox.conversationOf(phone)).toMatchObject({ slaPolicyId: usual })
  })

  it('of a company that is gone keep those of no other waiting', async () => {
    const gone = await createCompany(world.deps)
    const { id } = await createConversation(world.deps, gone.id)
    const { pool } = world.deps.database
    await pool.query('update companies set deleted_at = now() where id = $1', [gone.id])
    await pool.query(
      `insert into sla_clocks (company_id, id, conversation_id, policy_id, kind, started_at, due_at, warn_at)
        select $1, gen_random_uuid(), $2, gen_random_uuid(), 'resolution', now() - interval '9 days',
          now() - interval '8 days', now() - interval '8 days' from generate_series(1, 400)`,
      [gone.id, id],
    )
    await inbox.policy({ firstResponse: 10 })
    const begun = await inbox.conversationOf(await inbox.write('Oi'))
    await age(begun.id, 20)
    await trackDueSlaTargets(world.deps)
    expect(await inbox.lines(begun.id)).toContain('sla_breached')
  })
})
