import { type FoundMessage, parseSearch, type searchMessages } from '@recado/contracts/shared/search'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { displayNameOf, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { findMessages, hitMarks } from './queries/messages.ts'

/** Parts of an excerpt, by the marks that the database put around what it found. */
const partsOf = (excerpt: string): FoundMessage['excerpt'] =>
  excerpt.split(hitMarks.start).flatMap((piece, index) => {
    if (index === 0) return piece === '' ? [] : [{ text: piece, hit: false }]
    const [hit = '', rest = ''] = piece.split(hitMarks.end)
    return [{ text: hit, hit: true }, ...(rest === '' ? [] : [{ text: rest, hit: false }])]
  })

/** A page of messages, notes and files that hold what was asked, of conversations that the actor may see. */
export const searchMessagePage = async (ctx: CompanyCtx, query: z.output<typeof searchMessages.query>) => {
  const asked = {
    search: parseSearch(query.q),
    conversationId: query.conversationId,
    before: decodeCursor(rankedPlace, query.cursor),
  }
  const rows = await findMessages(ctx, asked, query.limit + 1)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const hasMore = rows.length > query.limit
  const full = seesPersonalData(ctx)
  return {
    data: page.map((row) => ({
      id: row.id,
      conversationId: row.conversation_id,
      contact: {
        id: row.contact_id,
        displayName: displayNameOf(
          { name: row.name, profileName: row.profile_name, phone: row.phone, username: row.username },
          full,
        ),
      },
      channel: { id: row.channel_id, name: row.channel_name },
      authorName: row.author_name,
      direction: row.direction,
      type: row.type,
      occurredAt: new Date(row.occurred_at).toISOString(),
      excerpt: partsOf(row.excerpt),
    })),
    page: { next: hasMore && last ? encodeCursor({ at: last.occurred_at, id: last.id }) : null, has_more: hasMore },
  }
}
