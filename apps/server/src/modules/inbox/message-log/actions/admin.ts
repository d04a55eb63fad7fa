import type { AdminLogEntry, listAdminLog } from '@recado/contracts/inbox/message-log'
import { messageStatuses, messageTypes } from '@recado/contracts/inbox/messages'
import type { z } from 'zod'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { type AdminLogRow, findLogAcrossCompanies, findTextAcrossCompanies } from '../queries/admin.ts'

const entryOf = (row: AdminLogRow): AdminLogEntry => ({
  id: row.id,
  company: { id: row.company_id, name: row.company_name },
  channel: { id: row.channel_id, name: row.channel_name },
  occurredAt: new Date(row.occurred_at).toISOString(),
  direction: row.direction,
  type: messageTypes.find((type) => type === row.type) ?? 'unsupported',
  templateName: row.template_name,
  origin: row.origin as AdminLogEntry['origin'],
  status: messageStatuses.find((status) => status === row.status) ?? 'unknown',
  error:
    row.error_code === null && row.error_class === null
      ? null
      : { code: row.error_code, class: row.error_class ?? 'unknown' },
  category: row.category,
})

/** One page of the messages of all companies, without what they say. */
export const readAdminLogPage = async (ctx: UserCtx, query: z.output<typeof listAdminLog.query>) => {
  const { cursor, limit, ...filter } = query
  const rows = await findLogAcrossCompanies(ctx, filter, decodeCursor(rankedPlace, cursor), limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit
  return {
    data: page.map(entryOf),
    page: { next: hasMore && last ? encodeCursor({ at: last.occurred_at, id: last.id }) : null, has_more: hasMore },
  }
}

/** What a message says, for a reason that its company can read in its audit log. Throws `not_found`. */
export const reveal = (ctx: UserCtx, id: string, { companyId, reason }: { companyId: string; reason: string }) =>
  inTransaction(ctx, async (tx) => {
    const found = await findTextAcrossCompanies(tx, companyId, id)
    if (!found) throw new AppError('not_found')
    await recordAudit(tx, { action: 'message.reveal', companyId, target: { type: 'message', id }, diff: { reason } })
    return found
  })
