import type { getLogSummary, LogFilter, listLog } from '@recado/contracts/inbox/message-log'
import { logSummaryLimit } from '@recado/contracts/inbox/message-log'
import { messageStatuses } from '@recado/contracts/inbox/messages'
import { countLimit } from '@recado/contracts/shared/lists'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { findRateCard } from '#server/db/message-price.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { loadMessage } from '#server/modules/inbox/messages/index.ts'
import {
  countLog,
  findDetail,
  findLogPage,
  findLogRow,
  findStatusEvents,
  type StatusRow,
  summariseLog,
} from '../queries/log.ts'
import { entryOf } from '../view.ts'

/** One page of the log of messages that the actor may see. */
export const readLogPage = async (ctx: CompanyCtx, query: z.output<typeof listLog.query>) => {
  const { cursor, limit, count, ...filter } = query
  const rows = await findLogPage(ctx, filter, decodeCursor(rankedPlace, cursor), limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit
  const full = seesPersonalData(ctx)
  return {
    data: page.map((row) => entryOf(row, full)),
    page: {
      next: hasMore && last ? encodeCursor({ at: last.occurred_at, id: last.id }) : null,
      has_more: hasMore,
      ...(count ? { total: await countLog(ctx, filter, countLimit + 1) } : {}),
    },
  }
}

/** How many messages of a filter stand where, and what they cost. */
export const readLogSummary = async (
  ctx: CompanyCtx,
  filter: LogFilter,
): Promise<z.input<typeof getLogSummary.response>> => {
  const rows = await summariseLog(ctx, filter)
  const total = rows.reduce((sum, row) => sum + row.count, 0)
  const costs = Map.groupBy(
    rows.filter((row) => row.currency !== null && row.amount !== null),
    (row) => row.currency as string,
  )
  return {
    total: Math.min(total, logSummaryLimit),
    capped: total > logSummaryLimit,
    byStatus: messageStatuses.flatMap((status) => {
      const count = rows.reduce((sum, row) => (row.status === status ? sum + row.count : sum), 0)
      return count > 0 ? [{ status, count }] : []
    }),
    costs: [...costs].map(([currency, own]) => ({
      currency,
      amount: own.reduce((sum, row) => sum + (row.amount ?? 0), 0),
    })),
    ratesFrom: await findRateCard(ctx),
  }
}

const timelineOf = (events: readonly StatusRow[], from: string) => {
  let before = new Date(from).getTime()
  return events.map((event) => {
    const at = new Date(event.at)
    const seconds = Math.max(0, (at.getTime() - before) / 1000)
    before = at.getTime()
    return { status: event.status, at: at.toISOString(), seconds, errorCode: event.error_code, detail: event.detail }
  })
}

/** One message of the log with everything that was heard of it. Throws `not_found`. */
export const readLogEntry = async (ctx: CompanyCtx, id: string) => {
  const row = await findLogRow(ctx, id)
  const detail = row && (await findDetail(ctx, id))
  if (!row || !detail) throw new AppError('not_found')
  const full = seesPersonalData(ctx)
  return {
    entry: entryOf(row, full),
    message: await loadMessage(ctx, row.conversation_id, id),
    // The number of the customer stands in it, in base64.
    wamid: full ? detail.wamid : null,
    pricing: { category: detail.pricing_category, type: detail.pricing_type },
    timeline: timelineOf(await findStatusEvents(ctx, id), row.occurred_at),
  }
}
