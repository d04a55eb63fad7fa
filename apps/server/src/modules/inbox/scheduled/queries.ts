import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { scheduledMessages } from '#server/db/schema/inbox/scheduled.ts'

export type ScheduledRow = typeof scheduledMessages.$inferSelect

const isOf = (ctx: CompanyCtx, conversationId: string) =>
  and(eq(scheduledMessages.companyId, ctx.company.id), eq(scheduledMessages.conversationId, conversationId))

/** What waits in a conversation, failed or was called off, in the order of their moments. */
export const listScheduled = (ctx: CompanyCtx, conversationId: string): Promise<ScheduledRow[]> =>
  ctx.db
    .select()
    .from(scheduledMessages)
    .where(and(isOf(ctx, conversationId), inArray(scheduledMessages.state, ['waiting', 'failed', 'called_off'])))
    .orderBy(asc(scheduledMessages.sendAt), asc(scheduledMessages.id))

export const countWaiting = async (tx: CompanyCtx, conversationId: string): Promise<number> => {
  const [row] = await tx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(scheduledMessages)
    .where(and(isOf(tx, conversationId), eq(scheduledMessages.state, 'waiting')))
  return row?.count ?? 0
}

export const lockScheduled = async (
  tx: CompanyCtx,
  conversationId: string,
  id: string,
): Promise<ScheduledRow | null> => {
  const [row] = await tx.db
    .select()
    .from(scheduledMessages)
    .where(and(isOf(tx, conversationId), eq(scheduledMessages.id, id)))
    .for('update')
  return row ?? null
}

/** Plans for a conversation are made one after the other. */
export const lockConversationPlans = (tx: CompanyCtx, conversationId: string): Promise<void> =>
  lockName(tx, `scheduled ${conversationId}`)

export const findScheduledByKey = async (
  tx: CompanyCtx,
  conversationId: string,
  clientKey: string,
): Promise<ScheduledRow | null> => {
  const [row] = await tx.db
    .select()
    .from(scheduledMessages)
    .where(and(isOf(tx, conversationId), sql`${scheduledMessages.draft}->>'clientKey' = ${clientKey}`))
    .limit(1)
  return row ?? null
}

export const insertScheduled = async (
  tx: CompanyCtx,
  values: typeof scheduledMessages.$inferInsert,
): Promise<ScheduledRow> => {
  const [row] = await tx.db.insert(scheduledMessages).values(values).returning()
  if (!row) throw new Error('An insert answers its row')
  return row
}

type Change = Partial<
  Pick<ScheduledRow, 'sendAt' | 'draft' | 'fallback' | 'cancelOnReply' | 'authorId' | 'state' | 'messageId' | 'error'>
>

export const updateScheduled = async (tx: CompanyCtx, id: string, change: Change): Promise<ScheduledRow> => {
  const [row] = await tx.db
    .update(scheduledMessages)
    .set({ ...change, updatedAt: tx.now() })
    .where(and(eq(scheduledMessages.companyId, tx.company.id), eq(scheduledMessages.id, id)))
    .returning()
  if (!row) throw new Error('An update of a locked row answers it')
  return row
}

export type DueScheduled = { companyId: string; id: string; conversationId: string; sendAt: string }

/** Those of companies that are there whose moment has come, in the order of their moments, after a place. */
export const findDueScheduled = async (
  ctx: Pick<Ctx, 'db'>,
  now: Date,
  limit: number,
  after: DueScheduled | null,
): Promise<DueScheduled[]> => {
  const place = after && sql`and (s.send_at, s.id) > (${after.sendAt}::timestamptz, ${after.id}::uuid)`
  const result = await ctx.db.execute<DueScheduled>(sql`
    select s.company_id as "companyId", s.id, s.conversation_id as "conversationId", s.send_at::text as "sendAt"
    from scheduled_messages s join companies c on c.id = s.company_id and c.deleted_at is null
    where s.state = 'waiting' and s.send_at <= ${now.toISOString()}::timestamptz ${place ?? sql``}
    order by s.send_at, s.id limit ${limit}`)
  return result.rows
}

/** Those that are not to be sent because the customer wrote since they were planned. */
export const findCalledOff = async (ctx: Pick<Ctx, 'db'>, limit: number): Promise<DueScheduled[]> => {
  const result = await ctx.db.execute<DueScheduled>(sql`
    select s.company_id as "companyId", s.id, s.conversation_id as "conversationId", s.send_at::text as "sendAt"
    from scheduled_messages s join companies o on o.id = s.company_id and o.deleted_at is null
    join conversations c on c.company_id = s.company_id and c.id = s.conversation_id
    where s.state = 'waiting' and s.cancel_on_reply and c.last_inbound_at > s.updated_at
    order by s.send_at, s.id limit ${limit}`)
  return result.rows
}

/** Claims a scheduled message; null when it waits no longer, or another process has it. */
export const claimScheduled = async (tx: CompanyCtx, id: string): Promise<ScheduledRow | null> => {
  const [row] = await tx.db
    .select()
    .from(scheduledMessages)
    .where(
      and(
        eq(scheduledMessages.companyId, tx.company.id),
        eq(scheduledMessages.id, id),
        eq(scheduledMessages.state, 'waiting'),
      ),
    )
    .for('update', { skipLocked: true })
  return row ?? null
}

export type Author = { id: string; name: string; email: string; avatarFileId: string | null; isMember: boolean }

/** Who wrote scheduled messages, and whether they still belong to the company. */
export const findAuthors = async (ctx: CompanyCtx, ids: readonly string[]): Promise<Map<string, Author>> => {
  const result = await ctx.db.execute<Author>(sql`
    select u.id, u.name, u.email, u.avatar_file_id as "avatarFileId", u.status = 'active' and exists (
      select 1 from company_members m where m.company_id = ${ctx.company.id} and m.user_id = u.id and m.status <> 'invited'
    ) as "isMember" from users u where u.id = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(result.rows.map((row) => [row.id, row]))
}
