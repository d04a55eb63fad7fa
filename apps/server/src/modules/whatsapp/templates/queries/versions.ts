import { and, desc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { templateVersions } from '#server/db/schema/whatsapp/templates.ts'

export const latestNumber = async (ctx: Ctx, templateId: string): Promise<number> => {
  const rows = await ctx.db
    .select({ number: sql<number>`coalesce(max(${templateVersions.number}), 0)::int` })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId))
  return rows[0]?.number ?? 0
}

export const insertVersion = async (ctx: Ctx, row: typeof templateVersions.$inferInsert) => {
  await ctx.db.insert(templateVersions).values(row)
}

export const updateLatest = async (
  ctx: Ctx,
  templateId: string,
  values: Partial<typeof templateVersions.$inferInsert>,
) => {
  await ctx.db
    .update(templateVersions)
    .set(values)
    .where(
      and(
        eq(templateVersions.templateId, templateId),
        sql`${templateVersions.number} = (select max(v.number) from template_versions v where v.template_id = ${templateId})`,
      ),
    )
}

export const listVersions = (ctx: Ctx, companyId: string, templateId: string) =>
  ctx.db
    .select({ version: templateVersions, author: users.name })
    .from(templateVersions)
    .leftJoin(users, eq(users.id, templateVersions.authorId))
    .where(and(eq(templateVersions.companyId, companyId), eq(templateVersions.templateId, templateId)))
    .orderBy(desc(templateVersions.number))
    .limit(100)
