import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '#server/context.ts'
import { isPresent } from '#server/db/conversation-status.ts'
import { companyCare } from '#server/db/schema/admin/companies.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { teamMembers } from '#server/db/schema/companies/teams.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'

export type CompanyRow = typeof companies.$inferSelect
export type NewCompany = typeof companies.$inferInsert

export const insertCompany = async (ctx: Ctx, row: NewCompany): Promise<CompanyRow> => {
  const rows = await ctx.db.insert(companies).values(row).returning()
  const inserted = rows[0]
  if (!inserted) throw new Error('The company was not stored')
  return inserted
}

export const findCompany = async (ctx: Ctx, id: string): Promise<CompanyRow | null> => {
  const rows = await ctx.db
    .select()
    .from(companies)
    .where(and(eq(companies.id, id), isNull(companies.deletedAt)))
    .limit(1)
  return rows[0] ?? null
}

export const updateCompany = async (ctx: Ctx, id: string, values: Partial<NewCompany>): Promise<CompanyRow | null> => {
  const rows = await ctx.db
    .update(companies)
    .set({ ...values, updatedAt: ctx.now() })
    .where(and(eq(companies.id, id), isNull(companies.deletedAt)))
    .returning()
  return rows[0] ?? null
}

export const countOwnedCompanies = (ctx: Ctx, userId: string): Promise<number> =>
  ctx.db.$count(companies, and(eq(companies.ownerId, userId), isNull(companies.deletedAt)))

/** The companies of a user, with what the switcher and the list show, in the order in which they were joined. */
export const listCompaniesOfUser = (ctx: Ctx, userId: string) =>
  ctx.db
    .select({
      id: companies.id,
      name: companies.name,
      accessBlocks: companies.accessBlocks,
      status: companies.status,
      timezone: companies.timezone,
      currency: companies.currency,
      ownerId: companies.ownerId,
      logoFileId: companies.logoFileId,
      color: companies.brandColor,
      deletionAt: companies.deletionAt,
      role: companyMembers.role,
      grants: companyMembers.grants,
      visibility: companyMembers.visibility,
      members: sql<number>`(select count(*)::int from ${companyMembers} others where others.company_id = ${companies.id})`,
      channels: sql<number>`(select count(*)::int from ${channels} where ${channels.companyId} = ${companies.id} and ${channels.disconnectedAt} is null)`,
      unread: sql<number>`(select count(*)::int from ${conversations}
        where ${conversations.companyId} = ${companies.id} and ${isPresent(conversations.status)} and ${conversations.unreadCount} > 0
          and (${companyMembers.visibility} = 'all' or ${conversations.assigneeId} = ${companyMembers.userId}
            or (${companyMembers.visibility} = 'teams' and ${conversations.teamId} in (
              select ${teamMembers.teamId} from ${teamMembers} where ${teamMembers.userId} = ${companyMembers.userId}))))`,
    })
    .from(companyMembers)
    .innerJoin(companies, and(eq(companies.id, companyMembers.companyId), isNull(companies.deletedAt)))
    .where(and(eq(companyMembers.userId, userId), sql`${companyMembers.status} <> 'invited'`))
    .orderBy(companyMembers.createdAt, companyMembers.id)

/** The row of a company, locked until the end of the transaction. */
export const lockCompany = async (ctx: Ctx, id: string): Promise<CompanyRow | null> => {
  const rows = await ctx.db
    .select()
    .from(companies)
    .where(and(eq(companies.id, id), isNull(companies.deletedAt)))
    .for('update')
  return rows[0] ?? null
}

/** The path of a company's logo, for its members. */
export const findVisibleLogo = async (ctx: Ctx, viewerId: string, companyId: string) => {
  const rows = await ctx.db
    .select({ path: files.path, mime: files.mime })
    .from(companies)
    .innerJoin(files, and(eq(files.id, companies.logoFileId), isNull(files.deletedAt)))
    .innerJoin(companyMembers, and(eq(companyMembers.companyId, companies.id), eq(companyMembers.userId, viewerId)))
    .where(and(eq(companies.id, companyId), isNull(companies.deletedAt)))
    .limit(1)
  return rows[0] ?? null
}

/** Name of whoever owns a company. */
export const findOwner = async (ctx: Ctx, companyId: string) => {
  const rows = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerId))
    .where(eq(companies.id, companyId))
    .limit(1)
  return rows[0] ?? null
}

/** Why a company can only be read, and whom its members ask; null when it works. */
export const findRestriction = async (ctx: Ctx, companyId: string) => {
  const manager = alias(users, 'manager')
  const [row] = await ctx.db
    .select({
      status: companies.status,
      reason: companies.statusReason,
      deletionAt: companies.deletionAt,
      owner: { name: users.name, email: users.email },
      manager: { name: manager.name, email: manager.email },
    })
    .from(companies)
    .leftJoin(users, eq(users.id, companies.ownerId))
    .leftJoin(companyCare, eq(companyCare.companyId, companies.id))
    .leftJoin(manager, and(eq(manager.id, companyCare.managerId), eq(manager.status, 'active')))
    .where(eq(companies.id, companyId))
    .limit(1)
  if (!row || (row.status !== 'suspended' && row.status !== 'deleting')) return null
  const { status, reason, deletionAt, owner, manager: carer } = row
  // The platform always says why; an owner need not.
  const ask = status === 'deleting' && reason === null ? owner : carer
  return { status, reason, deletionAt: deletionAt?.toISOString() ?? null, ask }
}

/** Connected numbers of a company, whose senders have to hear of its standing. */
export const listConnectedChannels = async (ctx: Ctx, companyId: string): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), isNull(channels.disconnectedAt)))
  return rows.map(({ id }) => id)
}
