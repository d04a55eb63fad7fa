import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { dayAround } from '#server/lib/business-hours.ts'
import { findChannelAccess } from '../../channels/index.ts'
import { isDenied } from '../../contacts/index.ts'
import type { OutboundConversation } from '../../conversations/index.ts'
import { deskOf } from '../../desk-directory/index.ts'
import type { Composed } from '../compose.ts'
import { isMarketing, quietUntil } from '../marketing.ts'
import { countMarketing } from '../queries/marketing.ts'

/**
 * Throws `opted_out` when a person who wants no marketing would get some, and `sending_paused` with a `reason` and
 * `until` while the channel's quiet hours or daily cap hold marketing. Everything else passes.
 */
export const assertMayMarket = async (
  ctx: Ctx,
  { companyId, contactId, channelId }: OutboundConversation,
  composed: Composed,
): Promise<void> => {
  if (!isMarketing(composed)) return
  if (await isDenied(ctx, { companyId, contactId, channelId })) throw new AppError('opted_out')
  const access = await findChannelAccess(ctx.deps, channelId, ctx)
  if (access?.channel.paused)
    throw new AppError('sending_paused', { data: { reason: 'platform', detail: access.channel.paused.reason } })
  const desk = await deskOf(ctx.deps, companyId, ctx)
  if (!desk) return
  const { limits } = desk.channel(channelId)
  const pause = (reason: 'quiet_hours' | 'marketing_cap', until: Date) => {
    throw new AppError('sending_paused', { data: { reason, until: until.toISOString() } })
  }
  const quiet = quietUntil(limits, desk.company.timezone, ctx.now())
  if (quiet) pause('quiet_hours', quiet)
  if (limits.marketingPerDay === null) return
  const day = dayAround(desk.company.timezone, ctx.now())
  const sent = await countMarketing(ctx.deps.database.pool, companyId, channelId, day.from)
  if (sent >= limits.marketingPerDay) pause('marketing_cap', day.to)
}
