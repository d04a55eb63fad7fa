import type { ConversationSummary, getConversation, listConversations } from '@recado/contracts/inbox/conversations'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { readContact, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { countOtherConversations, findConversationPage, findSummary } from '../queries/list.ts'
import { findOutbound } from '../queries/rows.ts'
import { summaryOf } from '../summary.ts'
import { suppressionEffectOf } from './suppression.ts'

export const listConversationPage = async (ctx: CompanyCtx, query: z.output<typeof listConversations.query>) => {
  const { cursor, limit, ...filter } = query
  const rows = await findConversationPage(ctx, filter, decodeCursor(rankedPlace, cursor), limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit
  const full = seesPersonalData(ctx)
  return {
    data: page.map((row) => summaryOf(row, full)),
    page: {
      next: hasMore && last ? encodeCursor({ at: last.position, id: last.id, rank: last.priority }) : null,
      has_more: hasMore,
    },
  }
}

/** One conversation as lists show it. Throws `not_found`, also for one that the actor may not see. */
export const loadSummary = async (ctx: CompanyCtx, id: string): Promise<ConversationSummary> => {
  const row = await findSummary(ctx, id)
  if (!row) throw new AppError('not_found')
  return summaryOf(row, seesPersonalData(ctx))
}

/** The conversation after a change, also when the change took it out of the actor's sight. */
export const summaryAfter = async (ctx: CompanyCtx, id: string): Promise<ConversationSummary> => {
  const row = await findSummary(ctx, id, { evenIfHidden: true })
  if (!row) throw new AppError('not_found')
  return summaryOf(row, seesPersonalData(ctx))
}

/** A conversation with its contact and the ones before it. Throws `not_found` for one the actor may not see. */
export const readConversationDetail = async (
  ctx: CompanyCtx,
  id: string,
): Promise<z.input<typeof getConversation.response>> => {
  const summary = await loadSummary(ctx, id)
  const contactId = summary.contact.id
  const [contact, previousConversations, outbound] = await Promise.all([
    readContact(ctx, contactId),
    countOtherConversations(ctx, contactId, id),
    findOutbound(ctx, id),
  ])
  const suppressed = outbound ? await suppressionEffectOf(ctx, outbound) : 'blocked'
  return { ...summary, contact, previousConversations, suppressed }
}
