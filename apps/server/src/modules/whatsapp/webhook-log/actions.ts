import type { channelWebhookEvent } from '@recado/contracts/whatsapp/channel-webhooks'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { isUuid } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { loadChannel } from '#server/modules/whatsapp/channels/index.ts'
import { replayWebhookEvent } from '#server/modules/whatsapp/webhooks/index.ts'
import { partAbout, partWithout, wamidsOf } from './part.ts'
import { findWebhookRef, listWamidsElsewhere, listWebhookRefs } from './queries.ts'

type WebhookEntry = z.input<typeof channelWebhookEvent>
const states = ['waiting', 'processed', 'failed'] as const

type Row = Awaited<ReturnType<typeof listWebhookRefs>>[number]
const entryOf = (row: Row): WebhookEntry => ({
  id: row.id,
  receivedAt: row.receivedAt.toISOString(),
  field: row.field,
  summary: row.summary,
  state: states[row.state] ?? 'failed',
  error: row.error,
  attempts: row.attempts,
})

/** A page of the channel's raw log, newest first. */
export const listWebhookLog = async (
  ctx: CompanyCtx,
  channelId: string,
  query: { cursor?: string | undefined; limit: number; field?: string | undefined },
) => {
  await loadChannel(ctx, channelId)
  if (query.cursor && !isUuid(query.cursor))
    throw new AppError('validation_failed', { errors: [{ path: 'cursor', code: 'invalid', message: 'Not a cursor' }] })
  const filter = { field: query.field, before: query.cursor || null, limit: query.limit + 1 }
  const rows = await listWebhookRefs(ctx, ctx.company.id, channelId, filter)
  const more = rows.length > query.limit
  const page = rows.slice(0, query.limit)
  return { data: page.map(entryOf), page: { next: more ? (page.at(-1)?.id ?? null) : null, has_more: more } }
}

const loadRef = async (ctx: CompanyCtx, channelId: string, eventId: string) => {
  const { channel, account } = await loadChannel(ctx, channelId)
  const row = await findWebhookRef(ctx, ctx.company.id, channelId, eventId)
  if (!row) throw new AppError('not_found')
  return {
    row,
    live: channel.disconnectedAt === null,
    place: { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId },
  }
}

/** One raw body, cut to what concerns the channel and its company. Throws `not_found`. */
export const readWebhook = async (ctx: CompanyCtx, channelId: string, eventId: string) => {
  const { row, place } = await loadRef(ctx, channelId, eventId)
  const part = partAbout(row.body, place)
  if (part === null) return { ...entryOf(row), body: null }
  const elsewhere = await listWamidsElsewhere(ctx, ctx.company.id, place.phoneNumberId, wamidsOf(part))
  return { ...entryOf(row), body: partWithout(part, elsewhere) }
}

/**
 * Has a stored body processed again, and writes down who asked for it. Throws `not_found`, and
 * `channel_busy` for a number that left: what came for this company must not go to the one that has it now.
 */
export const replayWebhook = async (ctx: CompanyCtx, channelId: string, eventId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { live } = await loadRef(tx, channelId, eventId)
    if (!live) throw new AppError('channel_busy', { data: { reason: 'disconnected' } })
    await replayWebhookEvent(tx, eventId)
    const target = { type: 'channel', id: channelId }
    await recordAudit(tx, { action: 'channel.webhook_replayed', target, diff: { eventId } })
  })
