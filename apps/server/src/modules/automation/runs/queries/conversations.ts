import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** The conversation with a contact in which something was said last. */
export const findLastConversation = async (ctx: CompanyCtx, contactId: string): Promise<string | null> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select c.id from contact_identities i join conversations c on c.identity_id = i.id
    where i.company_id = ${ctx.company.id} and i.contact_id = ${contactId} and c.company_id = i.company_id
    order by c.last_message_at desc nulls last, c.id desc limit 1`)
  return rows[0]?.id ?? null
}

/** Who a conversation is assigned to. */
export const findAssignee = async (ctx: CompanyCtx, id: string): Promise<string | null> => {
  const { rows } = await ctx.db.execute<{ id: string | null }>(sql`
    select assignee_id as id from conversations where company_id = ${ctx.company.id} and id = ${id}`)
  return rows[0]?.id ?? null
}
