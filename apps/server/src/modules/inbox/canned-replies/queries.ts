import type { CannedContent } from '@recado/contracts/inbox/canned-replies'
import { and, asc, desc, eq, getTableColumns, ilike, isNull, or, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { containing } from '#server/db/like.ts'
import { teamMembers } from '#server/db/schema/companies/teams.ts'
import { cannedReplies } from '#server/db/schema/inbox/canned-replies.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { unlessTaken } from '#server/db/unless-taken.ts'
import type { Editor } from '#server/modules/shared/settings-resource/index.ts'

export type CannedRow = typeof cannedReplies.$inferSelect
/** With the name of its file, if it has one that is still there. */
export type NamedCannedRow = CannedRow & { fileName: string | null }
type Change = {
  shortcut?: string | undefined
  title?: string | undefined
  content?: CannedContent | undefined
  scope?: CannedRow['scope'] | undefined
  teamId?: string | null | undefined
  ownerId?: string | null | undefined
}

const isThis = (ctx: CompanyCtx, id: string) =>
  and(eq(cannedReplies.companyId, ctx.company.id), eq(cannedReplies.id, id))

/** Those of the company, of the reader's teams (of all teams for whoever may share) and the reader's own. */
const visibleTo = ({ userId, shares }: Editor) =>
  or(
    eq(cannedReplies.scope, 'company'),
    and(eq(cannedReplies.scope, 'personal'), userId === null ? sql`false` : eq(cannedReplies.ownerId, userId)),
    and(
      eq(cannedReplies.scope, 'team'),
      shares
        ? undefined
        : sql`exists (select from ${teamMembers} where ${teamMembers.teamId} = ${cannedReplies.teamId}
            and ${teamMembers.userId} = ${userId})`,
    ),
  )

const fields = { ...getTableColumns(cannedReplies), fileName: files.name }
const isItsFile = and(
  eq(files.companyId, cannedReplies.companyId),
  eq(files.id, sql`(${cannedReplies.content}->>'fileId')::uuid`),
  isNull(files.deletedAt),
)

export const listCannedReplies = (ctx: CompanyCtx, editor: Editor, search?: string): Promise<NamedCannedRow[]> =>
  ctx.db
    .select(fields)
    .from(cannedReplies)
    .leftJoin(files, isItsFile)
    .where(
      and(
        eq(cannedReplies.companyId, ctx.company.id),
        visibleTo(editor),
        search
          ? or(
              ilike(cannedReplies.shortcut, containing(search)),
              ilike(cannedReplies.title, containing(search)),
              ilike(sql`${cannedReplies.content}->>'text'`, containing(search)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(cannedReplies.uses), asc(cannedReplies.shortcut), cannedReplies.id)

export const findCannedReply = async (ctx: CompanyCtx, editor: Editor, id: string): Promise<NamedCannedRow | null> => {
  const rows = await ctx.db
    .select(fields)
    .from(cannedReplies)
    .leftJoin(files, isItsFile)
    .where(and(isThis(ctx, id), visibleTo(editor)))
    .limit(1)
  return rows[0] ?? null
}

export const countCannedReplies = (ctx: CompanyCtx): Promise<number> =>
  ctx.db.$count(cannedReplies, eq(cannedReplies.companyId, ctx.company.id))

export const insertCannedReply = async (
  ctx: CompanyCtx,
  row: Omit<CannedRow, 'companyId' | 'version' | 'createdAt' | 'updatedAt' | 'uses'>,
): Promise<void> => {
  await unlessTaken(ctx.db.insert(cannedReplies).values({ ...row, companyId: ctx.company.id }))
}

export const updateCannedReply = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await unlessTaken(
    ctx.db
      .update(cannedReplies)
      .set({ ...change, version: sql`${cannedReplies.version} + 1`, updatedAt: ctx.now() })
      .where(isThis(ctx, id)),
  )
}

export const countUse = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db
    .update(cannedReplies)
    .set({ uses: sql`${cannedReplies.uses} + 1` })
    .where(isThis(ctx, id))
}

export const deleteCannedReply = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(cannedReplies).where(isThis(ctx, id))
}
