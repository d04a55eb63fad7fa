import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'

/** Whose conversation it is, and by which number. */
export const findPlace = async (
  tx: Ctx,
  companyId: string,
  conversationId: string,
): Promise<{ contactId: string; channelId: string } | null> => {
  const { rows } = await tx.db.execute<{ contactId: string; channelId: string }>(sql`
    select contact_id as "contactId", channel_id as "channelId" from conversations
    where company_id = ${companyId} and id = ${conversationId}`)
  return rows[0] ?? null
}

export const findTagIds = async (
  tx: Ctx,
  companyId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (names.length === 0) return new Map()
  const { rows } = await tx.db.execute<{ id: string; name: string }>(sql`
    select id, name from contact_tags where company_id = ${companyId} and name = any(${sql.param([...names])}::text[])`)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Names of campaigns by their ids. */
export const findCampaignNames = async (
  tx: Ctx,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await tx.db.execute<{ id: string; name: string }>(sql`
    select id, name from campaigns where company_id = ${companyId} and id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type ChatFacts = {
  status: string
  channelId: string
  labelIds: string[]
  assigneeId: string | null
  windowExpiresAt: Date | null
}

export const findChat = async (ctx: CompanyCtx, id: string): Promise<ChatFacts | null> => {
  const { rows } = await ctx.db.execute<Omit<ChatFacts, 'windowExpiresAt'> & { windowExpiresAt: string | null }>(sql`
    select status, channel_id as "channelId", label_ids::text[] as "labelIds", assignee_id as "assigneeId",
      window_expires_at as "windowExpiresAt"
    from conversations where company_id = ${ctx.company.id} and id = ${id}`)
  const [row] = rows
  return row ? { ...row, windowExpiresAt: row.windowExpiresAt === null ? null : new Date(row.windowExpiresAt) } : null
}

/** Fields of contacts that stand in their own row, by the expression for what a person would be shown. */
const columns: Readonly<Record<string, string>> = {
  name: "coalesce(nullif(ct.name, ''), ct.profile_name)",
  phone: 'ct.phone',
  email: 'ct.email',
  organization: 'ct.organization',
  job_title: 'ct.job_title',
  lifecycle: 'ct.lifecycle',
  owner: 'ct.owner_id',
  source: 'ct.source',
  timezone: 'ct.timezone',
  birthday: "to_char(ct.birthday, 'YYYY-MM-DD')",
  city: "ct.address->>'city'",
  postal_code: "ct.address->>'postalCode'",
  created_at: 'ct.created_at',
  tags: 'ct.tag_ids',
}

const actualOf = (field: string): SQL | null => {
  const [, key] = /^attributes\.(.+)$/.exec(field) ?? []
  if (key !== undefined) return sql`ct.attributes->${key}::text`
  const column = columns[field]
  return column === undefined ? null : sql`to_jsonb(${sql.raw(column)})`
}

/** Whether the value of a field of contacts is looked up, not only whether a condition on it holds. */
export const isLookedUp = (field: string): boolean => actualOf(field) !== null

export type Match = { holds: (boolean | null)[]; values: unknown[] }

/** For each of some contacts that are there, which of some conditions hold, and what the contact has in their fields. */
export const matchContacts = async (
  ctx: CompanyCtx,
  conditions: readonly { field: string; holds: SQL | null }[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Match>> => {
  const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
  const each = list(conditions.map(({ holds }) => sql`(${holds ?? sql`false`})`))
  const values = list(conditions.map(({ field }) => actualOf(field) ?? sql`null`))
  const { rows } = await ctx.db.execute<Match & { id: string }>(sql`
    select ct.id, array[${each}]::boolean[] as holds, jsonb_build_array(${values}) as values from contacts ct
    where ct.company_id = ${ctx.company.id} and ct.deleted_at is null and ct.id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Those of the contacts that are there: neither in the bin nor erased. */
export const findPresent = async (ctx: CompanyCtx, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from contacts where company_id = ${ctx.company.id} and id = any(${sql.param([...ids])}::uuid[])
      and deleted_at is null and erased_at is null`)
  return new Set(rows.map(({ id }) => id))
}

/** Names of contacts as everyone in the company may see them. */
export const findContactNames = async (ctx: CompanyCtx, ids: readonly (string | null)[]) => {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Map<string, string | null>()
  const { rows } = await ctx.db.execute<{ id: string; name: string | null }>(sql`
    select id, coalesce(name, profile_name) as name from contacts
    where company_id = ${ctx.company.id} and id = any(${sql.param(known)}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The events that tell of the first message that their contacts ever wrote. */
export const findFirst = async (ctx: CompanyCtx, eventIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select e.id from automation_events e where e.company_id = ${ctx.company.id}
      and e.id = any(${sql.param([...eventIds])}::uuid[]) and not exists (
        select 1 from contact_identities i join conversations c on c.identity_id = i.id
          join messages m on m.company_id = c.company_id and m.conversation_id = c.id
        where i.company_id = e.company_id and i.contact_id = e.contact_id and m.direction = 'in' and m.occurred_at <= e.at
          and m.id <> (e.fields->>'message_id')::uuid)`)
  return new Set(rows.map(({ id }) => id))
}
