import { type ConversationSummary, priorities } from '@recado/contracts/inbox/conversations'
import type { MessageStatus } from '@recado/contracts/inbox/messages'
import { personOf } from '#server/lib/avatar-url.ts'
import { displayNameOf, shownPhone } from '#server/modules/contacts/contacts/index.ts'
import type { SummaryRow } from './queries/list.ts'

const iso = (text: string | null) => (text === null ? null : new Date(text).toISOString())

/** A row of the list as the contract has it; `full` shows phones unmasked. */
export const summaryOf = (row: SummaryRow, full: boolean): ConversationSummary => ({
  id: row.id,
  status: row.status,
  channel: { id: row.channel_id, name: row.channel_name, phone: row.channel_phone, status: row.channel_status },
  contact: {
    id: row.contact_id,
    displayName: displayNameOf(
      { name: row.contact_name, profileName: row.profile_name, phone: row.phone, username: row.username },
      full,
    ),
    phone: shownPhone(row.phone, full),
  },
  assignee: personOf(row.assignee_id, row.assignee_name, row.assignee_avatar),
  team: row.team_id === null || row.team_name === null ? null : { id: row.team_id, name: row.team_name },
  priority: priorities[row.priority] ?? 'none',
  labelIds: row.label_ids,
  snoozedUntil: iso(row.snoozed_until),
  slaDueAt: iso(row.sla_due_at),
  mentioned: row.mentioned,
  freeEntryExpiresAt: iso(row.free_entry_expires_at),
  unreadCount: row.unread_count,
  windowExpiresAt: iso(row.window_expires_at),
  lastMessageAt: new Date(row.last_message_at).toISOString(),
  lastDirection: row.last_direction,
  lastPreview: row.last_preview,
  lastType: row.last_type,
  lastStatus: row.message_direction === 'out' ? (row.last_message_status as MessageStatus) : null,
  waitingSince: iso(row.waiting_since),
  failedAt: iso(row.failed_at),
  version: row.version,
})
