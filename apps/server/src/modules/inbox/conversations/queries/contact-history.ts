import type { ContactFileKind } from '@recado/contracts/contacts/contact-history'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { isVisible } from '#server/modules/inbox/visibility/index.ts'
import { family } from './contact-timeline.ts'
import { lastColumns } from './list.ts'

export type PastConversation = {
  id: string
  status: 'open' | 'pending' | 'snoozed' | 'resolved'
  channel_name: string
  last_message_at: string
  last_preview: string
  last_type: string | null
}

/** Conversations with a contact by any of its identities that the actor may see, the newest first. */
export const findPastConversations = async (
  ctx: CompanyCtx,
  contactId: string,
  limit: number,
): Promise<PastConversation[]> => {
  const visible = isVisible(ctx) ?? sql`true`
  const result = await ctx.db.execute<PastConversation>(sql`
    select c.id, c.status, ch.name as channel_name, c.last_message_at, ${lastColumns}
    from conversations c
    join channels ch on ch.id = c.channel_id
    left join messages m on m.company_id = c.company_id and m.id = c.last_message_id
    where c.identity_id in (
        select i.id from contact_identities i where i.company_id = ${ctx.company.id} and i.contact_id = ${contactId}
      ) and c.company_id = ${ctx.company.id} and c.contact_id = ${contactId} and ${visible}
    order by c.last_message_at desc limit ${limit}`)
  return result.rows
}

const listed = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

export type PastFile = { message_id: string; conversation_id: string; occurred_at: string }

type FileWish = { kind?: ContactFileKind | undefined; place: { at: string; id: string } | null; limit: number }

/**
 * Messages with stored media in the visible conversations of a contact and of those merged into it, the newest first;
 * notes are the team's own and left out.
 */
export const findPastFiles = async (
  ctx: CompanyCtx,
  contactId: string,
  { kind, place, limit }: FileWish,
): Promise<PastFile[]> => {
  const result = await ctx.db.execute<PastFile>(sql`
    ${family(ctx, contactId)}
    select m.id as message_id, m.conversation_id, m.occurred_at::text from conversations c
    join messages m on m.company_id = c.company_id and m.conversation_id = c.id
    join message_media md on md.company_id = m.company_id and md.message_id = m.id and md.state = 'stored'
    where c.company_id = ${ctx.company.id} and c.identity_id in (
        select i.id from contact_identities i where i.company_id = ${ctx.company.id}
          and i.contact_id in (select id from family))
      and m.type in ('image', 'video', 'document', 'audio') and m.direction in ('in', 'out') and m.revoked_at is null
      and ${isVisible(ctx) ?? sql`true`} and ${kind ? sql`md.kind = ${kind}` : sql`true`}
      and ${place ? sql`(m.occurred_at, m.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql`true`}
    order by m.occurred_at desc, m.id desc limit ${limit}`)
  return result.rows
}

export type PastRating = { conversation_id: string; score: number; comment: string | null; answered_at: string }

/** What the customer said of these conversations, the newest first. */
export const findPastRatings = async (
  ctx: CompanyCtx,
  ids: readonly string[],
  limit: number,
): Promise<PastRating[]> => {
  if (ids.length === 0) return []
  const result = await ctx.db.execute<PastRating>(sql`
    select r.conversation_id, r.score, r.comment, r.answered_at from csat_responses r
    where r.company_id = ${ctx.company.id} and r.conversation_id = ${listed(ids)} and r.score is not null
      and r.answered_at is not null
    order by r.answered_at desc limit ${limit}`)
  return result.rows
}
