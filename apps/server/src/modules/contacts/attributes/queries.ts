import { and, asc, eq, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { unlessTaken } from '#server/db/unless-taken.ts'

export type AttributeRow = typeof contactAttributes.$inferSelect
type Change = {
  label?: AttributeRow['label'] | undefined
  options?: string[] | undefined
  required?: boolean | undefined
  sensitive?: boolean | undefined
  position?: number | undefined
  unique?: boolean | undefined
  searchable?: boolean | undefined
  pattern?: string | undefined
  default?: AttributeRow['default'] | undefined
}

const isThis = (ctx: CompanyCtx, id: string) =>
  and(eq(contactAttributes.companyId, ctx.company.id), eq(contactAttributes.id, id))

export const listAttributes = (ctx: CompanyCtx): Promise<AttributeRow[]> =>
  ctx.db
    .select()
    .from(contactAttributes)
    .where(eq(contactAttributes.companyId, ctx.company.id))
    .orderBy(contactAttributes.position, asc(contactAttributes.key))

export const countAttributes = (ctx: CompanyCtx): Promise<number> =>
  ctx.db.$count(contactAttributes, eq(contactAttributes.companyId, ctx.company.id))

export const findAttribute = async (ctx: CompanyCtx, id: string): Promise<AttributeRow | null> => {
  const rows = await ctx.db.select().from(contactAttributes).where(isThis(ctx, id)).limit(1)
  return rows[0] ?? null
}

export const insertAttribute = async (
  ctx: CompanyCtx,
  row: Omit<AttributeRow, 'companyId' | 'version' | 'createdAt' | 'updatedAt'>,
): Promise<void> => {
  await unlessTaken(ctx.db.insert(contactAttributes).values({ ...row, companyId: ctx.company.id }))
}

export const updateAttribute = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await ctx.db
    .update(contactAttributes)
    .set({ ...change, version: sql`${contactAttributes.version} + 1`, updatedAt: ctx.now() })
    .where(isThis(ctx, id))
}

export const deleteAttribute = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(contactAttributes).where(isThis(ctx, id))
}

const copied = sql.raw(
  'key, label, type, options, required, sensitive, is_unique, searchable, pattern, default_value, position',
)

/** Gives a company the fields of contacts that another made up; what it has of them already stays. */
export const copyDefinitions = async (ctx: Ctx, fromId: string, companyId: string): Promise<void> => {
  await ctx.db.execute(sql`
    insert into contact_attributes (id, company_id, ${copied})
    select gen_random_uuid(), ${companyId}::uuid, ${copied} from contact_attributes where company_id = ${fromId}::uuid
    order by key on conflict (company_id, key) do nothing`)
}
