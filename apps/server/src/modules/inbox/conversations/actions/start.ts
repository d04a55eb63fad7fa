import type { ConversationSummary, startConversation as startEndpoint } from '@recado/contracts/inbox/conversations'
import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import type { z } from 'zod'
import { type CompanyCtx, inTransactionOn } from '#server/context.ts'
import { dbOf, inSqlTransaction } from '#server/db/sql-transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { countryOfPhone, digitsOfTyped } from '#server/lib/typed-phone.ts'
import {
  findContactUser,
  isKnownBsuid,
  nameUnnamed,
  resolveUsers,
  type Sql,
  spendLookups,
  type UserKey,
} from '#server/modules/contacts/contacts/index.ts'
import { joinContacts } from '#server/modules/contacts/merges/index.ts'
import { insertEventLine } from '#server/modules/inbox/messages/index.ts'
import { canSend, findChannelsByNumbers, sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { findConnectedChannel } from '../queries/channels.ts'
import { repointConversations } from '../queries/merge.ts'
import { lockVisible, updateConversation } from '../queries/rows.ts'
import { findThreads, type ThreadRow } from '../queries/threads.ts'
import { loadSummary } from './read.ts'
import { beginConversations } from './started.ts'

const loadSendable = async (ctx: CompanyCtx, channelId: string) => {
  const row = await findConnectedChannel(ctx, channelId)
  if (!row) throw new AppError('not_found')
  const channel = (await findChannelsByNumbers(ctx.deps, [row.phoneNumberId])).get(row.phoneNumberId)
  if (!channel || !canSend(row.status, sendPriorities.interactive)) throw new AppError('channel_not_sendable')
  return { channel, phone: row.phone }
}

const findThread = async (ctx: CompanyCtx, sql: Sql, channelId: string, user: UserKey): Promise<ThreadRow> => {
  await resolveUsers(sql, [user], { merge: repointConversations, join: (tx, join) => joinContacts(ctx, tx, join) })
  const [thread] = await findThreads(sql, [{ channelId, user }])
  if (!thread) throw new Error('A person has no record')
  return thread
}

const open = async (
  ctx: CompanyCtx,
  sql: Sql,
  { channelId, user, status }: { channelId: string; user: UserKey; status: 'open' | 'resolved' },
): Promise<string> => {
  const thread = await findThread(ctx, sql, channelId, user)
  if (thread.conversationId !== null) return thread.conversationId
  const id = newId()
  const identityId = thread.byPhone ?? thread.byBsuid
  if (identityId === null) throw new Error('A person has no record')
  const { companyId } = user
  await beginConversations(ctx, sql, [{ companyId, id, channelId, identityId, status, startedAt: ctx.now() }])
  // Members who do not see everything cannot see unassigned conversations, not even one that they started.
  if (ctx.actor.kind === 'user' && ctx.company.member.visibility !== 'all')
    await updateConversation(ctx, id, { assigneeId: ctx.actor.userId })
  return id
}

type Whom = Pick<UserKey, 'phone' | 'waId' | 'bsuid'>

const typedNumber = (typed: string, country: string | undefined): Whom => {
  const digits = digitsOfTyped(typed, country)
  return { phone: canonicalPhone(digits), waId: digits, bsuid: null }
}

const loadKnown = async (ctx: CompanyCtx, contactId: string, scope: string): Promise<Whom> => {
  const whom = await findContactUser(ctx, contactId, scope)
  if (!whom || (whom.phone === null && whom.bsuid === null)) throw new AppError('not_found')
  return whom
}

const userOf = (ctx: CompanyCtx, scope: string, whom: Whom): UserKey => ({
  companyId: ctx.company.id,
  scope,
  ...whom,
  ...{ parentBsuid: null, username: null, profileName: null },
})

/** Whom a message is for: a contact, a phone number as it was typed, or someone whom WhatsApp knows by an id alone. */
export type Recipient = ({ contactId: string } | { phone: string } | { bsuid: string }) & {
  /** For someone who has no name yet. */
  name?: string | undefined
}

const whomOf = async (ctx: CompanyCtx, recipient: Recipient, scope: string, phone: string): Promise<Whom> => {
  if ('contactId' in recipient) return loadKnown(ctx, recipient.contactId, scope)
  if ('phone' in recipient) return typedNumber(recipient.phone, countryOfPhone(phone))
  if (await isKnownBsuid(ctx, scope, recipient.bsuid)) return { phone: null, waId: null, bsuid: recipient.bsuid }
  throw new AppError('not_found')
}

/**
 * The conversation with someone on a channel, in the caller's transaction, for what the product or a program sends: a new one
 * is resolved, as no one has to do anything about it. Throws `channel_not_sendable`, `validation_failed` for the phone,
 * `quota_exceeded`, and `not_found` for a channel, or for someone who cannot be reached by it.
 */
export const openQuietlyIn = async (
  tx: CompanyCtx,
  sql: Sql,
  channelId: string,
  recipient: Recipient,
): Promise<string> => {
  const { channel, phone } = await loadSendable(tx, channelId)
  const whom = await whomOf(tx, recipient, channel.scope, phone)
  if ('phone' in recipient && whom.phone) await spendLookups(tx, [whom.phone])
  const opened = await open(tx, sql, {
    channelId: channel.id,
    user: userOf(tx, channel.scope, whom),
    status: 'resolved',
  })
  const { name } = recipient
  const row = name ? await lockVisible(tx, opened) : null
  if (name && row) await nameUnnamed(tx, row.contactId, name)
  return opened
}

/** The same for a contact, in a transaction of its own. */
export const openQuietly = (ctx: CompanyCtx, channelId: string, contactId: string): Promise<string> =>
  inTransactionOn(ctx.deps.database.pool, ctx, (tx, client) => openQuietlyIn(tx, client, channelId, { contactId }))

/**
 * Opens the conversation with a contact or a phone number on a channel: the open one, the last one reopened, or a
 * new one. Throws `channel_not_sendable`, `validation_failed` for the phone, `quota_exceeded`,
 * `not_found` for a channel, a contact or a
 * conversation that the actor may not see.
 */
export const startConversation = async (
  ctx: CompanyCtx,
  body: z.output<typeof startEndpoint.body>,
): Promise<ConversationSummary> => {
  const { channel, phone } = await loadSendable(ctx, body.channelId)
  const whom = body.contactId
    ? await loadKnown(ctx, body.contactId, channel.scope)
    : typedNumber(body.phone ?? '', countryOfPhone(phone))
  if (!body.contactId && whom.phone) await spendLookups(ctx, [whom.phone])
  const user = userOf(ctx, channel.scope, whom)
  const id = await inSqlTransaction(ctx.deps.database.pool, async (client) => {
    const tx: CompanyCtx = { ...ctx, db: dbOf(client), inTransaction: true, afterCommit: () => undefined }
    const opened = await open(tx, client, { channelId: channel.id, user, status: 'open' })
    const row = await lockVisible(tx, opened)
    if (!row) throw new AppError('not_found')
    if (body.name) await nameUnnamed(tx, row.contactId, body.name)
    if (row.status === 'resolved') {
      await updateConversation(tx, opened, { status: 'open', resolvedAt: null, resolvedBy: null })
      const by = tx.actor.kind === 'user' ? { id: tx.actor.userId, name: tx.actor.name } : null
      await insertEventLine(tx, row, { kind: 'reopened', by, to: null })
    }
    return opened
  })
  emitChange(ctx, 'conversation.updated', { companyId: ctx.company.id, conversationIds: [id] })
  return loadSummary(ctx, id)
}
