import {
  type AdminLogEntry,
  adminLogFilter,
  type LogEntry,
  type LogFilter,
  logFilter,
} from '@recado/contracts/inbox/message-log'
import type { CompanyCtx } from '#server/context.ts'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { cellsOfAll, defineListExport, everyRow, inCompany } from '#server/modules/shared/tasks/index.ts'
import { findLogPage, type LogPlace } from '../queries/log.ts'
import { entryOf } from '../view.ts'
import { readAdminLogPage } from './admin.ts'

const CHUNK = 2000

const headers = [
  'time',
  'direction',
  'contact',
  'phone',
  'channel',
  'type',
  'template',
  'text',
  'origin',
  'author',
  'status',
  'error_code',
  'error_class',
  'category',
  'cost',
  'currency',
  'message_id',
  'conversation_id',
]

const cellsOf = (entry: LogEntry, text: string | null): Cell[] => [
  entry.occurredAt,
  entry.direction,
  entry.contact.displayName,
  entry.contact.phone,
  entry.channel.name,
  entry.type,
  entry.templateName,
  text,
  entry.origin,
  entry.author?.name ?? null,
  entry.status,
  entry.error?.code ?? null,
  entry.error?.class ?? null,
  entry.category,
  entry.cost?.amount ?? null,
  entry.cost?.currency ?? null,
  entry.id,
  entry.conversationId,
]

/** Texts are longer here than what the log shows of them. */
async function* rowsOf(ctx: CompanyCtx, filter: LogFilter): AsyncGenerator<Cell[]> {
  const full = seesPersonalData(ctx)
  for (let place: LogPlace | null = null; ; ) {
    const rows = await findLogPage(ctx, filter, place, CHUNK)
    for (const row of rows) yield cellsOf(entryOf(row, full), row.revoked ? null : row.body)
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    place = { at: last.occurred_at, id: last.id }
  }
}

const adminHeaders = [
  'time',
  'company',
  'direction',
  'channel',
  'type',
  'template',
  'origin',
  'status',
  'error_code',
  'error_class',
  'category',
  'message_id',
]

const adminCellsOf = (entry: AdminLogEntry): Cell[] => [
  entry.occurredAt,
  entry.company.name,
  entry.direction,
  entry.channel.name,
  entry.type,
  entry.templateName,
  entry.origin,
  entry.status,
  entry.error?.code ?? null,
  entry.error?.class ?? null,
  entry.category,
  entry.id,
]

/** The log of a company as a file, and without what messages say that of all companies. */
export const messageExports = [
  defineListExport({
    list: 'messages',
    ability: 'messages.export',
    action: 'message.export',
    headers,
    filter: logFilter,
    rows: (ctx, filter) => rowsOf(inCompany(ctx), filter),
  }),
  defineListExport({
    list: 'admin-messages',
    ability: 'admin.platform',
    action: 'message.export',
    headers: adminHeaders,
    filter: adminLogFilter,
    rows: (ctx, filter) =>
      cellsOfAll(
        everyRow((page) => readAdminLogPage(ctx, { ...filter, ...page })),
        adminCellsOf,
      ),
  }),
]
