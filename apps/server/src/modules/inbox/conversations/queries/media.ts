import { and, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { messageMedia, messages } from '#server/db/schema/index.ts'
import { newId } from '#server/lib/ids.ts'
import type { Sql } from '#server/modules/contacts/contacts/index.ts'

export const fetchJobName = 'media.fetch'
const fetchKey = (messageId: string) => `media.fetch:${messageId}`

/** Adds a job for each file to be fetched, in the transaction that adds its message. */
export const enqueueFetches = async (
  sql: Sql,
  rows: readonly { company_id: string; message_id: string }[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql.query({
    name: 'media_fetch_enqueue',
    text: `insert into jobs (id, queue, name, company_id, unique_key, status, input)
      select id, 'media', $4, company_id, unique_key, 'queued', jsonb_build_object('companyId', company_id, 'messageId', message_id)
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $5::text[]) as t(id, company_id, message_id, unique_key)
      on conflict (unique_key) where unique_key is not null and finished_at is null do nothing`,
    values: [
      rows.map(() => newId()),
      rows.map((row) => row.company_id),
      rows.map((row) => row.message_id),
      fetchJobName,
      rows.map((row) => fetchKey(row.message_id)),
    ],
  })
}

export type MediaToFetch = {
  media: typeof messageMedia.$inferSelect
  channelId: string
  conversationId: string
}

export const findMediaOf = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  messageId: string,
): Promise<MediaToFetch | null> => {
  const rows = await ctx.db
    .select({ media: messageMedia, channelId: messages.channelId, conversationId: messages.conversationId })
    .from(messageMedia)
    .innerJoin(messages, and(eq(messages.companyId, messageMedia.companyId), eq(messages.id, messageMedia.messageId)))
    .where(and(eq(messageMedia.companyId, companyId), eq(messageMedia.messageId, messageId)))
    .limit(1)
  return rows[0] ?? null
}

type Change = Partial<Pick<typeof messageMedia.$inferInsert, 'state' | 'error' | 'fileId' | 'mime'>>

/** Changes media that is not stored yet; false when it was. */
export const updateUnstoredMedia = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  messageId: string,
  change: Change,
): Promise<boolean> => {
  const rows = await ctx.db
    .update(messageMedia)
    .set(change)
    .where(
      and(
        eq(messageMedia.companyId, companyId),
        eq(messageMedia.messageId, messageId),
        ne(messageMedia.state, 'stored'),
      ),
    )
    .returning({ id: messageMedia.messageId })
  return rows.length > 0
}
