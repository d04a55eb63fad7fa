import { messageCountCap } from '@recado/contracts/admin/companies'
import { and, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { containing, startingWith } from '#server/db/like.ts'
import { companyNotes } from '#server/db/schema/admin/companies.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { hasConsent } from './support/queries.ts'

export type Filters = {
  search?: string | undefined
  status?: string | undefined
  block?: string | undefined
  quality?: string | undefined
  channels?: 'none' | 'some' | undefined
  tag?: string | undefined
  manager?: string | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
  quietDays?: number | undefined
  active?: 'yes' | undefined
  leastMembers?: number | undefined
  /** Only companies where a member currently grants access to support. */
  consent?: 'yes' | undefined
}

export type CompanyListRow = {
  id: string
  name: string
  taxId: string | null
  ownerId: string | null
  ownerName: string | null
  ownerEmail: string | null
  status: 'trial' | 'active' | 'past_due' | 'suspended' | 'deleting'
  statusReason: string | null
  deletionAt: string | null
  trialEndsAt: string | null
  members: number
  channels: number
  messages30d: number
  tags: string[]
  managerId: string | null
  managerName: string | null
  careVersion: number
  qualityWorst: string | null
  accessBlocks: string[]
  createdAt: string
  lastActivityAt: string | null
  country: string
  timezone: string
  phone: string | null
  website: string | null
  security: unknown
}

const searched = (search: string): SQL => {
  const part = containing(search)
  const start = startingWith(search)
  const bare = search.replace(/[^0-9a-z]/gi, '').toUpperCase()
  const digits = search.replace(/\D/g, '')
  const plain = (column: SQL) => sql`regexp_replace(${column}, '\\D', '', 'g')`
  const byNumbers =
    digits.length >= 4
      ? sql` or ${plain(sql`c.phone`)} like ${`%${digits}%`}
        or c.id in (select n.company_id from channels n where ${plain(sql`n.phone`)} like ${`%${digits}%`})
        or c.id in (select a.company_id from wa_accounts a where a.waba_id = ${digits})`
      : sql``
  return sql`(c.name ilike ${part} or c.tax_id like ${startingWith(bare)} or c.id in (select m.company_id
    from company_members m join users u on u.id = m.user_id where u.email ilike ${start})${byNumbers})`
}

const live = sql`n.company_id = c.id and n.disconnected_at is null`

const DAY = 86_400_000
const ofMessages = sql`select 1 from messages m where m.company_id = c.id`
const membersOf = sql`(select count(*) from company_members m where m.company_id = c.id)`

const careConditions = ({ tag, manager }: Filters): SQL[] => {
  const care = sql`select 1 from company_care p where p.company_id = c.id`
  return [
    ...(tag ? [sql`exists (${care} and ${tag} = any(p.tags))`] : []),
    ...(manager === 'none' ? [sql`not exists (${care} and p.manager_id is not null)`] : []),
    ...(manager && manager !== 'none' ? [sql`exists (${care} and p.manager_id = ${manager}::uuid)`] : []),
  ]
}

const ageConditions = ({ createdFrom, createdTo, quietDays, active }: Filters, now: Date): SQL[] => {
  const since = quietDays && new Date(now.getTime() - quietDays * DAY).toISOString()
  return [
    ...(createdFrom ? [sql`c.created_at >= ${createdFrom}::date`] : []),
    ...(createdTo ? [sql`c.created_at < ${createdTo}::date + 1`] : []),
    ...(active
      ? [sql`exists (${ofMessages} and m.occurred_at >= ${new Date(now.getTime() - DAY).toISOString()}::timestamptz)`]
      : []),
    ...(since ? [sql`not exists (${ofMessages} and m.occurred_at >= ${since}::timestamptz)`] : []),
  ]
}

const conditionsOf = (filters: Filters, now: Date): SQL[] => [
  sql`c.deleted_at is null and c.sandbox_of is null`,
  ...(filters.consent ? [hasConsent(now)] : []),
  ...careConditions(filters),
  ...ageConditions(filters, now),
  ...(filters.leastMembers ? [sql`${membersOf} >= ${filters.leastMembers}`] : []),
  ...(filters.search ? [searched(filters.search)] : []),
  ...(filters.status ? [sql`c.status = ${filters.status}`] : []),
  ...(filters.block ? [sql`${filters.block} = any(c.access_blocks)`] : []),
  ...(filters.quality ? [sql`exists (select 1 from channels n where ${live} and n.quality = ${filters.quality})`] : []),
  ...(filters.channels === 'some' ? [sql`exists (select 1 from channels n where ${live})`] : []),
  ...(filters.channels === 'none' ? [sql`not exists (select 1 from channels n where ${live})`] : []),
]

// The rows of the page first, then one look along an index for each figure of each row: no table is counted whole.
const withFigures = (page: SQL, now: Date) => sql`
  with page as materialized (${page})
  select c.id, c.name, c.tax_id as "taxId", o.id as "ownerId", o.name as "ownerName", o.email as "ownerEmail", c.status,
    c.status_reason as "statusReason", c.deletion_at::text as "deletionAt", c.trial_ends_at::text as "trialEndsAt",
    (select count(*)::int from company_members m where m.company_id = c.id) as members,
    (select count(*)::int from (${ofMessages} and m.occurred_at >= ${new Date(now.getTime() - 30 * DAY).toISOString()}
      limit ${messageCountCap}) recent) as "messages30d",
    coalesce(p.tags, '{}') as tags, p.manager_id as "managerId", g.name as "managerName",
    coalesce(p.version, 0) as "careVersion",
    n.channels, n.quality as "qualityWorst", c.access_blocks as "accessBlocks", c.created_at::text as "createdAt",
    (select m.occurred_at::text from messages m where m.company_id = c.id order by m.occurred_at desc limit 1)
      as "lastActivityAt",
    c.country, c.timezone, c.phone, c.website, c.security
  from page c
  left join users o on o.id = c.owner_id
  left join company_care p on p.company_id = c.id
  left join users g on g.id = p.manager_id
  cross join lateral (
    select count(*)::int as channels,
      (array_agg(n.quality order by array_position(array['RED', 'YELLOW', 'GREEN'], n.quality))
        filter (where n.quality in ('RED', 'YELLOW', 'GREEN')))[1] as quality
    from channels n where ${live}
  ) n
  order by c.id desc`

/** Companies before an id, newest first. */
export const listCompanies = async (ctx: Ctx, filters: Filters, before: string | null, limit: number) => {
  const conditions = [...conditionsOf(filters, ctx.now()), ...(before ? [sql`c.id < ${before}::uuid`] : [])]
  const page = sql`select * from companies c where ${sql.join(conditions, sql` and `)} order by c.id desc limit ${limit}`
  return (await ctx.db.execute<CompanyListRow>(withFigures(page, ctx.now()))).rows
}

/** Ids of companies that filters leave, newest first. */
export const listCompanyIds = async (ctx: Ctx, filters: Filters, limit: number): Promise<string[]> => {
  const conditions = sql.join(conditionsOf(filters, ctx.now()), sql` and `)
  const query = sql`select c.id from companies c where ${conditions} order by c.id desc limit ${limit}`
  return (await ctx.db.execute<{ id: string }>(query)).rows.map(({ id }) => id)
}

/** How many companies filters leave; counted up to one more than a limit. */
export const countCompanies = async (ctx: Ctx, filters: Filters, limit: number): Promise<number> => {
  const conditions = sql.join(conditionsOf(filters, ctx.now()), sql` and `)
  const counted = sql`select 1 from companies c where ${conditions} limit ${limit + 1}`
  return (await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from (${counted}) found`)).rows[0]?.n ?? 0
}

/** Those of some companies that are there. */
export const findCompanyNames = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .select({ id: companies.id, label: companies.name })
    .from(companies)
    .where(and(inArray(companies.id, [...ids]), isNull(companies.deletedAt), isNull(companies.sandboxOf)))

export const findCompany = async (ctx: Ctx, id: string): Promise<CompanyListRow | null> => {
  const page = sql`select * from companies c where c.id = ${id}::uuid and c.deleted_at is null and c.sandbox_of is null`
  return (await ctx.db.execute<CompanyListRow>(withFigures(page, ctx.now()))).rows[0] ?? null
}

type PersonRow = {
  id: string
  name: string
  email: string
  role: 'admin' | 'member'
  status: string
  lastSeenAt: string | null
}

/** People of a company, admins first: the first hundred. */
export const listPeople = async (ctx: Ctx, companyId: string): Promise<PersonRow[]> => {
  const result = await ctx.db.execute<PersonRow>(sql`
    select u.id, u.name, u.email, m.role, m.status,
      (select max(s.last_seen_at)::text from sessions s where s.user_id = u.id and s.impersonator_id is null)
        as "lastSeenAt"
    from company_members m join users u on u.id = m.user_id
    where m.company_id = ${companyId}::uuid order by m.role, u.name, u.id limit 100`)
  return result.rows
}

type NumberRow = {
  id: string
  name: string
  phone: string
  status: string
  quality: string | null
  lastEventAt: string | null
}

export const listNumbers = async (ctx: Ctx, companyId: string): Promise<NumberRow[]> => {
  const result = await ctx.db.execute<NumberRow>(sql`
    select id, name, phone, status, quality, last_event_at::text as "lastEventAt" from channels
    where company_id = ${companyId}::uuid and disconnected_at is null order by created_at, id limit 100`)
  return result.rows
}

/** Most messages that the use of 30 days counts. */
export const USAGE_CAP = 100_000

export const countUsage = async (ctx: Ctx, companyId: string, since: Date) => {
  const result = await ctx.db.execute<{ messagesIn: number; messagesOut: number }>(sql`
    select count(*) filter (where direction = 'in')::int as "messagesIn",
      count(*) filter (where direction = 'out')::int as "messagesOut"
    from (select direction from messages where company_id = ${companyId}::uuid and occurred_at >= ${since.toISOString()}
      order by occurred_at desc limit ${USAGE_CAP}) recent`)
  return result.rows[0] ?? { messagesIn: 0, messagesOut: 0 }
}

/** Codes of messages that failed since an instant, the most frequent first. */
export const listErrors = async (ctx: Ctx, companyId: string, since: Date) => {
  const result = await ctx.db.execute<{ code: string; count: number; lastAt: string }>(sql`
    select coalesce(error_code::text, 'unknown') as code, count(*)::int as count, max(failed_at)::text as "lastAt"
    from (select error_code, failed_at from messages where company_id = ${companyId}::uuid
      and occurred_at >= ${since.toISOString()} and status = 'failed' and failed_at is not null
      order by occurred_at desc limit ${USAGE_CAP}) failed
    group by 1 order by 2 desc limit 10`)
  return result.rows
}

export const listNotes = (ctx: Ctx, companyId: string) =>
  ctx.db
    .select({ note: companyNotes, author: users.name })
    .from(companyNotes)
    .leftJoin(users, eq(users.id, companyNotes.authorId))
    .where(eq(companyNotes.companyId, companyId))
    .orderBy(desc(companyNotes.createdAt), desc(companyNotes.id))
    .limit(100)

export const insertNote = async (ctx: Ctx, row: typeof companyNotes.$inferInsert): Promise<void> => {
  await ctx.db.insert(companyNotes).values(row)
}

export const deleteNote = async (ctx: Ctx, companyId: string, id: string): Promise<boolean> => {
  const rows = await ctx.db
    .delete(companyNotes)
    .where(and(eq(companyNotes.companyId, companyId), eq(companyNotes.id, id)))
    .returning({ id: companyNotes.id })
  return rows.length > 0
}

/** Companies whose deletion is due. */
export const listDueDeletions = async (ctx: Ctx): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.status, 'deleting'), lte(companies.deletionAt, ctx.now()), isNull(companies.deletedAt)))
    .limit(100)
  return rows.map((row) => row.id)
}
