import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { resolveUsers, type Sql } from '#server/modules/contacts/contacts/index.ts'
import { joinContacts } from '#server/modules/contacts/merges/index.ts'
import { repointConversations } from '../queries/merge.ts'
import { findThreads, type NewConversation, type ThreadKey, type ThreadRow } from '../queries/threads.ts'
import { beginConversations } from './started.ts'

/** Where a message of many goes, and to whom. */
export type BulkThread = {
  conversationId: string
  contactId: string
  /** Digits, or a business-scoped user id. */
  recipient: string
}

const identityOf = ({ byPhone, byBsuid }: ThreadRow) => byPhone ?? byBsuid

const settled = async (ctx: Ctx, sql: Sql, keys: readonly ThreadKey[]): Promise<ThreadRow[]> => {
  const rows = await findThreads(sql, keys)
  const unknown = keys.filter((_, index) => identityOf(rows[index] as ThreadRow) === null)
  if (unknown.length === 0) return rows
  await resolveUsers(
    sql,
    unknown.map(({ user }) => user),
    { merge: repointConversations, join: (tx, join) => joinContacts(ctx, tx, join) },
  )
  return findThreads(sql, keys)
}

/**
 * The conversation of each person on a channel, in the order of the keys: the latest one in whatever state, or a new one
 * that is resolved until the person writes, so that no list of open work shows it.
 */
export const findOrFileThreads = async (ctx: Ctx, sql: Sql, keys: readonly ThreadKey[]): Promise<BulkThread[]> => {
  const rows = await settled(ctx, sql, keys)
  const fresh = new Map<string, NewConversation>()
  const places = rows.map((row, index) => {
    const { channelId, user } = keys[index] as ThreadKey
    const identityId = identityOf(row)
    if (identityId === null) throw new Error('A person has no record')
    if (row.conversationId !== null) return row.conversationId
    const place = `${channelId} ${identityId}`
    const known = fresh.get(place) ?? {
      ...{
        companyId: user.companyId,
        id: newId(),
        channelId,
        identityId,
        status: 'resolved' as const,
        startedAt: ctx.now(),
      },
    }
    fresh.set(place, known)
    return known.id
  })
  await beginConversations(ctx, sql, [...fresh.values()])
  return rows.map((row, index) => ({
    conversationId: places[index] as string,
    contactId: row.contactId as string,
    recipient: row.waId ?? keys[index]?.user.phone ?? keys[index]?.user.bsuid ?? '',
  }))
}
