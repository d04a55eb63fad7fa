import type { Ctx } from '#server/context.ts'

/** Has browsers of the company read its signups anew, after the commit. */
export const announceOnboarding = (ctx: Ctx, companyId: string): void => {
  ctx.afterCommit(() =>
    ctx.deps.bus.publish('changes', {
      rooms: [`company:${companyId}`],
      change: { event: 'channel.updated', companyId, ids: [] },
    }),
  )
}
