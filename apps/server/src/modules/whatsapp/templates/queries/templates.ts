import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'

export type TemplateRow = typeof templates.$inferSelect
export type NewTemplate = typeof templates.$inferInsert

/** An account of a company. */
export type AccountKey = { companyId: string; accountId: string }

const ofAccount = (companyId: string, accountId: string) =>
  and(eq(templates.companyId, companyId), eq(templates.waAccountId, accountId), isNull(templates.deletedAt))

export const listApprovedTemplates = (ctx: Ctx, companyId: string, accountId: string, search: string | undefined) =>
  ctx.db
    .select()
    .from(templates)
    .where(
      and(
        ofAccount(companyId, accountId),
        eq(templates.status, 'APPROVED'),
        isNull(templates.archivedAt),
        search
          ? sql`(strpos(lower(${templates.name}), lower(${search})) > 0 or strpos(lower(${templates.components}::text), lower(${search})) > 0)`
          : undefined,
      ),
    )
    .orderBy(asc(templates.name), asc(templates.language))

export const listAccountTemplates = (ctx: Ctx, companyId: string, accountId: string): Promise<TemplateRow[]> =>
  ctx.db
    .select()
    .from(templates)
    .where(ofAccount(companyId, accountId))
    .orderBy(asc(templates.name), asc(templates.language))

export const findTemplateByName = async (
  ctx: Ctx,
  { companyId, accountId }: AccountKey,
  name: string,
  language: string,
): Promise<TemplateRow | null> => {
  const rows = await ctx.db
    .select()
    .from(templates)
    .where(and(ofAccount(companyId, accountId), eq(templates.name, name), eq(templates.language, language)))
    .limit(1)
  return rows[0] ?? null
}

/** Every language of a name. */
export const listSiblings = (ctx: Ctx, companyId: string, accountId: string, name: string): Promise<TemplateRow[]> =>
  ctx.db
    .select()
    .from(templates)
    .where(and(ofAccount(companyId, accountId), eq(templates.name, name)))
    .orderBy(asc(templates.language))

export const findTemplateById = async (ctx: Ctx, companyId: string, id: string): Promise<TemplateRow | null> => {
  const rows = await ctx.db
    .select()
    .from(templates)
    .where(and(eq(templates.companyId, companyId), eq(templates.id, id), isNull(templates.deletedAt)))
    .limit(1)
  return rows[0] ?? null
}

export const findTemplateAcrossCompanies = async (ctx: Ctx, id: string): Promise<TemplateRow | null> => {
  const rows = await ctx.db
    .select()
    .from(templates)
    .where(and(eq(templates.id, id), isNull(templates.deletedAt)))
    .limit(1)
  return rows[0] ?? null
}

export const lockTemplate = async (ctx: Ctx, companyId: string, id: string): Promise<TemplateRow | null> => {
  const rows = await ctx.db
    .select()
    .from(templates)
    .where(and(eq(templates.companyId, companyId), eq(templates.id, id), isNull(templates.deletedAt)))
    .for('update')
  return rows[0] ?? null
}

export const listTemplatesById = (ctx: Ctx, companyId: string, ids: readonly string[]): Promise<TemplateRow[]> =>
  ctx.db
    .select()
    .from(templates)
    .where(and(eq(templates.companyId, companyId), inArray(templates.id, [...ids]), isNull(templates.deletedAt)))

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
      .where(and(ofAccount(companyId, accountId), eq(templates.metaId, ref.metaId)))
      .limit(1)
    if (rows[0]) return rows[0]
  }
  return ref.name && ref.language ? findTemplateByName(ctx, { companyId, accountId }, ref.name, ref.language) : null
}

const incoming = (column: string) => sql.raw(`excluded.${column}`)

/** Writes templates as Meta has them now, over those of the same name and language; what is only ours stays. */
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
        ttlSeconds: incoming('ttl_seconds'),
        approvedAt: sql`coalesce(${templates.approvedAt}, ${incoming('approved_at')})`,
        pausedUntil: sql`case when ${incoming('status')} = 'PAUSED' then ${templates.pausedUntil} end`,
        recommendation: sql`case when ${incoming('status')} = 'REJECTED' then ${templates.recommendation} end`,
        syncedAt: incoming('synced_at'),
        updatedAt: sql`case when ${templates.status} <> ${incoming('status')} or ${templates.components} <> ${incoming('components')}
          then ${incoming('synced_at')} else ${templates.updatedAt} end`,
      },
    })
}

