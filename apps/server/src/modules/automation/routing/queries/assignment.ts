import { sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { socketFreshSeconds } from '#server/db/schema/automation/routing.ts'

/** Assigns a company's conversations in one transaction at a time, so that no member exceeds their capacity. */
export const lockAssignment = (tx: CompanyCtx): Promise<void> => lockName(tx, `routing ${tx.company.id}`)

export type AvailablePerson = {
  userId: string
  /** Their own number of conversations at most; null leaves it to the team. */
  capacity: number | null
  /** Conversations they have to do. */
  load: number
}

/** Who of these people is there for conversations: said so, and has a browser connected. */
export const findAvailable = async (tx: CompanyCtx, userIds: readonly string[]): Promise<AvailablePerson[]> => {
  const result = await tx.db.execute<AvailablePerson>(sql`
    select m.user_id as "userId", m.capacity, (
      select count(*)::int from conversations c where c.company_id = m.company_id and c.assignee_id = m.user_id
        and c.status in ('open', 'pending')) as load
    from company_members m join users u on u.id = m.user_id and u.status = 'active'
    where m.company_id = ${tx.company.id} and m.user_id = any(${sql.param([...userIds])}::uuid[])
      and m.status = 'active' and m.presence = 'online' and exists (
        select 1 from member_sockets s where s.company_id = m.company_id and s.user_id = m.user_id
          and s.seen_at > now() - make_interval(secs => ${socketFreshSeconds}))`)
  return result.rows
}

export type QueuedConversation = { id: string; teamId: string; identityId: string }

/** Conversations that wait in the queues of these teams, those that have waited longest first. */
export const findQueue = async (
  ctx: CompanyCtx,
  teamIds: readonly string[],
  limit: number,
): Promise<QueuedConversation[]> => {
  const result = await ctx.db.execute<QueuedConversation>(sql`
    select c.id, c.team_id as "teamId", c.identity_id as "identityId" from conversations c
    where c.company_id = ${ctx.company.id} and c.status <> 'resolved' and c.status = 'open' and c.assignee_id is null
      and c.team_id = any(${sql.param([...teamIds])}::uuid[])
    order by c.waiting_since nulls last, c.last_message_at limit ${limit}`)
  return result.rows
}

/** Locks a queued conversation; false when it waits no longer. */
export const lockQueued = async (tx: CompanyCtx, { id, teamId }: QueuedConversation): Promise<boolean> => {
  const result = await tx.db.execute(sql`
    select 1 from conversations c where c.company_id = ${tx.company.id} and c.id = ${id} and c.status = 'open'
      and c.assignee_id is null and c.team_id = ${teamId} for no key update`)
  return result.rows.length > 0
}

const STICKY_DAYS = 30

/** Who had the person's conversations last, within 30 days. */
export const findLastAssignee = async (tx: CompanyCtx, conversation: QueuedConversation): Promise<string | null> => {
  const result = await tx.db.execute<{ id: string }>(sql`
    select c.assignee_id as id from conversations c
    where c.company_id = ${tx.company.id} and c.identity_id = ${conversation.identityId} and c.id <> ${conversation.id}
      and c.assignee_id is not null and c.last_message_at > now() - make_interval(days => ${STICKY_DAYS})
    order by c.last_message_at desc limit 1`)
  return result.rows[0]?.id ?? null
}

/** When each member of a team was last given something by it. */
export const findTurns = async (tx: CompanyCtx, teamId: string): Promise<Map<string, number>> => {
  const result = await tx.db.execute<{ userId: string; at: string }>(
    sql`select user_id as "userId", at from team_turns where team_id = ${teamId} and company_id = ${tx.company.id}`,
  )
  return new Map(result.rows.map(({ userId, at }) => [userId, new Date(at).getTime()]))
}

export const findPassedBy = async (tx: CompanyCtx, conversationId: string): Promise<string[]> => {
  const result = await tx.db.execute<{ ids: string[] }>(sql`
    select passed_by as ids from auto_assignments
    where company_id = ${tx.company.id} and conversation_id = ${conversationId}`)
  return result.rows[0]?.ids ?? []
}

type Given = {
  conversationId: string
  teamId: string
  userId: string
  passOnAt: Date | null
  passedBy: readonly string[]
}

/** Notes who was given what, and until when they have time to answer. */
export const saveAssignment = async (tx: CompanyCtx, given: Given): Promise<void> => {
  const now = tx.now().toISOString()
  const { conversationId, teamId, userId, passOnAt, passedBy } = given
  await tx.db.execute(sql`
    insert into team_turns (company_id, team_id, user_id, at) values (${tx.company.id}, ${teamId}, ${userId}, ${now}::timestamptz)
    on conflict (team_id, user_id) do update set at = excluded.at`)
  await tx.db.execute(sql`
    insert into auto_assignments (company_id, conversation_id, team_id, user_id, assigned_at, pass_on_at, passed_by)
    values (${tx.company.id}, ${conversationId}, ${teamId}, ${userId}, ${now}::timestamptz,
      ${passOnAt?.toISOString() ?? null}::timestamptz, ${sql.param([...passedBy])}::uuid[])
    on conflict (company_id, conversation_id) do update set team_id = excluded.team_id, user_id = excluded.user_id,
      assigned_at = excluded.assigned_at, pass_on_at = excluded.pass_on_at, passed_by = excluded.passed_by`)
}

export type DueAssignment = {
  companyId: string
  conversationId: string
  userId: string
  teamId: string
  passOnAt: string
}

/** Given to people who have had their time to answer, those who had it first, after a place. */
export const findDueAssignments = async (
  ctx: Pick<Ctx, 'db'>,
  now: Date,
  limit: number,
  after: DueAssignment | null,
): Promise<DueAssignment[]> => {
  const place =
    after &&
    sql`and (a.pass_on_at, a.conversation_id) > (${after.passOnAt}::timestamptz, ${after.conversationId}::uuid)`
  const result = await ctx.db.execute<DueAssignment>(sql`
    select a.company_id as "companyId", a.conversation_id as "conversationId", a.user_id as "userId",
      a.team_id as "teamId", a.pass_on_at::text as "passOnAt"
    from auto_assignments a join companies c on c.id = a.company_id and c.deleted_at is null
    where a.pass_on_at <= ${now.toISOString()}::timestamptz ${place ?? sql``}
    order by a.pass_on_at, a.conversation_id limit ${limit}`)
  return result.rows
}

/** Whether the conversation is still theirs and the customer still waits for the first word since they got it. */
export const isUnanswered = async (tx: CompanyCtx, { conversationId, userId }: DueAssignment): Promise<boolean> => {
  const result = await tx.db.execute(sql`
    select 1 from auto_assignments a join conversations c on c.company_id = a.company_id and c.id = a.conversation_id
    where a.company_id = ${tx.company.id} and a.conversation_id = ${conversationId} and a.user_id = ${userId}
      and c.assignee_id = a.user_id and c.status = 'open' and c.waiting_since <= a.assigned_at for no key update of c`)
  return result.rows.length > 0
}

/** The person let it pass; it is theirs no longer. */
export const notePassed = async (tx: CompanyCtx, { conversationId, userId }: DueAssignment): Promise<void> => {
  await tx.db.execute(sql`
    update auto_assignments set pass_on_at = null, passed_by = array_append(passed_by, ${userId}::uuid)
    where company_id = ${tx.company.id} and conversation_id = ${conversationId}`)
}

export const forgetAssignment = async (tx: CompanyCtx, conversationId: string): Promise<void> => {
  await tx.db.execute(sql`
    delete from auto_assignments where company_id = ${tx.company.id} and conversation_id = ${conversationId}`)
}

/** Companies some team of which gives out conversations automatically. */
export const findAssigningCompanies = async (ctx: Pick<Ctx, 'db'>): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select distinct t.company_id as id from teams t join companies c on c.id = t.company_id and c.deleted_at is null
    where t.auto_assign->>'mode' <> 'off'`)
  return result.rows.map(({ id }) => id)
}

/** Where a conversation is: its team, and whose it is. */
export const findPlace = async (tx: CompanyCtx, id: string) => {
  const result = await tx.db.execute<{
    channelId: string
    teamId: string | null
    assigneeId: string | null
    status: string
  }>(sql`select channel_id as "channelId", team_id as "teamId", assignee_id as "assigneeId", status from conversations
    where company_id = ${tx.company.id} and id = ${id}`)
  return result.rows[0] ?? null
}
