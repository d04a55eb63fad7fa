import { and, asc, eq, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { heldMessages } from '#server/db/schema/inbox/held-messages.ts'

export type HeldRow = typeof heldMessages.$inferSelect
type NewHeld = Omit<typeof heldMessages.$inferInsert, 'heldUntil'>

const isOf = (ctx: CompanyCtx, conversationId: string) =>
  and(eq(heldMessages.companyId, ctx.company.id), eq(heldMessages.conversationId, conversationId))

/** What waits in a conversation and what came back, in its order. */
export const listHeld = (ctx: CompanyCtx, conversationId: string): Promise<HeldRow[]> =>
  ctx.db
    .select()
    .from(heldMessages)
    .where(and(isOf(ctx, conversationId), sql`${heldMessages.state} <> 'undone'`))
    .orderBy(asc(heldMessages.id))

/** What waits, with whether its time is over by the clock of the database, which the jobs go by. */
export const listWaiting = async (
  tx: CompanyCtx,
  conversationId: string,
): Promise<{ row: HeldRow; isDue: boolean }[]> =>
  tx.db
    .select({ row: heldMessages, isDue: sql<boolean>`${heldMessages.heldUntil} <= clock_timestamp()` })
    .from(heldMessages)
    .where(and(isOf(tx, conversationId), eq(heldMessages.state, 'held')))
    .orderBy(asc(heldMessages.id))
    .for('update')

export const findHeld = async (tx: CompanyCtx, conversationId: string, id: string): Promise<HeldRow | null> => {
  const [row] = await tx.db
    .select()
    .from(heldMessages)
    .where(and(isOf(tx, conversationId), eq(heldMessages.id, id)))
  return row ?? null
}

export const findHeldByKey = async (tx: CompanyCtx, clientKey: string): Promise<HeldRow | null> => {
  const [row] = await tx.db
    .select()
    .from(heldMessages)
    .where(and(eq(heldMessages.companyId, tx.company.id), eq(heldMessages.clientKey, clientKey)))
  return row ?? null
}

/** Null when the client key is used already. */
export const insertHeld = async (tx: CompanyCtx, row: NewHeld, seconds: number): Promise<HeldRow | null> => {
  const [held] = await tx.db
    .insert(heldMessages)
    .values({ ...row, heldUntil: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .onConflictDoNothing()
    .returning()
  return held ?? null
}

type Change = Partial<
  Pick<HeldRow, 'state' | 'reason' | 'reasonUserId' | 'error' | 'anyway' | 'draft' | 'contents' | 'heldUntil'>
>

export const updateHeld = async (tx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await tx.db
    .update(heldMessages)
    .set({ ...change, updatedAt: tx.now() })
    .where(and(eq(heldMessages.companyId, tx.company.id), eq(heldMessages.id, id)))
}

export const deleteHeld = async (tx: CompanyCtx, id: string): Promise<void> => {
  await tx.db.delete(heldMessages).where(and(eq(heldMessages.companyId, tx.company.id), eq(heldMessages.id, id)))
}

/** What waits in a conversation and is of this kind is not sent any more. Answers whether there was some. */
export const undoKind = async (tx: CompanyCtx, conversationId: string, kind: HeldRow['kind']): Promise<boolean> => {
  const result = await tx.db
    .update(heldMessages)
    .set({ state: 'undone', updatedAt: tx.now() })
    .where(and(isOf(tx, conversationId), eq(heldMessages.kind, kind), sql`${heldMessages.state} <> 'undone'`))
  return (result.rowCount ?? 0) > 0
}

/** Who of the others answered the customer since an instant, the newest. */
export const findAnswerOfOther = async (
  tx: CompanyCtx,
  conversationId: string,
  authorId: string,
  since: Date,
): Promise<string | null> => {
  const result = await tx.db.execute<{ authorId: string }>(sql`
    select m.author_id as "authorId" from messages m where m.company_id = ${tx.company.id}
      and m.conversation_id = ${conversationId} and m.occurred_at > ${since.toISOString()}::timestamptz
      and m.direction = 'out' and m.author_id <> ${authorId} order by m.occurred_at desc limit 1`)
  return result.rows[0]?.authorId ?? null
}

type Place = { companyId: string; conversationId: string }

/** Conversations with something whose time was over some seconds ago. */
export const findOverdue = async ({ db }: Pick<Ctx, 'db'>, seconds: number): Promise<Place[]> => {
  const result = await db.execute<Place>(sql`
    select distinct h.company_id as "companyId", h.conversation_id as "conversationId" from held_messages h
    join companies c on c.id = h.company_id and c.deleted_at is null
    where h.state = 'held' and h.held_until < now() - make_interval(secs => ${seconds}) limit 500`)
  return result.rows
}

/** By then no browser repeats the call any more. */
export const deleteUndone = async ({ db }: Pick<Ctx, 'db'>): Promise<void> => {
  await db.execute(sql`
    delete from held_messages where state = 'undone' and updated_at < now() - interval '1 day'`)
}
