import { refuseAbility } from '@recado/contracts/abilities'
import type { BulkOutcome } from '@recado/contracts/shared/lists'
import type { channelWebhookEvent } from '@recado/contracts/whatsapp/channel-webhooks'
import type { z } from 'zod'
import { type CompanyCtx, factsOf, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { isUuid } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { loadChannel } from '#server/modules/whatsapp/channels/index.ts'
import { replayWebhookEvent } from '#server/modules/whatsapp/webhooks/index.ts'
import { eventsOf, fateOf, glanceAt } from './glance.ts'
import { partAbout, partWithout, wamidsOf } from './part.ts'
import { findWebhookRef, listKnownEvents, listWamidsElsewhere, listWebhookRefs } from './queries.ts'

type WebhookEntry = z.input<typeof channelWebhookEvent>
const states = ['waiting', 'processed', 'failed'] as const

type Row = Omit<Awaited<ReturnType<typeof listWebhookRefs>>[number], 'body'>
const noDetails = { contact: null, text: null }
const entryOf = (row: Row, glance: Pick<WebhookEntry, 'contact' | 'text'> = noDetails): WebhookEntry => ({
  id: row.id,
  receivedAt: row.receivedAt.toISOString(),
  field: row.field,
  summary: row.summary,
  ...glance,
  state: states[row.state] ?? 'failed',
  error: row.error,
  attempts: row.attempts,
})

/** What each of the bodies is about, for people who may read them. */
const glancesOf = async (
  ctx: CompanyCtx,
  phoneNumberId: string,
  rows: readonly { body: Buffer; field: string }[],
): Promise<Pick<WebhookEntry, 'contact' | 'text'>[]> => {
  if (ctx.actor.kind !== 'system' && refuseAbility('channels.manage', factsOf(ctx)) !== null) return []
  const events = rows.map(({ body, field }) => eventsOf({ body, field, phoneNumberId }))
  const elsewhere = await listWamidsElsewhere(ctx, ctx.company.id, phoneNumberId, events.flat().flatMap(fateOf))
  return events.map((own) => glanceAt(own.filter((event) => !fateOf(event).some((wamid) => elsewhere.has(wamid)))))
}

/** A page of the channel's raw log, newest first. */
export const listWebhookLog = async (
  ctx: CompanyCtx,
  channelId: string,
  query: {
    cursor?: string | undefined
    limit: number
    field?: string | undefined
    state?: WebhookEntry['state'] | undefined
  },
) => {
  const { channel } = await loadChannel(ctx, channelId)
  if (query.cursor && !isUuid(query.cursor))
    throw new AppError('validation_failed', { errors: [{ path: 'cursor', code: 'invalid', message: 'Not a cursor' }] })
  const filter = {
    field: query.field,
    state: query.state && states.indexOf(query.state),
    before: query.cursor || null,
    limit: query.limit + 1,
  }
  const rows = await listWebhookRefs(ctx, ctx.company.id, channelId, filter)
  const more = rows.length > query.limit
  const page = rows.slice(0, query.limit)
  const glances = await glancesOf(ctx, channel.phoneNumberId, page)
  return {
    data: page.map((row, index) => entryOf(row, glances[index])),
    page: { next: more ? (page.at(-1)?.id ?? null) : null, has_more: more },
  }
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

/**
 * Has many stored bodies processed again, in the order in which they came; what is not in this channel's log is skipped.
 * Throws `not_found` for the channel, and `channel_busy` as `replayWebhook` does.
 */
export const replayWebhooks = async (
  ctx: CompanyCtx,
  channelId: string,
  ids: readonly string[],
): Promise<BulkOutcome> =>
  inTransaction(ctx, async (tx) => {
    const { channel } = await loadChannel(tx, channelId)
    if (channel.disconnectedAt !== null) throw new AppError('channel_busy', { data: { reason: 'disconnected' } })
    const known = await listKnownEvents(tx, tx.company.id, channelId, ids)
    for (const eventId of known) await replayWebhookEvent(tx, eventId)
    const target = { type: 'channel', id: channelId }
    if (known.length > 0)
      await recordAudit(tx, { action: 'channel.webhook_replayed', target, diff: { eventIds: known } })
    const skipped = ids.filter((id) => !known.includes(id)).map((id) => ({ id, label: '', code: 'not_found' }))
    return { done: known.length, skipped }
  })
