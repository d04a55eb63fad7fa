import { type Message, type MessageType, messageTypes } from '@recado/contracts/inbox/messages'
import { recordsOf } from '@recado/contracts/whatsapp/template-parts'
import type { Deps } from '#server/context.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { shownPhone } from '#server/modules/contacts/contacts/index.ts'
import { fileUrl } from '#server/modules/shared/files/index.ts'
import type { MessageRow, ReactionRow } from './queries/messages.ts'

const iso = (text: string | null) => (text === null ? null : new Date(text).toISOString())
const known: ReadonlySet<string> = new Set(messageTypes)
const typeOf = (type: string): MessageType => (known.has(type) ? (type as MessageType) : 'unsupported')

type Signer = Pick<Deps, 'sealer' | 'now'>

const mediaOf = (signer: Signer, row: MessageRow): Message['media'] => {
  if (row.media_kind === null) return null
  const stored = row.media_state === 'stored' && row.file_id !== null
  return {
    kind: row.media_kind as NonNullable<Message['media']>['kind'],
    mime: row.file_mime ?? row.media_mime,
    filename: row.media_filename,
    size: row.file_size === null ? null : Number(row.file_size),
    width: row.file_width,
    height: row.file_height,
    voice: row.media_voice ?? false,
    animated: row.media_animated ?? false,
    state: row.media_state as NonNullable<Message['media']>['state'],
    url: stored && row.file_id ? fileUrl(signer, row.file_id) : null,
    error: row.media_error,
  }
}

const replyOf = (row: MessageRow): Message['replyTo'] => {
  if (row.reply_to_wamid === null) return null
  return {
    id: row.reply_id,
    type: row.reply_type ?? 'unsupported',
    body: row.reply_body,
    direction: row.reply_direction ?? 'in',
  }
}

const errorOf = (row: MessageRow): Message['error'] =>
  row.error_code === null && row.error_class === null
    ? null
    : {
        code: row.error_code,
        class: row.error_class ?? 'unknown',
        details: row.error_details,
        traceId: row.error_trace,
      }

const timesOf = (row: MessageRow) => ({
  occurredAt: new Date(row.occurred_at).toISOString(),
  sentAt: iso(row.sent_at),
  deliveredAt: iso(row.delivered_at),
  readAt: iso(row.read_at),
  playedAt: iso(row.played_at),
  failedAt: iso(row.failed_at),
  editedAt: iso(row.edited_at),
  revokedAt: iso(row.revoked_at),
})

/** A shared contact card for members who may not see phone numbers and addresses. */
const maskedCard = (card: Record<string, unknown>) => ({
  name: card['name'],
  org: card['org'],
  phones: recordsOf(card['phones']).map(({ type, phone, wa_id }) => ({
    type,
    phone: shownPhone(String(phone ?? wa_id ?? '').replace(/\D/g, ''), false),
  })),
})

/** The raw part of a message that we cannot show names its sender, and cards name people: not for who may see no phones. */
const payloadOf = ({ payload }: MessageRow, full: boolean): MessageRow['payload'] => {
  if (full) return payload
  const { raw: _raw, ...rest } = payload
  return 'contacts' in rest ? { ...rest, contacts: recordsOf(rest['contacts']).map(maskedCard) } : rest
}

/** A message as the contract has it, with its reactions. A revoked one shows no content; `full` shows phones unmasked. */
export const messageOf = (
  signer: Signer,
  row: MessageRow,
  reactions: readonly ReactionRow[],
  full: boolean,
): Message => {
  const revoked = row.revoked_at !== null
  return {
    id: row.id,
    conversationId: row.conversation_id,
    direction: row.direction,
    type: typeOf(row.type),
    body: revoked ? null : row.body,
    payload: revoked ? {} : payloadOf(row, full),
    media: revoked ? null : mediaOf(signer, row),
    replyTo: replyOf(row),
    reactions: reactions.map(({ emoji, actor, actor_name }) => ({ emoji, actor, actorName: actor_name })),
    origin: row.origin as Message['origin'],
    author: personOf(row.author_id, row.author_name, row.author_avatar),
    ...(row.campaign_id !== null && { campaign: { id: row.campaign_id, name: row.campaign_name ?? '' } }),
    clientKey: row.client_key,
    status: row.status as Message['status'],
    error: errorOf(row),
    ...timesOf(row),
  }
}
