import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import type { RemovedSetting } from '#server/modules/shared/settings-resource/index.ts'

/** Takes a label that is removed off every conversation of the company. */
const forgetLabel = async (ctx: CompanyCtx, labelId: string): Promise<void> => {
  await ctx.db
    .update(conversations)
    .set({
      labelIds: sql`array_remove(${conversations.labelIds}, ${labelId}::uuid)`,
      version: sql`${conversations.version} + 1`,
      updatedAt: ctx.now(),
    })
    .where(
      and(
        eq(conversations.companyId, ctx.company.id),
        sql`${conversations.labelIds} <> '{}' and ${conversations.labelIds} @> array[${labelId}::uuid]`,
      ),
    )
}

/** Leaves the conversations of a team that is removed without one. */
const forgetTeam = async (ctx: CompanyCtx, teamId: string): Promise<void> => {
  await ctx.db
    .update(conversations)
    .set({ teamId: null, version: sql`${conversations.version} + 1`, updatedAt: ctx.now() })
    .where(and(eq(conversations.companyId, ctx.company.id), eq(conversations.teamId, teamId)))
}

/** Conversations leave out a label or team that is gone. */
export const forgetSetting = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  if ('labelId' in removed) await forgetLabel(tx, removed.labelId)
  if ('teamId' in removed) await forgetTeam(tx, removed.teamId)
}
