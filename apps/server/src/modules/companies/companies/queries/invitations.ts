import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { companies, companyMembers, invitations } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'

export type InvitationRow = typeof invitations.$inferSelect

const unanswered = sql`${invitations.acceptedAt} is null and ${invitations.declinedAt} is null and ${invitations.revokedAt} is null`

/** A new invitation, or a new link for the open one of that address. */
export const upsertInvitation = async (
  ctx: CompanyCtx,
  row: typeof invitations.$inferInsert,
): Promise<InvitationRow> => {
  const { role, grants, visibility, teamIds, tokenHash, expiresAt, invitedBy } = row
  const rows = await ctx.db
    .insert(invitations)
    .values({ ...row, companyId: ctx.company.id })
    .onConflictDoUpdate({
      target: [invitations.companyId, invitations.email],
      targetWhere: sql`accepted_at is null and declined_at is null and revoked_at is null`,
      set: { role, grants, visibility, teamIds, tokenHash, expiresAt, invitedBy },
    })
    .returning()
  const stored = rows[0]
  if (!stored) throw new Error('The invitation was not stored')
  return stored
}

export const listOpenInvitations = (ctx: CompanyCtx) =>
  ctx.db
    .select({ invitation: invitations, inviter: users.name })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.companyId, ctx.company.id), unanswered))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))

/** An unanswered invitation of the current company. */
export const findOpenInvitation = async (ctx: CompanyCtx, id: string): Promise<InvitationRow | null> => {
  const rows = await ctx.db
    .select()
    .from(invitations)
    .where(and(eq(invitations.companyId, ctx.company.id), eq(invitations.id, id), unanswered))
    .limit(1)
  return rows[0] ?? null
}

export const updateInvitation = async (ctx: Ctx, id: string, values: Partial<typeof invitations.$inferInsert>) => {
  const rows = await ctx.db.update(invitations).set(values).where(eq(invitations.id, id)).returning()
  return rows[0] ?? null
}

/** Withdraws a user's pending invitations, in one company or in all; returns them. */
export const revokeInvitationsBy = (ctx: Ctx, userId: string, companyId?: string) =>
  ctx.db
    .update(invitations)
    .set({ revokedAt: ctx.now() })
    .where(
      and(
        eq(invitations.invitedBy, userId),
        companyId === undefined ? undefined : eq(invitations.companyId, companyId),
        unanswered,
      ),
    )
    .returning({ id: invitations.id, companyId: invitations.companyId, email: invitations.email })

/**
 * Holds a company while its invitations change. Whoever ends a membership locks the company and then what its person
 * invited, so everybody takes them in this order.
 */
export const holdCompany = async (tx: Ctx, companyId: string): Promise<void> => {
  await tx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('key share')
}

const holdCompanyOf = async (tx: Ctx, tokenHash: string): Promise<void> => {
  const rows = await tx.db
    .select({ companyId: invitations.companyId })
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash))
  for (const { companyId } of rows) await holdCompany(tx, companyId)
}

export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitationByToken>>>

/**
 * The invitation behind the link of a mail, with its company, who sent it and what they are there now; locked when asked
 * for in a transaction.
 */
export const findInvitationByToken = async (ctx: Ctx, tokenHash: string) => {
  if (ctx.inTransaction) await holdCompanyOf(ctx, tokenHash)
  const query = ctx.db
    .select({
      invitation: invitations,
      company: { id: companies.id, name: companies.name, accessBlocks: companies.accessBlocks },
      inviter: { name: users.name, status: users.status, role: users.role, waOperator: users.waOperator },
      member: { role: companyMembers.role, grants: companyMembers.grants, status: companyMembers.status },
    })
    .from(invitations)
    .innerJoin(companies, and(eq(companies.id, invitations.companyId), isNull(companies.deletedAt)))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .leftJoin(
      companyMembers,
      and(eq(companyMembers.companyId, companies.id), eq(companyMembers.userId, invitations.invitedBy)),
    )
    .where(eq(invitations.tokenHash, tokenHash))
    .limit(1)
  const rows = await (ctx.inTransaction ? query.for('update', { of: invitations }) : query)
  return rows[0] ?? null
}

/** Which of these addresses belong to members already, and the language of those that have an account. */
export const findInvitees = async (ctx: CompanyCtx, emails: string[]) => {
  const rows = await ctx.db
    .select({ email: users.email, locale: users.locale, memberId: companyMembers.id })
    .from(users)
    .leftJoin(companyMembers, and(eq(companyMembers.userId, users.id), eq(companyMembers.companyId, ctx.company.id)))
    .where(inArray(users.email, emails))
  return new Map(rows.map((row) => [row.email, { locale: row.locale, member: row.memberId !== null }]))
}
