import type { CompanyCtx } from '#server/context.ts'

/** The user to whose conversations the actor is limited; null for everything. Teams count as `assigned` until there are any. */
export const limitedTo = (ctx: Pick<CompanyCtx, 'actor' | 'company'>): string | null => {
  if (ctx.actor.kind !== 'user') return null
  return ctx.company.member.visibility === 'all' ? null : ctx.actor.userId
}
