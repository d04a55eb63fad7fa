import type { erasureParts } from '@recado/contracts/contacts/privacy'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { contactErasures, privacyRequests } from '#server/db/schema/contacts/privacy.ts'
import { users } from '#server/db/schema/identity/users.ts'
import type { Erased } from '#server/lib/erasure.ts'

export type ErasureRow = typeof contactErasures.$inferSelect

export const insertErasure = async (tx: Ctx, row: typeof contactErasures.$inferInsert): Promise<void> => {
  await tx.db.insert(contactErasures).values(row)
}

const withAuthors = (ctx: CompanyCtx) =>
  ctx.db
    .select({ erasure: contactErasures, name: users.name, avatarFileId: users.avatarFileId })
    .from(contactErasures)
    .leftJoin(users, eq(users.id, contactErasures.actorId))

export type ErasureWithAuthor = Awaited<ReturnType<typeof withAuthors>>[number]

/** An erasure of the company, with who asked for it. */
export const findErasure = async (ctx: CompanyCtx, id: string): Promise<ErasureWithAuthor | null> => {
  const isIt = and(eq(contactErasures.companyId, ctx.company.id), eq(contactErasures.id, id))
  return (await withAuthors(ctx).where(isIt).limit(1))[0] ?? null
}

type Asked = { contactId?: string | undefined; after: { at: Date; id: string } | null; limit: number }

/** A page of the erasures that members asked for, newest first. What went from the bin is not among them. */
export const listErasures = (ctx: CompanyCtx, { contactId, after, limit }: Asked): Promise<ErasureWithAuthor[]> => {
  const at = sql`date_trunc('milliseconds', ${contactErasures.createdAt})`
  const isFurther =
    after && sql`(${at}, ${contactErasures.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  return withAuthors(ctx)
    .where(
      and(
        eq(contactErasures.companyId, ctx.company.id),
        isNotNull(contactErasures.actorId),
        contactId ? eq(contactErasures.contactId, contactId) : undefined,
        isFurther ?? undefined,
      ),
    )
    .orderBy(sql`${at} desc`, desc(contactErasures.id))
    .limit(limit)
}

/** An erasure that is not done. */
export const findRunning = async (ctx: Pick<Ctx, 'db'>, id: string): Promise<ErasureRow | null> => {
  const isIt = and(eq(contactErasures.id, id), eq(contactErasures.state, 'running'))
  return (await ctx.db.select().from(contactErasures).where(isIt).limit(1))[0] ?? null
}

/** Adds to how much went. */
export const addCounts = async (ctx: Pick<Ctx, 'db'>, id: string, erased: Erased): Promise<void> => {
  await ctx.db.execute(sql`
    update contact_erasures e set counts = e.counts || coalesce((
      select jsonb_object_agg(k.key, k.value::int + coalesce((e.counts->>k.key)::int, 0))
      from jsonb_each_text(${JSON.stringify(erased)}::jsonb) as k where k.value::int > 0), '{}')
    where e.id = ${id}`)
}

/** Ends an erasure: by what they were found is forgotten as well. False when it had ended before. */
export const endErasure = async (tx: Ctx, id: string, certificateFileId: string | null): Promise<boolean> => {
  const rows = await tx.db
    .update(contactErasures)
    .set({ state: 'done', subject: null, certificateFileId, finishedAt: tx.now() })
    .where(and(eq(contactErasures.id, id), eq(contactErasures.state, 'running')))
    .returning({ id: contactErasures.id })
  return rows.length > 0
}

/** Takes the person out of what they asked; the request that asked for the erasure is done. */
export const closeRequests = async (tx: Ctx, { companyId, requestId }: ErasureRow, contactIds: readonly string[]) => {
  await tx.db
    .update(privacyRequests)
    .set({
      ...{ contactId: null, note: '', refusal: null, resultFileId: null, updatedAt: tx.now() },
      identityCheck: sql`${privacyRequests.identityCheck} - 'note' - 'codeHash' - 'codeUntil'`,
      state: sql`case when ${privacyRequests.id} = ${requestId}::uuid then 'done' else ${privacyRequests.state} end`,
      closedAt: sql`case when ${privacyRequests.id} = ${requestId}::uuid then now() else ${privacyRequests.closedAt} end`,
      version: sql`${privacyRequests.version} + 1`,
    })
    .where(
      and(
        eq(privacyRequests.companyId, companyId),
        sql`${privacyRequests.contactId} = any(${sql.param([...contactIds])}::uuid[])`,
      ),
    )
}

/** How much there is of what an erasure takes. */
export const countErasable = async (ctx: CompanyCtx, contactId: string) => {
  const own = sql`company_id = ${ctx.company.id} and contact_id = ${contactId}`
  const { rows } = await ctx.db.execute<Record<(typeof erasureParts)[number], number>>(sql`
    select (select count(*)::int from conversations where ${own}) as conversations,
      (select count(*)::int from messages where ${own} and direction in ('in', 'out')) as messages,
      (select count(*)::int from message_media where company_id = ${ctx.company.id} and file_id is not null
        and message_id in (select id from messages where ${own})) as files,
      (select count(*)::int from contact_notes where ${own}) + (select count(*)::int from messages
        where ${own} and direction = 'note') as notes,
      (select count(*)::int from contact_events where ${own}) as events,
      (select count(*)::int from consents where ${own}) as consents`)
  return rows[0] ?? { conversations: 0, messages: 0, files: 0, notes: 0, events: 0, consents: 0 }
}

export type Expired = { id: string; companyId: string; at: string }

const expired = (before: Date) => sql`c.deleted_at < ${before.toISOString()}::timestamptz
  and c.merged_into_id is null and c.erased_at is null and c.legal_hold is null
  and not exists (select 1 from privacy_requests r where r.company_id = c.company_id and r.contact_id = c.id
    and r.state not in ('done', 'refused'))`

/** Contacts that have been in the bin since before a moment and that nothing keeps, the longest there first. */
export const listExpired = async (
  ctx: Pick<Ctx, 'db'>,
  before: Date,
  { after, limit }: { after: Expired | null; limit: number },
): Promise<Expired[]> => {
  const further = after ? sql`and (c.deleted_at, c.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await ctx.db.execute<Expired>(sql`
    select c.id, c.company_id as "companyId", to_json(c.deleted_at) #>> '{}' as at
    from contacts c join companies o on o.id = c.company_id and o.deleted_at is null
    where ${expired(before)} ${further} order by c.deleted_at, c.id limit ${limit}`)
  return rows
}

/** Whether a contact is still one of those; with whether they refuse marketing. */
export const findExpired = async (ctx: CompanyCtx, id: string, before: Date): Promise<{ denied: boolean } | null> => {
  const { rows } = await ctx.db.execute<{ denied: boolean }>(sql`
    select c.marketing = 'denied' as denied from contacts c
    where c.company_id = ${ctx.company.id} and c.id = ${id} and ${expired(before)}`)
  return rows[0] ?? null
}
