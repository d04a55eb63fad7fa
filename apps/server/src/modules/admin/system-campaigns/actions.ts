import type { EndpointInput } from '@recado/contracts'
import {
  type createSystemCampaign,
  type listSystemCampaigns,
  type SystemCampaign,
  type scheduleSystemCampaign,
  systemLimits,
  type updateSystemCampaign,
} from '@recado/contracts/admin/system-campaigns'
import type { z } from 'zod'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { newId } from '#server/lib/ids.ts'
import { pageFrom } from '#server/lib/page.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { assertRoom, found } from '#server/modules/shared/settings-resource/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import * as queries from './queries.ts'

const isoOf = (at: Date | null) => at?.toISOString() ?? null

type Reactions = {
  messages: Awaited<ReturnType<typeof queries.findReactions>>
  banners: Awaited<ReturnType<typeof queries.findBannerReactions>>
}

const reactionsTo = async (ctx: Ctx, ids: readonly string[]): Promise<Reactions> => ({
  messages: await queries.findReactions(ctx, ids),
  banners: await queries.findBannerReactions(ctx, ids),
})

const hasBanner = ({ channels }: Pick<queries.SystemRow, 'channels'>) => channels.includes('banner')
const hasMessages = ({ channels }: Pick<queries.SystemRow, 'channels'>) => channels.some((one) => one !== 'banner')

const viewOf = ({ row, author }: queries.Authored, { messages, banners }: Reactions): SystemCampaign => ({
  ...{ id: row.id, name: row.name, topic: row.topic, channels: row.channels, content: row.content },
  ...{ audience: row.audience, capDays: row.capDays, state: row.state, archived: row.archivedAt !== null },
  startsAt: isoOf(row.startsAt),
  bannerUntil: isoOf(row.bannerUntil),
  finishedAt: isoOf(row.finishedAt),
  author: personOf(row.authorId, author?.name ?? null, author?.avatar ?? null),
  stats: {
    // Messages follow a moment later, and not to those who do not want them; a banner is for everyone at once.
    sent: hasBanner(row) ? row.sent : (messages.get(row.id)?.sent ?? 0),
    seen: messages.get(row.id)?.seen ?? 0,
    read: messages.get(row.id)?.read ?? 0,
    banner: banners.get(row.id) ?? { seen: 0, dismissed: 0, clicked: 0 },
  },
  version: row.version,
  createdAt: row.createdAt.toISOString(),
})

const read = async (ctx: Ctx, id: string): Promise<SystemCampaign> =>
  viewOf(found(await queries.find(ctx, id)), await reactionsTo(ctx, [id]))

/** One page of announcements, newest first. */
export const listPage = async (ctx: Ctx, query: z.output<typeof listSystemCampaigns.query>) => {
  const { cursor, limit, ...filter } = query
  const rows = await queries.list(ctx, filter, decodeCursor(rankedPlace, cursor), limit + 1)
  const reactions = await reactionsTo(
    ctx,
    rows.map(({ row }) => row.id),
  )
  return pageFrom(
    rows,
    limit,
    (one) => viewOf(one, reactions),
    ({ row, at }) => encodeCursor({ id: row.id, at }),
  )
}

type Verb = 'create' | 'update' | 'schedule' | 'cancel' | 'archive'

const record = (tx: Ctx, verb: Verb, { id, name }: { id: string; name: string }, diff?: Record<string, unknown>) =>
  recordAudit(tx, {
    action: `system_campaign.${verb}`,
    companyId: null,
    target: { type: 'system_campaign', id, label: name },
    ...(diff && { diff }),
  })

type Fields = EndpointInput<typeof createSystemCampaign>['body']

/** Begins an announcement. Throws `limit_reached`. */
export const create = (ctx: UserCtx, fields: Fields): Promise<SystemCampaign> =>
  inTransaction(ctx, async (tx) => {
    assertRoom(await queries.count(tx), systemLimits.stored)
    const id = newId()
    await queries.insert(tx, { ...fields, id, authorId: tx.actor.userId, createdAt: tx.now(), updatedAt: tx.now() })
    await record(tx, 'create', { id, name: fields.name })
    return read(tx, id)
  })

const refuse = ({ state }: queries.SystemRow) => new AppError('state_invalid', { data: { state } })

/** A draft of the version that someone saw, held still. Throws `not_found`, `state_invalid`, `conflict`. */
const lockDraft = async (tx: Ctx, id: string, version: number): Promise<queries.SystemRow> => {
  const row = found(await queries.lock(tx, id))
  if (row.state !== 'draft') throw refuse(row)
  if (row.version !== version) throw new AppError('conflict', { data: { current: await read(tx, id) } })
  return row
}

type Saved = EndpointInput<typeof updateSystemCampaign>['body']

/** Saves a draft. Throws `not_found`, `state_invalid`, `conflict`. */
export const save = (ctx: UserCtx, id: string, { version, ...fields }: Saved): Promise<SystemCampaign> =>
  inTransaction(ctx, async (tx) => {
    await lockDraft(tx, id, version)
    await queries.update(tx, id, fields)
    await record(tx, 'update', { id, name: fields.name })
    return read(tx, id)
  })