/** Null when the name has this language already. */
export const insertTemplate = async (ctx: Ctx, row: NewTemplate): Promise<TemplateRow | null> => {
  const rows = await ctx.db
    .insert(templates)
    .values(row)
    .onConflictDoNothing({
      target: [templates.waAccountId, templates.name, templates.language],
      where: sql`deleted_at is null`,
    })
    .returning()
  return rows[0] ?? null
}

export const updateTemplate = async (ctx: Ctx, companyId: string, id: string, values: Partial<NewTemplate>) => {
  await ctx.db
    .update(templates)
    .set({ updatedAt: ctx.now(), ...values })
    .where(and(eq(templates.companyId, companyId), eq(templates.id, id)))
}

/** Writes a draft over the version that was read; answers the new version, null when another one is there. */
export const writeDraft = async (
  ctx: Ctx,
  { companyId, id, version }: Pick<TemplateRow, 'companyId' | 'id' | 'version'>,
  draft: TemplateContent | null,
): Promise<number | null> => {
  const rows = await ctx.db
    .update(templates)
    .set({ draft, version: sql`${templates.version} + 1`, updatedAt: ctx.now() })
    .where(and(eq(templates.companyId, companyId), eq(templates.id, id), eq(templates.version, version)))
    .returning({ version: templates.version })
  return rows[0]?.version ?? null
}

export const markTemplatesDeleted = async (ctx: Ctx, companyId: string, ids: string[]) => {
  if (ids.length === 0) return
  await ctx.db
    .update(templates)
    .set({ deletedAt: ctx.now(), status: 'DELETED', updatedAt: ctx.now() })
    .where(and(eq(templates.companyId, companyId), inArray(templates.id, ids)))
}

/** When an approved template of the name was deleted last, after an instant: Meta keeps its name locked. */
export const findDeletion = async (ctx: Ctx, accountId: string, name: string, after: Date): Promise<Date | null> => {
  const rows = await ctx.db
    .select({ at: templates.deletedAt })
    .from(templates)
    .where(
      and(
        eq(templates.waAccountId, accountId),
        eq(templates.name, name),
        isNotNull(templates.approvedAt),
        gt(templates.deletedAt, after),
      ),
    )
    .orderBy(desc(templates.deletedAt))
    .limit(1)
  return rows[0]?.at ?? null
}

/** Name and language of what an account has at Meta and may not send now. */
export const listUnsendableAcrossCompanies = (ctx: Pick<Ctx, 'db'>, accountId: string) =>
  ctx.db
    .select({ name: templates.name, language: templates.language, status: templates.status })
    .from(templates)
    .where(
      and(
        eq(templates.waAccountId, accountId),
        ne(templates.status, 'APPROVED'),
        isNotNull(templates.metaId),
        isNull(templates.deletedAt),
      ),
    )

/** Another name of the account whose live or written text is exactly this one. */
export const findTwin = async (ctx: Ctx, row: TemplateRow, text: string): Promise<string | null> => {
  const written = sql`jsonb_array_elements(${templates.components} || coalesce(${templates.draft} -> 'components', '[]'::jsonb))`
  const rows = await ctx.db
    .select({ name: templates.name })
    .from(templates)
    .where(
      and(
        ofAccount(row.companyId, row.waAccountId),
        ne(templates.name, row.name),
        sql`exists (select 1 from ${written} part where upper(part ->> 'type') = 'BODY' and part ->> 'text' = ${text})`,
      ),
    )
    .limit(1)
  return rows[0]?.name ?? null
}

export const latestSync = async (ctx: Ctx, companyId: string, accountId: string): Promise<Date | null> => {
  const rows = await ctx.db
    .select({ at: sql<string | null>`max(${templates.syncedAt})` })
    .from(templates)
    .where(ofAccount(companyId, accountId))
  const at = rows[0]?.at
  return at ? new Date(at) : null
}
