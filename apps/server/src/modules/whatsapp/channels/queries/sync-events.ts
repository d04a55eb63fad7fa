import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { channelEvents } from '#server/db/schema/whatsapp/channels.ts'

/** What became of the contacts and the past of a phone app since a moment, oldest first. */
export const listSyncEvents = (ctx: Pick<Ctx, 'db'>, companyId: string, channelId: string, since: Date) =>
  ctx.db
    .select({ kind: channelEvents.kind, after: channelEvents.after, createdAt: channelEvents.createdAt })
    .from(channelEvents)
    .where(
      and(
        eq(channelEvents.companyId, companyId),
        eq(channelEvents.channelId, channelId),
        gte(channelEvents.createdAt, since),
        inArray(channelEvents.kind, ['sync_requested', 'sync_refused', 'sync_declined', 'sync_arrived']),
      ),
    )
    .orderBy(asc(channelEvents.createdAt), asc(channelEvents.id))