/** Throws `validation_failed` for a text that is missing in a language. */
const assertWritten = ({ content }: queries.SystemRow): void => {
  const errors = (['en', 'pt'] as const).flatMap((language) =>
    (['title', 'body'] as const).flatMap((part) =>
      content[language][part] === ''
        ? [{ path: `content.${language}.${part}`, code: 'required', message: 'Is missing' }]
        : [],
    ),
  )
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

type Schedule = EndpointInput<typeof scheduleSystemCampaign>['body']

/** Throws `validation_failed` for a banner that nobody would see. */
const bannerEnd = ({ bannerUntil }: Pick<Schedule, 'bannerUntil'>, startsAt: Date): Date => {
  const until = bannerUntil ? new Date(bannerUntil) : null
  if (until && until > startsAt) return until
  const code = until ? 'too_early' : 'required'
  throw new AppError('validation_failed', {
    errors: [{ path: 'bannerUntil', code, message: until ? 'Lies before the start' : 'Is missing' }],
  })
}

/** Has an announcement sent at an instant, or now. Throws `not_found`, `state_invalid`, `conflict`, `validation_failed`. */
export const schedule = (ctx: UserCtx, id: string, { version, startsAt, ...more }: Schedule): Promise<SystemCampaign> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockDraft(tx, id, version)
    assertWritten(row)
    const at = startsAt === null ? tx.now() : new Date(startsAt)
    const bannerUntil = hasBanner(row) ? bannerEnd(more, at) : null
    await queries.update(tx, id, { state: 'scheduled', startsAt: at, bannerUntil })
    await record(tx, 'schedule', row, { startsAt: at.toISOString() })
    return read(tx, id)
  })

/** Users whose browsers are told of a banner in one message between processes. */
const TOLD_AT_ONCE = 100

/** Has browsers look which banner they show now. */
const tellWatching = async (tx: Ctx, id: string): Promise<void> => {
  for (let after: string | null = null; ; ) {
    const userIds: string[] = await queries.listWatching(tx, id, after, TOLD_AT_ONCE)
    emitChange(tx, 'announcement.updated', { userIds })
    after = userIds.at(-1) ?? null
    if (userIds.length < TOLD_AT_ONCE) return
  }
}

/**
 * Ends an announcement, or takes the banner of one that was sent off the pages. One that is canceled stays so.
 * Throws `not_found`, `state_invalid`.
 */
export const cancel = (ctx: UserCtx, id: string): Promise<SystemCampaign> =>
  inTransaction(ctx, async (tx) => {
    const row = found(await queries.lock(tx, id))
    if (row.state === 'canceled') return read(tx, id)
    const isShown = row.bannerUntil !== null && row.bannerUntil > tx.now()
    if (row.state === 'done' && !isShown) throw refuse(row)
    await queries.update(
      tx,
      id,
      row.state === 'done' ? { bannerUntil: tx.now() } : { state: 'canceled', finishedAt: tx.now() },
    )
    await record(tx, 'cancel', row)
    if (isShown) await tellWatching(tx, id)
    return read(tx, id)
  })

/** Puts an announcement out of the list, or back into it. Throws `not_found`. */
export const archive = (ctx: UserCtx, id: string, archived: boolean): Promise<SystemCampaign> =>
  inTransaction(ctx, async (tx) => {
    const row = found(await queries.lock(tx, id))
    if ((row.archivedAt !== null) !== archived) {
      await queries.update(tx, id, { archivedAt: archived ? tx.now() : null })
      await record(tx, 'archive', row, { archived })
    }
    return read(tx, id)
  })

const announcement = ({ id, topic, channels, content }: queries.SystemRow, userId: string, factId: string) => ({
  ...{ campaignId: id, topic, userId, factId, inApp: channels.includes('in_app'), email: channels.includes('email') },
  ...{ en: content.en, pt: content.pt, url: content.url },
})

/** Sends an announcement to whoever asks. Throws `not_found`, `state_invalid` for a banner alone, `validation_failed`. */
export const test = (ctx: UserCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = found(await queries.lock(tx, id))
    if (!hasMessages(row)) throw refuse(row)
    assertWritten(row)
    await emit(tx, 'system_campaign.announced', { ...announcement(row, tx.actor.userId, newId()), trial: true })
  })

/** Users who are told in one transaction, and whose browsers hear of it in one message between processes. */
const PORTION = TOLD_AT_ONCE

/** Tells the next portion of users; answers whether there may be more. */
const sendPortion = (ctx: Ctx, id: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lock(tx, id)
    if (!row || (row.state !== 'scheduled' && row.state !== 'sending')) return false
    const users = await queries.listAudience(tx, row, row.sentAfter, PORTION)
    const fresh = await queries.insertRecipients(tx, id, users)
    if (hasMessages(row))
      await emit(
        tx,
        'system_campaign.announced',
        ...fresh.map((userId) => announcement(row, userId, `${id}:${userId}`)),
      )
    if (hasBanner(row)) emitChange(tx, 'announcement.updated', { userIds: fresh })
    const more = users.length === PORTION
    await queries.update(tx, id, {
      ...{ state: more ? 'sending' : 'done', sentAfter: users.at(-1) ?? row.sentAfter, sent: row.sent + fresh.length },
      ...(more ? {} : { finishedAt: tx.now() }),
    })
    return more
  })

/** Sends announcements whose time has come. What was sent before a crash is not sent again. */
export const sendDue = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  await eachApart(await queries.listDue(ctx), async (id) => {
    while (!signal.aborted && (await sendPortion(ctx, id)));
  })
}
