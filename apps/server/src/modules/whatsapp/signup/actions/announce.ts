import type { Ctx } from '#server/context.ts'
import { emitChange } from '#server/realtime/emit-change.ts'

/** Has browsers of the company read its signups again, after the commit. */
export const announceOnboarding = (ctx: Ctx, companyId: string): void => {
  emitChange(ctx, 'channel.updated', { companyId, ids: [] })
}
