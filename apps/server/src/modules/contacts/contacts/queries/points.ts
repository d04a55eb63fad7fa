import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { contactPoints } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'

export type Point = Pick<typeof contactPoints.$inferSelect, 'kind' | 'scope' | 'value'>

const isOf = (ctx: CompanyCtx, contactId: string) =>
  and(eq(contactPoints.companyId, ctx.company.id), eq(contactPoints.contactId, contactId))

/** Further phones and e-mails of a contact, and its ids in other systems, in their order. */
export const findPoints = (ctx: CompanyCtx, contactId: string): Promise<Point[]> =>
  ctx.db
    .select({ kind: contactPoints.kind, scope: contactPoints.scope, value: contactPoints.value })
    .from(contactPoints)
    .where(isOf(ctx, contactId))
    .orderBy(contactPoints.createdAt, contactPoints.id)

/** Makes these the contact's further phones, or e-mails. */
export const replacePoints = async (
  ctx: CompanyCtx,
  contactId: string,
  kind: 'phone' | 'email',
  values: readonly string[],
): Promise<void> => {
  await ctx.db.delete(contactPoints).where(and(isOf(ctx, contactId), eq(contactPoints.kind, kind)))
  if (values.length === 0) return
  const base = { companyId: ctx.company.id, contactId, kind }
  await ctx.db.insert(contactPoints).values(values.map((value) => ({ ...base, id: newId(), value })))
}

/** Makes these all that a contact has besides its first phone and e-mail; what another one has stays with that one. */
export const replaceAllPoints = async (ctx: CompanyCtx, contactId: string, points: readonly Point[]): Promise<void> => {
  await ctx.db.delete(contactPoints).where(isOf(ctx, contactId))
  if (points.length === 0) return
  const base = { companyId: ctx.company.id, contactId }
  await ctx.db
    .insert(contactPoints)
    .values(points.map((point) => ({ ...base, ...point, id: newId() })))
    .onConflictDoNothing()
}

/** Those of the phones that another contact has, as its own or as a further one. */
export const findTakenPhones = async (
  ctx: CompanyCtx,
  contactId: string | null,
  phones: readonly string[],
): Promise<string[]> => {
  if (phones.length === 0) return []
  const { rows } = await ctx.db.execute<{ phone: string }>(sql`
    select c.phone from contacts c where c.company_id = ${ctx.company.id}
      and c.phone = any(${sql.param([...phones])}::text[]) and c.id is distinct from ${contactId}::uuid
    union
    select p.value from contact_points p
    where p.company_id = ${ctx.company.id} and p.kind = 'phone' and p.value = any(${sql.param([...phones])}::text[])
      and p.contact_id is distinct from ${contactId}::uuid`)
  return rows.map(({ phone }) => phone)
}

/** Notes what another system calls a contact; what is another contact's already stays so. */
export const insertExternalId = async (
  ctx: CompanyCtx,
  contactId: string,
  { source, id }: { source: string; id: string },
): Promise<void> => {
  await ctx.db
    .insert(contactPoints)
    .values({ companyId: ctx.company.id, id: newId(), contactId, kind: 'external', scope: source, value: id })
    .onConflictDoNothing()
}
