import type { ContactCount } from '@recado/contracts/contacts/segments'
import { sampleSize } from '@recado/contracts/contacts/segments'
import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { segments } from '#server/db/schema/contacts/segments.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { inCountTime, inSamples } from '#server/modules/contacts/filters/index.ts'
import type { Editor } from '#server/modules/shared/settings-resource/index.ts'

export type SegmentRow = typeof segments.$inferSelect
export type AuthoredSegment = SegmentRow & { authorName: string | null; authorAvatar: string | null }
type Change = Partial<Pick<SegmentRow, 'name' | 'filter' | 'shared' | 'authorId'>>

const isThis = (ctx: CompanyCtx, id: string) => and(eq(segments.companyId, ctx.company.id), eq(segments.id, id))

const visibleTo = ({ userId }: Editor) =>
  or(segments.shared, userId === null ? sql`false` : eq(segments.authorId, userId))

const authored = (ctx: CompanyCtx) =>
  ctx.db
    .select({ ...getTableColumns(segments), authorName: users.name, authorAvatar: users.avatarFileId })
    .from(segments)
    .leftJoin(users, eq(users.id, segments.authorId))

/** All segments of a company, or those a user can see, by name. */
export const listSegments = (ctx: CompanyCtx, reader?: Editor): Promise<AuthoredSegment[]> =>
  authored(ctx)
    .where(and(eq(segments.companyId, ctx.company.id), reader && visibleTo(reader)))
    .orderBy(sql`lower(${segments.name})`, segments.id)

export const findSegment = async (ctx: CompanyCtx, reader: Editor, id: string): Promise<AuthoredSegment | null> => {
  const rows = await authored(ctx)
    .where(and(isThis(ctx, id), visibleTo(reader)))
    .limit(1)
  return rows[0] ?? null
}

export const countSegments = (ctx: CompanyCtx): Promise<number> =>
  ctx.db.$count(segments, eq(segments.companyId, ctx.company.id))

export const insertSegment = async (
  ctx: CompanyCtx,
  row: Pick<SegmentRow, 'id' | 'name' | 'filter' | 'shared' | 'authorId'>,
): Promise<void> => {
  await ctx.db.insert(segments).values({ ...row, companyId: ctx.company.id })
}

/** A changed filter has not been counted. */
export const updateSegment = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await ctx.db
    .update(segments)
    .set({
      ...change,
      ...(change.filter && { count: null, countedAt: null }),
      version: sql`${segments.version} + 1`,
      updatedAt: ctx.now(),
    })
    .where(isThis(ctx, id))
}

export const saveCount = async (ctx: CompanyCtx, id: string, count: number): Promise<void> => {
  await ctx.db.update(segments).set({ count, countedAt: ctx.now() }).where(isThis(ctx, id))
}

export const deleteSegment = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(segments).where(isThis(ctx, id))
}

/** Neither in the bin nor erased, as the list of contacts has it. */
const isCounted = (alias: 'c' | 'ct'): SQL => sql.raw(`${alias}.deleted_at is null and ${alias}.erased_at is null`)

/**
 * How many contacts a condition over the alias `ct` leaves: one by one in the time there is, otherwise estimated. Those of a
 * sample are picked by their ids, before anything that takes long is asked of them.
 */
export const countContacts = async (ctx: CompanyCtx, where: SQL): Promise<ContactCount> => {
  const found = await inSamples(ctx, async ({ db }, oneIn) => {
    const sampled = oneIn === 1 ? sql`` : sql`and hashtext(c.id::text) % ${oneIn} = 0 offset 0`
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count
      from (select * from contacts c where c.company_id = ${ctx.company.id} and ${isCounted('c')} ${sampled}) ct
      where ${where}`)
    return (rows[0]?.count ?? 0) * oneIn
  })
  return { count: found?.counted ?? null, exact: found?.oneIn === 1 }
}

type SampleRow = {
  id: string
  name: string | null
  profileName: string | null
  phone: string | null
  username: string | null
}

/** Some of the contacts that a condition over the alias `ct` leaves; none where that takes too long. */
export const findSample = async (ctx: CompanyCtx, where: SQL): Promise<SampleRow[]> => {
  const result = await inCountTime(ctx, ({ db }) =>
    db.execute<SampleRow>(sql`select ct.id, ct.name, ct.profile_name as "profileName", ct.phone, (
        select max(i.username) from contact_identities i
        where i.company_id = ct.company_id and i.contact_id = ct.id) as username
      from contacts ct where ct.company_id = ${ctx.company.id} and ${isCounted('ct')} and ${where}
      limit ${sampleSize}`),
  )
  return result?.rows ?? []
}

/** Each part of the statement asks of one segment, so that the planner looks at this contact alone. */
const PARTS = 50

/** Which of these conditions over the alias `ct` hold of a contact, by their names. */
export const findHolding = async (
  ctx: CompanyCtx,
  contactId: string,
  conditions: readonly { id: string; where: SQL }[],
): Promise<Set<string>> => {
  const holding = new Set<string>()
  for (let at = 0; at < conditions.length; at += PARTS) {
    const parts = conditions.slice(at, at + PARTS).map(
      ({ id, where }) => sql`select ${id}::text as id from contacts ct
        where ct.company_id = ${ctx.company.id} and ct.id = ${contactId} and ${isCounted('ct')} and ${where}`,
    )
    const { rows } = await ctx.db.execute<{ id: string }>(sql.join(parts, sql` union all `))
    for (const { id } of rows) holding.add(id)
  }
  return holding
}
