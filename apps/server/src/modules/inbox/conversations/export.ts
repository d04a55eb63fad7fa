import { conversationFilter } from '@recado/contracts/inbox/conversations'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { cellsOfAll, defineListExport, everyRow, inCompany } from '#server/modules/shared/tasks/index.ts'
import { listConversationPage } from './actions/read.ts'
import { listLabelNames } from './queries/labels.ts'

const headers = [
  ...['id', 'status', 'contact_id', 'contact', 'phone', 'channel', 'channel_phone', 'assignee', 'team', 'priority'],
  ...['labels', 'unread', 'waiting_since', 'window_expires_at', 'snoozed_until', 'sla_due_at', 'last_message_at'],
  ...['last_direction', 'last_message'],
]

/** The conversations that a person sees as a file; phones are masked as on the screen. */
export const conversationExports = [
  defineListExport({
    list: 'chat',
    ability: 'conversations.export',
    headers,
    filter: conversationFilter,
    rows: async function* (ctx, filter) {
      const own = inCompany(ctx)
      const labels = await listLabelNames(own)
      const rows = everyRow((page) => listConversationPage(own, { ...filter, ...page }))
      yield* cellsOfAll(rows, (row): Cell[] => [
        ...[row.id, row.status, row.contact.id, row.contact.displayName, row.contact.phone, row.channel.name],
        ...[row.channel.phone, row.assignee?.name ?? null, row.team?.name ?? null, row.priority],
        ...[row.labelIds.flatMap((id) => labels.get(id) ?? []).join(', '), row.unreadCount, row.waitingSince],
        ...[row.windowExpiresAt, row.snoozedUntil, row.slaDueAt, row.lastMessageAt],
        ...[row.lastDirection, row.lastPreview],
      ])
    },
  }),
]
