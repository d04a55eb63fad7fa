import { and, desc, eq, ilike, lt, or, sql } from 'drizzle-orm'
import { containing } from '#server/db/like.ts'
import { notificationSubscribers as subscribers } from '#server/db/schema/notifications/subscribers.ts'
import type { EnvironmentCtx, SubscriberRow } from '#server/notifications/shared/context.ts'

const matches = (search: string) => {
  const pattern = containing(search)
  return or(
    ilike(subscribers.subscriberId, pattern),
    ilike(subscribers.email, pattern),
    ilike(sql`concat_ws(' ', ${subscribers.firstName}, ${subscribers.lastName})`, pattern),
  )
}

/** Subscribers whose id, name or e-mail address contains the text, the newest first. */
export const listSubscribersMatching = (
  ctx: EnvironmentCtx,
  { search, before, limit }: { search?: string | undefined; before: string | null; limit: number },
): Promise<SubscriberRow[]> =>
  ctx.db
    .select()
    .from(subscribers)
    .where(
      and(
        eq(subscribers.environmentId, ctx.environment.id),
        before === null ? undefined : lt(subscribers.id, before),
        search ? matches(search) : undefined,
      ),
    )
    .orderBy(desc(subscribers.id))
    .limit(limit)
