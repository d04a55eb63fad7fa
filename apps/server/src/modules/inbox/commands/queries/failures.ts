import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'

const isAnswer = sql`m.direction = 'out' and m.origin in ('agent', 'phone_app', 'api')`

/** Failed, and neither sent again nor put away. */
const isOpen = sql`${isAnswer} and m.status = 'failed' and not m.payload ?| array['resentAs', 'dismissedAt']`

const isIn = (companyId: string, id: string) => sql`m.company_id = ${companyId} and m.conversation_id = ${id}`

/** The newest unresolved failures, oldest first. */
export const findFailures = async (ctx: CompanyCtx, id: string, limit: number): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select m.id from messages m where ${isIn(ctx.company.id, id)} and ${isOpen}
    order by m.occurred_at desc, m.id desc limit ${limit}`)
  return result.rows.map((row) => row.id).reverse()
}

/** Updates whether a conversation has unresolved failures. Returns whether that changed. */
export const updateFailure = async (ctx: Ctx, companyId: string, id: string): Promise<boolean> => {
  const result = await ctx.db.execute(sql`
    update conversations c set failed_at = f.at, version = c.version + 1, updated_at = now()
    from (select max(m.failed_at) as at from messages m where ${isIn(companyId, id)} and ${isOpen}) f
    where c.company_id = ${companyId} and c.id = ${id} and c.failed_at is distinct from f.at`)
  return result.rowCount !== 0
}

type Answered = { waitingSince: Date | null; firstResponseAt: Date | null }

/**
 * Since when the customer waits, and when they had the first answer, by the messages that are there. What was written
 * before the conversation was resolved waits for nothing.
 */
export const findAnswered = async (ctx: CompanyCtx, id: string): Promise<Answered> => {
  const own = isIn(ctx.company.id, id)
  const isGood = sql`${own} and ${isAnswer} and m.status <> 'failed'`
  const isWord = sql`${own} and m.direction = 'in' and m.origin = 'contact' and m.type not in ('reaction', 'system')`
  const result = await ctx.db.execute<{ waiting: string | null; first: string | null }>(sql`
    select (select min(m.occurred_at) from messages m where ${isWord} and m.occurred_at > greatest('-infinity'::timestamptz,
        (select max(m.occurred_at) from messages m where ${isGood}),
        (select max(m.occurred_at) from messages m where ${own} and m.direction = 'event' and m.payload->>'kind' = 'resolved')
      )) as waiting,
      (select min(m.occurred_at) from messages m where ${isGood} and m.occurred_at >=
        (select min(m.occurred_at) from messages m where ${isWord})) as first`)
  const at = (instant: string | null | undefined) => (instant ? new Date(instant) : null)
  return { waitingSince: at(result.rows[0]?.waiting), firstResponseAt: at(result.rows[0]?.first) }
}

export const saveAnswered = async (ctx: CompanyCtx, id: string, answered: Answered): Promise<void> => {
  await ctx.db
    .update(conversations)
    .set({ ...answered, version: sql`${conversations.version} + 1`, updatedAt: ctx.now() })
    .where(and(eq(conversations.companyId, ctx.company.id), eq(conversations.id, id)))
}

/** Notes on a failed message that nothing more is to be done about it. */
export const markDismissed = async (ctx: CompanyCtx, messageId: string): Promise<void> => {
  await ctx.db
    .update(messages)
    .set({ payload: sql`${messages.payload} || ${JSON.stringify({ dismissedAt: ctx.now().toISOString() })}::jsonb` })
    .where(and(eq(messages.companyId, ctx.company.id), eq(messages.id, messageId)))
}
