import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import type { EnvironmentCtx } from '#server/notifications/index.ts'

type PersonRow = {
  id: string
  firstName: string
  lastName: string | null
  email: string
  locale: string
  timezone: string
  avatarFileId: string | null
  /** Shut out by the platform: nothing of a company is for them meanwhile. */
  suspended: boolean
}
export type Person = PersonRow

// The first word of a name, and the rest of it.
const firstName = sql`split_part(u.name, ' ', 1)`
const lastName = sql`nullif(substr(u.name, length(split_part(u.name, ' ', 1)) + 2), '')`
const person = sql`u.id, ${firstName} as "firstName", ${lastName} as "lastName", u.email, u.locale, u.timezone,
  u.avatar_file_id as "avatarFileId", u.status = 'suspended' as suspended`

const idList = (ids: readonly string[]) => sql`${sql.param(ids)}::uuid[]`

/** People by their ids, in no order; deleted ones are left out. */
export const findPeople = async (ctx: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<Person[]> => {
  const result = await ctx.db.execute<PersonRow>(
    sql`select ${person} from users u where u.id = any(${idList(ids)}) and u.status <> 'deleted'`,
  )
  return result.rows
}

/** People who are no subscribers yet or have changed since, after the one with the id `after`, in the order of ids. */
export const listStrayPeople = async (ctx: EnvironmentCtx, after: string | null, limit: number): Promise<Person[]> => {
  const result = await ctx.db.execute<PersonRow>(sql`
    select ${person} from users u
    left join notification_subscribers s on s.environment_id = ${ctx.environment.id} and s.subscriber_id = u.id::text
    where u.status <> 'deleted' and (${after}::uuid is null or u.id > ${after}::uuid) and (
      s.id is null or right(s.avatar, 12) is distinct from right(u.avatar_file_id::text, 12)
      or (s.first_name, s.last_name, s.email, s.locale, s.timezone)
        is distinct from (${firstName}, ${lastName}, u.email, u.locale, u.timezone))
    order by u.id limit ${limit}`)
  return result.rows
}

export type CompanyName = { id: string; name: string }

/** Companies by their ids, in no order; deleted ones are left out. */
export const findCompanies = async (ctx: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<CompanyName[]> => {
  const result = await ctx.db.execute<CompanyName>(
    sql`select id, name from companies where id = any(${idList(ids)}) and deleted_at is null`,
  )
  return result.rows
}

export type Membership = { companyId: string; userId: string; admin: boolean }

/** Members of these companies, without those who have not joined yet and those who are shut out. */
export const listMemberships = async (ctx: EnvironmentCtx, companyIds: readonly string[]): Promise<Membership[]> => {
  const result = await ctx.db.execute<Membership>(sql`
    select m.company_id as "companyId", m.user_id as "userId", m.role = 'admin' as admin
    from company_members m join companies c on c.id = m.company_id and c.deleted_at is null
    join users u on u.id = m.user_id and u.status not in ('deleted', 'suspended')
    where m.company_id = any(${idList(companyIds)}) and m.status <> 'invited'`)
  return result.rows
}

/** Which of these companies the person has joined. */
export const findJoinedCompanies = async (
  ctx: EnvironmentCtx,
  userId: string,
  companyIds: readonly string[],
): Promise<Set<string>> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select m.company_id as id from company_members m join companies c on c.id = m.company_id and c.deleted_at is null
    where m.user_id = ${userId}::uuid and m.company_id = any(${idList(companyIds)}) and m.status <> 'invited'`)
  return new Set(result.rows.map(({ id }) => id))
}

/** The companies of a person, invitations left out. */
export const listCompaniesOf = async (ctx: EnvironmentCtx, userId: string): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select m.company_id as id from company_members m
    where m.user_id = ${userId}::uuid and m.status <> 'invited' order by m.company_id`)
  return result.rows.map(({ id }) => id)
}

/** Companies whose tenant or topics are not as they should be. */
export const listStrayCompanies = async (ctx: EnvironmentCtx): Promise<string[]> => {
  const environmentId = ctx.environment.id
  const result = await ctx.db.execute<{ id: string }>(sql`
    with wanted as (
      select t.key, m.user_id::text as subscriber_id
      from company_members m join companies c on c.id = m.company_id and c.deleted_at is null
      join users u on u.id = m.user_id and u.status not in ('deleted', 'suspended')
      cross join lateral (values ('company:' || m.company_id, true), ('company:' || m.company_id || ':admins', m.role = 'admin'))
        as t(key, belongs)
      where m.status <> 'invited' and t.belongs
    ), kept as (
      select t.key, s.subscriber_id from notification_topics t
      join notification_topic_members m on m.topic_id = t.id join notification_subscribers s on s.id = m.subscriber_id
      where t.environment_id = ${environmentId} and t.key like 'company:%'
    )
    select distinct split_part(key, ':', 2) as id
    from wanted full join kept using (key, subscriber_id) where wanted.key is null or kept.key is null
    union
    select c.id::text from companies c
    left join notification_tenants t on t.environment_id = ${environmentId} and t.identifier = c.id::text
    where c.deleted_at is null and (t.id is null or t.name is distinct from c.name)`)
  return result.rows.map(({ id }) => id)
}

/** Members who see every conversation of the company. */
export const listOnlookers = async (ctx: EnvironmentCtx, companyId: string): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select m.user_id as id from company_members m join users u on u.id = m.user_id and u.status = 'active'
    where m.company_id = ${companyId}::uuid and m.status = 'active' and m.visibility = 'all'`)
  return result.rows.map(({ id }) => id)
}

export const listPlatformAdmins = async (ctx: EnvironmentCtx): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(
    sql`select id from users where role = 'admin' and status = 'active'`,
  )
  return result.rows.map(({ id }) => id)
}

/** Those of these people who are members of the company. */
export const listMembersAmong = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  userIds: readonly string[],
): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select user_id as id from company_members
    where company_id = ${companyId}::uuid and user_id = any(${idList(userIds)}) and status <> 'invited'`)
  return result.rows.map(({ id }) => id)
}

/** Those of these people who work in the company and are none of its admins. */
export const listPlainMembers = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  userIds: readonly string[],
): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select user_id as id from company_members
    where company_id = ${companyId}::uuid and user_id = any(${idList(userIds)}) and status = 'active' and role <> 'admin'`)
  return result.rows.map(({ id }) => id)
}

/** Those who lead a team. */
export const listTeamLeads = async (ctx: Pick<Ctx, 'db'>, companyId: string, teamId: string): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select user_id as id from team_members
    where company_id = ${companyId}::uuid and team_id = ${teamId}::uuid and lead`)
  return result.rows.map(({ id }) => id)
}

/** The text of a note, locked until the transaction ends; null if it was deleted. */
export const findNoteText = async (ctx: Pick<Ctx, 'db'>, companyId: string, noteId: string): Promise<string | null> => {
  const result = await ctx.db.execute<{ body: string | null }>(sql`
    select body from messages where company_id = ${companyId}::uuid and id = ${noteId}::uuid and type = 'note' for share`)
  return result.rows[0] ? (result.rows[0].body ?? '') : null
}

/** One process at a time prepares what the product tells people; until the transaction ends. */
export const lockPreparation = (ctx: EnvironmentCtx): Promise<void> => lockName(ctx, 'product notifications')
