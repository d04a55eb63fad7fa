import { dueSoonDays, type PrivacyView } from '@recado/contracts/contacts/privacy-requests'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { privacyRequests } from '#server/db/schema/contacts/privacy.ts'

export type RequestRow = typeof privacyRequests.$inferSelect

/** How the identity of the person was checked, and the code that they were sent. */
export type IdentityCheck = {
  codeHash?: string
  codeUntil?: string
  /** When codes were sent, of the last day. */
  sent?: string[]
  /** Wrong codes that were entered. */
  tries?: number
  method?: 'code' | 'manual'
  note?: string
  at?: string
  by?: string | null
}

type ContactPart = {
  id: string
  name: string | null
  profileName: string | null
  phone: string | null
  username: string | null
}
type Person = { id: string; name: string; avatarFileId: string | null }

export type ShownRequest = {
  request: Omit<RequestRow, 'dueAt' | 'closedAt' | 'createdAt'> & {
    erasureId: string | null
    dueAt: string
    closedAt: string | null
    createdAt: string
  }
  contact: ContactPart | null
  owner: Person | null
}

const isOpen = sql.raw(`r.state not in ('done', 'refused')`)
const isDue = sql.raw(`r.due_at <= now() + interval '${dueSoonDays} days'`)

const views: Record<PrivacyView, SQL> = {
  open: sql`${isOpen}`,
  due: sql`${isOpen} and ${isDue}`,
  closed: sql`not (${isOpen})`,
  all: sql`true`,
}

const shown = (where: SQL, order: SQL, limit: number): SQL => sql`
  select jsonb_build_object('id', r.id, 'companyId', r.company_id, 'contactId', r.contact_id, 'kind', r.kind,
      'state', r.state, 'intake', r.intake, 'identityCheck', r.identity_check, 'note', r.note, 'law', r.law,
      'dueAt', r.due_at, 'ownerId', r.owner_id, 'refusal', r.refusal, 'closedAt', r.closed_at,
      'createdAt', r.created_at, 'version', r.version, 'erasureId', (select e.id from contact_erasures e
        where e.company_id = r.company_id and e.request_id = r.id order by e.created_at desc limit 1)) as request,
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'profileName', c.profile_name,
      'phone', c.phone, 'username', (select i.username from contact_identities i where i.company_id = c.company_id
        and i.contact_id = c.id and i.username is not null order by i.updated_at desc limit 1)) end as contact,
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'avatarFileId', u.avatar_file_id) end as owner
  from privacy_requests r
  left join contacts c on c.company_id = r.company_id and c.id = r.contact_id
  left join users u on u.id = r.owner_id
  where ${where} order by ${order} limit ${limit}`

type Asked = {
  view: PrivacyView
  kind?: string | undefined
  contactId?: string | undefined
  after: { at: Date; id: string } | null
  limit: number
}

/** A page of requests: those that are open by due date, others newest first. */
export const listRequests = async (ctx: CompanyCtx, { view, kind, contactId, after, limit }: Asked) => {
  const byDue = view === 'open' || view === 'due'
  const at = after && sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const further = byDue
    ? sql`(date_trunc('milliseconds', r.due_at), r.id) > ${at}`
    : sql`(date_trunc('milliseconds', r.created_at), r.id) < ${at}`
  const where = sql`r.company_id = ${ctx.company.id} and ${views[view]}
    ${kind ? sql`and r.kind = ${kind}` : sql``} ${contactId ? sql`and r.contact_id = ${contactId}` : sql``}
    ${at ? sql`and ${further}` : sql``}`
  const order = byDue
    ? sql`date_trunc('milliseconds', r.due_at), r.id`
    : sql`date_trunc('milliseconds', r.created_at) desc, r.id desc`
  const { rows } = await ctx.db.execute<ShownRequest>(shown(where, order, limit))
  return rows
}

export const findRequest = async (ctx: CompanyCtx, id: string): Promise<ShownRequest | null> => {
  const where = sql`r.company_id = ${ctx.company.id} and r.id = ${id}`
  const { rows } = await ctx.db.execute<ShownRequest>(shown(where, sql`r.id`, 1))
  return rows[0] ?? null
}

/** The request, locked against other changes. */
export const lockRequest = async (tx: CompanyCtx, id: string): Promise<RequestRow | null> => {
  const isIt = and(eq(privacyRequests.companyId, tx.company.id), eq(privacyRequests.id, id))
  const [row] = await tx.db.select().from(privacyRequests).where(isIt).for('update')
  return row ?? null
}

/** How many requests of a contact are open; those of one contact are counted one after the other. */
export const countOpenOf = async (tx: CompanyCtx, contactId: string): Promise<number> => {
  await lockName(tx, `privacy requests ${contactId}`)
  return tx.db.$count(
    privacyRequests,
    and(
      eq(privacyRequests.companyId, tx.company.id),
      eq(privacyRequests.contactId, contactId),
      isNull(privacyRequests.closedAt),
    ),
  )
}

export const insertRequest = async (tx: Ctx, row: typeof privacyRequests.$inferInsert): Promise<void> => {
  await tx.db.insert(privacyRequests).values(row)
}

type Change = Partial<Pick<RequestRow, 'state' | 'ownerId' | 'note' | 'refusal' | 'closedAt'>> & {
  identityCheck?: IdentityCheck
}

export const saveRequest = async (tx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await tx.db
    .update(privacyRequests)
    .set({ ...change, version: sql`${privacyRequests.version} + 1`, updatedAt: tx.now() })
    .where(and(eq(privacyRequests.companyId, tx.company.id), eq(privacyRequests.id, id)))
}

export const countRequests = async (ctx: CompanyCtx) => {
  const { rows } = await ctx.db.execute<{ open: number; due: number; overdue: number }>(sql`
    select count(*)::int as open, (count(*) filter (where ${isDue}))::int as due,
      (count(*) filter (where r.due_at <= now()))::int as overdue
    from privacy_requests r where r.company_id = ${ctx.company.id} and ${isOpen}`)
  return rows[0] ?? { open: 0, due: 0, overdue: 0 }
}

/** Whether a user is a member of the company. */
export const isMember = async (ctx: CompanyCtx, userId: string): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`
    select 1 from company_members where company_id = ${ctx.company.id} and user_id = ${userId} and status <> 'invited'`)
  return rows.length > 0
}

/**
 * Marks requests of every company of which people are to be reminded, and answers them: once when the due date is near, and
 * once when it has passed.
 */
export const takeDueRequests = async (tx: Ctx) => {
  const now = sql`${tx.now().toISOString()}::timestamptz`
  const { rows } = await tx.db.execute<{ id: string; companyId: string; kind: string; days: number }>(sql`
    update privacy_requests r set reminded_at = ${now}
    where ${isOpen} and (
      (r.reminded_at is null and r.due_at <= ${now} + make_interval(days => ${dueSoonDays}))
      or (r.due_at <= ${now} and r.reminded_at < r.due_at))
    returning r.id, r.company_id as "companyId", r.kind,
      greatest(0, ceil(extract(epoch from r.due_at - ${now}) / 86400))::int as days`)
  return rows
}
