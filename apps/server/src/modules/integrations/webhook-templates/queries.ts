import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { webhookIntegrations } from '#server/db/schema/integrations/webhook-integrations.ts'
import { webhookTemplates } from '#server/db/schema/integrations/webhook-templates.ts'

export type TemplateRow = typeof webhookTemplates.$inferSelect

/** What the list shows of a version: its samples stay where they are. */
export type ListedVersion = Pick<TemplateRow, 'key' | 'number' | 'status' | 'logoFileId' | 'updatedAt'> & {
  name: { en: string; pt: string }
  category: TemplateRow['definition']['category']
}

/** Every version of every source, by key, the newest of each first. */
export const listVersions = (ctx: Ctx): Promise<ListedVersion[]> =>
  ctx.db
    .select({
      key: webhookTemplates.key,
      number: webhookTemplates.number,
      status: webhookTemplates.status,
      logoFileId: webhookTemplates.logoFileId,
      updatedAt: webhookTemplates.updatedAt,
      name: sql<ListedVersion['name']>`${webhookTemplates.definition} -> 'name'`,
      category: sql<ListedVersion['category']>`${webhookTemplates.definition} ->> 'category'`,
    })
    .from(webhookTemplates)
    .orderBy(asc(webhookTemplates.key), desc(webhookTemplates.number))

export type AuthoredVersion = { row: TemplateRow; author: { name: string | null; avatar: string | null } | null }

/** The versions of a source, the newest first. */
export const findVersions = (ctx: Ctx, key: string): Promise<AuthoredVersion[]> =>
  ctx.db
    .select({ row: webhookTemplates, author: { name: users.name, avatar: users.avatarFileId } })
    .from(webhookTemplates)
    .leftJoin(users, eq(users.id, webhookTemplates.authorId))
    .where(eq(webhookTemplates.key, key))
    .orderBy(desc(webhookTemplates.number))

const lockWhere = async (tx: Ctx, condition: SQL | undefined): Promise<TemplateRow | null> =>
  (await tx.db.select().from(webhookTemplates).where(condition).for('no key update'))[0] ?? null

/** The draft of a source, held still to the end of the transaction. */
export const lockDraft = (tx: Ctx, key: string): Promise<TemplateRow | null> =>
  lockWhere(tx, and(eq(webhookTemplates.key, key), eq(webhookTemplates.status, 'draft')))

export const lockVersion = (tx: Ctx, key: string, number: number): Promise<TemplateRow | null> =>
  lockWhere(tx, and(eq(webhookTemplates.key, key), eq(webhookTemplates.number, number)))

export const countSources = async (ctx: Ctx): Promise<number> => {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(distinct key)::int as n from webhook_templates`)
  return rows[0]?.n ?? 0
}

/** Writes a version down; false where another one has its number, or is a draft already. */
export const insertVersion = async (tx: Ctx, row: typeof webhookTemplates.$inferInsert): Promise<boolean> => {
  const rows = await tx.db
    .insert(webhookTemplates)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: webhookTemplates.id })
  return rows.length > 0
}

type Change = Partial<Pick<TemplateRow, 'definition' | 'status' | 'logoFileId' | 'publishedAt' | 'authorId'>>

export const updateVersion = async (tx: Ctx, id: string, change: Change): Promise<void> => {
  await tx.db
    .update(webhookTemplates)
    .set({ ...change, version: sql`${webhookTemplates.version} + 1`, updatedAt: tx.now() })
    .where(eq(webhookTemplates.id, id))
}

export const deleteVersion = async (tx: Ctx, id: string): Promise<void> => {
  await tx.db.delete(webhookTemplates).where(eq(webhookTemplates.id, id))
}

export type UseCount = { key: string; number: number | null; n: number }

/** How many connected systems follow each version of each source, of companies that are there. */
export const countUses = async (ctx: Ctx, key: string | null = null): Promise<UseCount[]> => {
  const { rows } = await ctx.db.execute<UseCount>(sql`
    select source_key as key, source_number as number, count(*)::int as n from webhook_integrations
    ${key === null ? sql`` : sql`where source_key = ${key}`} group by source_key, source_number`)
  return rows
}

export type UseRow = {
  id: string
  name: string
  companyId: string
  companyName: string
  number: number | null
  enabled: boolean
  lastEventAt: Date | null
}

/** Connected systems that follow a source, the oldest first. */
export const listUses = (
  ctx: Ctx,
  key: string,
  { number, after, limit }: { number: number | undefined; after: string | null; limit: number },
): Promise<UseRow[]> =>
  ctx.db
    .select({
      id: webhookIntegrations.id,
      name: webhookIntegrations.name,
      companyId: companies.id,
      companyName: companies.name,
      number: webhookIntegrations.sourceNumber,
      enabled: webhookIntegrations.enabled,
      lastEventAt: webhookIntegrations.lastEventAt,
    })
    .from(webhookIntegrations)
    .innerJoin(companies, eq(companies.id, webhookIntegrations.companyId))
    .where(
      and(
        eq(webhookIntegrations.sourceKey, key),
        number === undefined ? undefined : eq(webhookIntegrations.sourceNumber, number),
        after === null ? undefined : gt(webhookIntegrations.id, after),
      ),
    )
    .orderBy(asc(webhookIntegrations.id))
    .limit(limit)
