import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { files } from '#server/db/schema/index.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export type FileRow = typeof files.$inferSelect

export const insertFile = async (ctx: Pick<Ctx, 'db'>, row: typeof files.$inferInsert): Promise<void> => {
  await ctx.db.insert(files).values(row)
}

/** The file behind a signed link; the signature is what allows it, whatever the company. */
export const findLinkedFile = async (ctx: Pick<Ctx, 'db'>, id: string): Promise<FileRow | null> => {
  const rows = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, id), isNull(files.deletedAt)))
    .limit(1)
  return rows[0] ?? null
}

/** Marks a file as gone and answers where its bytes lie, so that they can be removed after the commit. */
export const dropFile = async (ctx: Pick<Ctx, 'db' | 'now'>, id: string): Promise<string | null> => {
  const rows = await ctx.db
    .update(files)
    .set({ deletedAt: ctx.now() })
    .where(eq(files.id, id))
    .returning({ path: files.path })
  return rows[0]?.path ?? null
}

/** A picture of the brand, by what it is for; anybody may see it. */
export const findBrandFile = async (
  ctx: Pick<Ctx, 'db'>,
  ownerKind: 'brand_logo' | 'brand_favicon',
  id: string | undefined,
): Promise<FileRow | null> => {
  const file = id && uuid.test(id) ? await findLinkedFile(ctx, id) : null
  return file?.ownerKind === ownerKind ? file : null
}
