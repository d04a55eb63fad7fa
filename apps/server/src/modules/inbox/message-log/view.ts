import type { LogEntry } from '@recado/contracts/inbox/message-log'
import { type MessageType, messageTypes } from '@recado/contracts/inbox/messages'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { displayNameOf, shownPhone } from '#server/modules/contacts/contacts/index.ts'
import type { LogRow } from './queries/log.ts'

const PREVIEW = 200

const previewOf = (row: LogRow) => {
  const text = row.revoked ? '' : (row.body ?? '').replace(/\s+/g, ' ').trim()
  return text.length > PREVIEW ? `${text.slice(0, PREVIEW - 1)}…`.toWellFormed() : text
}

const authorOf = (row: LogRow) =>
  row.author_id === null || row.author_name === null
    ? null
    : { id: row.author_id, name: row.author_name, avatarUrl: avatarUrl(row.author_id, row.author_avatar) }

const costOf = (row: LogRow): LogEntry['cost'] =>
  row.amount === null || row.currency === null
    ? null
    : { amount: row.amount, currency: row.currency, estimated: row.estimated }

/** A row of the log as the contract has it; `full` shows phones unmasked. */
export const entryOf = (row: LogRow, full: boolean): LogEntry => ({
  id: row.id,
  conversationId: row.conversation_id,
  occurredAt: new Date(row.occurred_at).toISOString(),
  direction: row.direction,
  contact: {
    id: row.contact_id,
    displayName: displayNameOf(
      { name: row.name, profileName: row.profile_name, phone: row.phone, username: row.username },
      full,
    ),
    phone: shownPhone(row.phone, full),
  },
  channel: { id: row.channel_id, name: row.channel_name },
  type: messageTypes.find((type): type is MessageType => type === row.type) ?? 'unsupported',
  templateName: row.template_name,
  preview: previewOf(row),
  origin: row.origin as LogEntry['origin'],
  author: authorOf(row),
  ...(row.campaign_id !== null && { campaign: { id: row.campaign_id, name: row.campaign_name ?? '' } }),
  status: row.status as LogEntry['status'],
  error:
    row.error_code === null && row.error_class === null
      ? null
      : { code: row.error_code, class: row.error_class ?? 'unknown' },
  category: row.category,
  cost: costOf(row),
})
