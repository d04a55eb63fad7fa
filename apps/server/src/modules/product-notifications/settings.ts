import type { NotificationSettings } from '@recado/contracts/product-notifications/settings'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { audience, ensurePlatformEnvironment, inEnvironment, type SubscriberCtx } from '#server/notifications/index.ts'
import { findJoinedCompanies, findPeople } from './queries/people.ts'
import { profileOf } from './subscribers.ts'

/** Nights, all week; what people see before they choose. */
const suggested = { enabled: false, days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '07:00' }

const asSubscriber = async <C extends UserCtx>(ctx: C): Promise<C & SubscriberCtx> => {
  const own = inEnvironment(ctx, await ensurePlatformEnvironment(ctx.deps))
  const [person] = await findPeople(own, [ctx.actor.userId])
  const [subscriber] = person ? await audience.upsertSubscribers(own, [profileOf(person)]) : []
  if (!subscriber) throw new AppError('not_found')
  return { ...own, subscriber }
}

type Restraint = Awaited<ReturnType<typeof audience.readRestraint>>

/** Companies that the person has left since are none to be muted any more. */
const settingsOf = async (ctx: UserCtx & SubscriberCtx, restraint: Restraint): Promise<NotificationSettings> => {
  const { quietHours, mutedTenants } = restraint
  const joined = await findJoinedCompanies(ctx, ctx.actor.userId, mutedTenants ?? [])
  return {
    quietHours: quietHours ?? { ...suggested, timeZone: ctx.subscriber.timezone ?? 'UTC' },
    mutedCompanyIds: (mutedTenants ?? []).filter((id) => joined.has(id)),
  }
}

/** When the signed-in person is not to be disturbed, and by which companies not at all. */
export const readNotificationSettings = async (ctx: UserCtx): Promise<NotificationSettings> => {
  const own = await asSubscriber(ctx)
  return settingsOf(own, await audience.readRestraint(own))
}

/** Throws `not_found` when one of the companies is not theirs. */
export const updateNotificationSettings = async (
  ctx: UserCtx,
  { quietHours, mutedCompanyIds }: NotificationSettings,
): Promise<NotificationSettings> => {
  await ensurePlatformEnvironment(ctx.deps)
  return inTransaction(ctx, async (tx) => {
    const own = await asSubscriber(tx)
    const mutedTenants = [...new Set(mutedCompanyIds)]
    const joined = await findJoinedCompanies(own, ctx.actor.userId, mutedTenants)
    if (mutedTenants.some((id) => !joined.has(id))) throw new AppError('not_found')
    const saved = await audience.saveRestraint(own, { quietHours, mutedTenants })
    await recordAudit(own, {
      action: 'user.updated',
      companyId: null,
      target: { type: 'user', id: ctx.actor.userId },
      diff: { fields: ['notificationSettings'] },
    })
    return settingsOf(own, saved)
  })
}
