import type { TemplateAnalytics } from '@recado/contracts/whatsapp/template-analytics'
import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { findTemplateAccount } from '../queries/accounts.ts'
import { listDays } from '../queries/stats.ts'
import { countAccount } from './count.ts'
import { dayOf } from './list.ts'
import { loadTemplate } from './read.ts'

const DAY_MS = 86_400_000
const DAYS = 90

type Day = TemplateAnalytics['days'][number]
const nothing = { sent: 0, delivered: 0, read: 0, clicked: 0 }

const plus = (a: typeof nothing, b: typeof nothing) => ({
  sent: a.sent + b.sent,
  delivered: a.delivered + b.delivered,
  read: a.read + b.read,
  clicked: a.clicked + b.clicked,
})

/** What Meta and we counted of a template over the last 90 days, as of the last night or the last look. */
export const readAnalytics = async (ctx: Ctx, id: string): Promise<TemplateAnalytics> => {
  const row = await loadTemplate(ctx, id)
  const account = await findTemplateAccount(ctx, row.waAccountId)
  const since = dayOf(new Date(ctx.now().getTime() - DAYS * DAY_MS))
  const found = await listDays(ctx, row.companyId, id, since)
  const days: Day[] = found.map((one) => ({
    day: one.day,
    sent: one.sent,
    delivered: one.delivered,
    read: one.read,
    clicked: one.clicked,
    own: {
      sent: one.ownSent,
      delivered: one.ownDelivered,
      read: one.ownRead,
      clicked: one.ownClicked,
      failed: one.ownFailed,
    },
  }))
  return {
    enabled: Boolean(account?.insightsAt),
    total: days.reduce(plus, nothing),
    own: {
      ...days.reduce((sum, { own }) => plus(sum, own), nothing),
      failed: days.reduce((sum, { own }) => sum + own.failed, 0),
    },
    days,
    countedAt: account?.countedAt?.toISOString() ?? null,
  }
}

/**
 * Counts one template again; `enable` has Meta count those of the account, which cannot be undone there. Throws
 * `not_found`, `state_invalid` for what Meta has never seen, `provider_error`, `channel_not_sendable`.
 */
export const refreshAnalytics = async (ctx: Ctx, id: string, enable: boolean): Promise<{ days: number }> => {
  const row = await loadTemplate(ctx, id)
  if (!row.metaId) throw new AppError('state_invalid', { data: { status: row.status } })
  try {
    return { days: await countAccount(ctx, row.companyId, row.waAccountId, { enable, only: [row] }) }
  } catch (error) {
    throw asAppError(error)
  }
}
