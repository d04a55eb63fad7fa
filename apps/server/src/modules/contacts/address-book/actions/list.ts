import type { ContactRow, listContacts } from '@recado/contracts/contacts/address-book'
import { countLimit } from '@recado/contracts/shared/lists'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { counted, pageFrom } from '#server/lib/page.ts'
import { contactView, findDefinitions, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { withinTime } from '#server/modules/contacts/filters/index.ts'
import { compileContactFilter } from '../queries/conditions.ts'
import { countContacts, findPage, isAmong, type ListRow, orderOf } from '../queries/list.ts'

type Definitions = Awaited<ReturnType<typeof findDefinitions>>

const instantOf = (at: string) => new Date(at).toISOString()
const iso = (at: string | null) => (at === null ? null : instantOf(at))

/** A row as this reader may see it. */
const rowOf = (row: ListRow, definitions: Definitions, full: boolean, now: Date): ContactRow => {
  const window = iso(row.window_expires_at)
  return {
    ...contactView({ ...row, profileName: row.profile_name }, definitions, full),
    id: row.id,
    organization: row.organization,
    tags: row.tags,
    lists: row.lists,
    marketing: row.marketing,
    blocked: row.blocked,
    owner: personOf(row.owner_id, row.owner_name, row.owner_avatar),
    lifecycle: row.lifecycle,
    lastInboundAt: iso(row.last_inbound_at),
    lastOutboundAt: iso(row.last_outbound_at),
    windowExpiresAt: window !== null && window > now.toISOString() ? window : null,
    source: row.source,
    conversationId: row.conversation_id,
    createdAt: instantOf(row.created_at),
    deletedAt: iso(row.deleted_at),
  }
}

/** Contacts by their ids, in the bin or not, as a page of its own. */
export const readContactsOf = async (ctx: CompanyCtx, ids: readonly string[]) => {
  const rows = await findPage(ctx, isAmong(ctx, ids), { order: orderOf('created'), after: null, limit: ids.length })
  const definitions = await findDefinitions(ctx)
  const full = seesPersonalData(ctx)
  return { data: rows.map((row) => rowOf(row, definitions, full, ctx.now())), page: { next: null } }
}

type Query = z.output<typeof listContacts.query>

/** One page of contacts, of which no query takes longer than `milliseconds`. Throws `filter_too_slow`. */
export const readContactPage = async (ctx: CompanyCtx, query: Query, milliseconds?: number) => {
  const { cursor, limit, count, sort, ...filter } = query
  const full = seesPersonalData(ctx)
  const order = orderOf(sort)
  const after = decodeCursor(order.place, cursor)
  const where = await compileContactFilter(ctx, filter)
  const read = async (tx: CompanyCtx) => ({
    rows: await findPage(tx, where, { order, after, limit: limit + 1 }),
    total: count && (await countContacts(tx, where, countLimit + 1)),
  })
  const { rows, total } = await withinTime(ctx, read, { ...(milliseconds !== undefined && { milliseconds }) })
  const definitions = await findDefinitions(ctx)
  const page = pageFrom(
    rows,
    limit,
    (row) => rowOf(row, definitions, full, ctx.now()),
    (row) => encodeCursor({ id: row.id, ...(row.sort_key !== null && { [order.named]: row.sort_key }) }),
  )
  return counted(page, total)
}
