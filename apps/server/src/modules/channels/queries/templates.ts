import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { templates } from '#server/db/schema/index.ts'

export type TemplateRow = typeof templates.$inferSelect
export type NewTemplate = typeof templates.$inferInsert

const live = (companyId: string, accountId: string) =>
  and(eq(templates.companyId, companyId), eq(templates.waAccountId, accountId), isNull(templates.deletedAt))

export const listApprovedTemplates = (ctx: Ctx, companyId: string, accountId: string, search: string | undefined) =>
  ctx.db
    .select()
    .from(templates)
    .where(
      and(
        live(companyId, accountId),
        eq(templates.status, 'APPROVED'),
        search
          ? sql`(strpos(lower(${templates.name}), lower(${search})) > 0 or strpos(lower(${templates.components}::text), lower(${search})) > 0)`
          : undefined,
      ),
    )
    .orderBy(asc(templates.name), asc(templates.language))

export const listLiveTemplates = (ctx: Ctx, companyId: string, accountId: string): Promise<TemplateRow[]> =>
  ctx.db.select().from(templates).where(live(companyId, accountId))

export const findTemplateRow = async (
  ctx: Ctx,
  companyId: string,
  accountId: string,
  name: string,
  language: string,
): Promise<TemplateRow | null> => {
  const rows = await ctx.db
    .select()
    .from(templates)
    .where(and(live(companyId, accountId), eq(templates.name, name), eq(templates.language, language)))
    .limit(1)
  return rows[0] ?? null
}

export const findTemplateByRef = async (
  ctx: Ctx,
  companyId: string,
  accountId: string,
  ref: { metaId: string | null; name: string | null; language: string | null },
): Promise<TemplateRow | null> => {
  if (ref.metaId) {
    const rows = await ctx.db
      .select()
      .from(templates)
      .where(and(live(companyId, accountId), eq(templates.metaId, ref.metaId)))
      .limit(1)
    if (rows[0]) return rows[0]
  }
  return ref.name && ref.language ? findTemplateRow(ctx, companyId, accountId, ref.name, ref.language) : null
}

const incoming = (column: string) => sql.raw(`excluded.${column}`)

/** Writes templates as Meta has them now, over those of the same name and language. */
export const upsertTemplates = async (ctx: Ctx, rows: NewTemplate[]) => {
  if (rows.length === 0) return
  await ctx.db
    .insert(templates)
    .values(rows)
    .onConflictDoUpdate({
      target: [templates.waAccountId, templates.name, templates.language],
      targetWhere: sql`deleted_at is null`,
      set: {
        metaId: incoming('meta_id'),
        category: incoming('category'),
        status: incoming('status'),
        quality: incoming('quality'),
        rejectedReason: incoming('rejected_reason'),
        parameterFormat: incoming('parameter_format'),
        components: incoming('components'),
        syncedAt: incoming('synced_at'),
        updatedAt: ctx.now(),
      },
    })
}

export const updateTemplate = async (ctx: Ctx, companyId: string, id: string, values: Partial<NewTemplate>) => {
  await ctx.db
    .update(templates)
    .set({ ...values, updatedAt: ctx.now() })
    .where(and(eq(templates.companyId, companyId), eq(templates.id, id)))
}

export const markTemplatesDeleted = async (ctx: Ctx, companyId: string, ids: string[]) => {
  if (ids.length === 0) return
  await ctx.db
    .update(templates)
    .set({ deletedAt: ctx.now(), status: 'DELETED', updatedAt: ctx.now() })
    .where(and(eq(templates.companyId, companyId), inArray(templates.id, ids)))
}

export const latestSync = async (ctx: Ctx, companyId: string, accountId: string): Promise<Date | null> => {
  const rows = await ctx.db
    .select({ at: sql<string | null>`max(${templates.syncedAt})` })
    .from(templates)
    .where(live(companyId, accountId))
  const at = rows[0]?.at
  return at ? new Date(at) : null
}
