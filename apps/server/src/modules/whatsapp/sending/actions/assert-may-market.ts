import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { dayAround } from '#server/lib/business-hours.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { isDenied } from '#server/modules/contacts/contacts/index.ts'
import { findChannelAccess } from '#server/modules/whatsapp/directory/index.ts'
import { isMarketing, quietUntil } from '../marketing.ts'
import { countMarketing } from '../queries/marketing.ts'
import { sumSpend } from '../queries/spend.ts'

type Place = { companyId: string; contactId: string; channelId: string }
type Content = { type: string; payload: Record<string, unknown> }

/**
 * Throws `sending_paused` with the reason `spend_cap` while a template would cost more than the channel may spend today.
 */
const assertMaySpend = async (ctx: Ctx, { companyId, channelId }: Place, { type }: Content) => {
  if (type !== 'template') return
  const settings = await settingsOf(ctx.deps, companyId, ctx)
  const cap = settings?.channel(channelId).limits.spendPerDay
  if (!settings || !cap?.hard || cap.amount === null) return
  const day = dayAround(settings.company.timezone, ctx.now())
  if ((await sumSpend(ctx, companyId, channelId, day.from)) < cap.amount) return
  throw new AppError('sending_paused', { data: { reason: 'spend_cap', until: day.to.toISOString() } })
}

/**
 * Throws `opted_out` when a person who wants no marketing would get some, and `sending_paused` with a `reason` and
 * `until` while the channel's quiet hours or daily cap hold marketing, or its spend cap holds templates. Everything else passes.
 */
export const assertMayMarket = async (ctx: Ctx, place: Place, content: Content): Promise<void> => {
  await assertMaySpend(ctx, place, content)
  if (!isMarketing(content)) return
  const { companyId, contactId, channelId } = place
  if (await isDenied(ctx, { companyId, contactId, channelId })) throw new AppError('opted_out')
  const access = await findChannelAccess(ctx.deps, channelId, ctx)
  if (access?.channel.paused)
    throw new AppError('sending_paused', { data: { reason: 'platform', detail: access.channel.paused.reason } })
  const settings = await settingsOf(ctx.deps, companyId, ctx)
  if (!settings) return
  const { limits } = settings.channel(channelId)
  const pause = (reason: 'quiet_hours' | 'marketing_cap', until: Date) => {
    throw new AppError('sending_paused', { data: { reason, until: until.toISOString() } })
  }
  const quiet = quietUntil(limits, settings.company.timezone, ctx.now())
  if (quiet) pause('quiet_hours', quiet)
  if (limits.marketingPerDay === null) return
  const day = dayAround(settings.company.timezone, ctx.now())
  const sent = await countMarketing(ctx.deps.database.pool, companyId, channelId, day.from)
  if (sent >= limits.marketingPerDay) pause('marketing_cap', day.to)
}
