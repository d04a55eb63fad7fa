import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { isUuid } from '#server/lib/ids.ts'

export type FileRow = typeof files.$inferSelect

/** Writes down a file whose bytes are stored. */
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

/** Pictures of the installation, which belong to no company. */
export type PictureKind = 'brand_logo' | 'brand_favicon' | 'webhook_logo'

/** A picture of the installation, by what it is for. */
export const findPicture = async (
  ctx: Pick<Ctx, 'db'>,
  ownerKind: PictureKind,
  id: string | undefined,
): Promise<FileRow | null> => {
  const file = id && isUuid(id) ? await findLinkedFile(ctx, id) : null
  return file?.ownerKind === ownerKind ? file : null
}

const isFree = and(eq(files.ownerKind, 'attachment'), isNull(files.ownerId), isNull(files.deletedAt))

/** Makes an attachment that belongs to nothing the owner's; false unless there is one, or it is the owner's already. */
export const takeAttachment = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  id: string,
  ownerId: string,
): Promise<boolean> => {
  const isOwn = and(eq(files.ownerKind, 'attachment'), eq(files.ownerId, ownerId), isNull(files.deletedAt))
  const rows = await ctx.db
    .update(files)
    .set({ ownerId })
    .where(and(eq(files.companyId, companyId), eq(files.id, id), or(isFree, isOwn)))
    .returning({ id: files.id })
  return rows.length > 0
}

/** Makes uploads that any message may take the owner's, so that they stay as long as it does. */
export const takeUploads = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  ids: readonly string[],
  ownerId: string,
): Promise<void> => {
  if (ids.length === 0) return
  await ctx.db
    .update(files)
    .set({ ownerKind: 'attachment', ownerId })
    .where(
      and(
        eq(files.companyId, companyId),
        inArray(files.id, [...ids]),
        eq(files.ownerKind, 'upload'),
        isNull(files.deletedAt),
      ),
    )
}

/** Marks attachments as gone that nothing took before an instant, and answers where their bytes lie. */
export const dropFreeAttachments = async (ctx: Pick<Ctx, 'db' | 'now'>, before: Date): Promise<string[]> => {
  const rows = await ctx.db
    .update(files)
    .set({ deletedAt: ctx.now() })
    .where(and(isFree, lt(files.createdAt, before)))
    .returning({ path: files.path })
  return rows.map(({ path }) => path)
}

/** Marks uploads as gone that came before an instant and that no message shows, and answers where their bytes lie. */
export const dropUnusedUploads = async (ctx: Pick<Ctx, 'db' | 'now'>, before: Date): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ path: string }>(sql`
    update files f set deleted_at = ${ctx.now().toISOString()}::timestamptz
    where f.owner_kind = 'upload' and f.deleted_at is null and f.created_at < ${before.toISOString()}::timestamptz
      and not exists (select 1 from message_media d where d.company_id = f.company_id and d.file_id = f.id)
    returning f.path`)
  return rows.map(({ path }) => path)
}

/** Some files of a company, those that are marked as gone too. */
export const listFilesOfCompany = (ctx: Pick<Ctx, 'db'>, companyId: string, limit: number) =>
  ctx.db.select({ id: files.id, path: files.path }).from(files).where(eq(files.companyId, companyId)).limit(limit)

/** Forgets files whose bytes are gone. */
export const deleteFiles = async (ctx: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<void> => {
  await ctx.db.delete(files).where(inArray(files.id, [...ids]))
}
