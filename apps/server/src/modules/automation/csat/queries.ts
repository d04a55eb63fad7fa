import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { csatResponses } from '#server/db/schema/automation/csat.ts'

export type ResponseRow = typeof csatResponses.$inferSelect

export const insertResponse = async (tx: CompanyCtx, row: typeof csatResponses.$inferInsert): Promise<void> => {
  await tx.db.insert(csatResponses).values(row)
}

/** One at a time asks a contact. */
export const lockContact = (tx: CompanyCtx, contactId: string): Promise<void> => lockName(tx, `csat ${contactId}`)

const ASK_AGAIN_DAYS = 7

/** Whether the conversation was asked about before, or another one with the person within seven days. */
export const wasAsked = async (tx: CompanyCtx, conversationId: string): Promise<boolean> => {
  const result = await tx.db.execute(sql`
    select 1 from csat_responses r where r.company_id = ${tx.company.id} and (r.conversation_id = ${conversationId}
      or (r.conversation_id in (select c.id from conversations c
          where c.company_id = ${tx.company.id} and c.identity_id = (
            select v.identity_id from conversations v where v.company_id = ${tx.company.id} and v.id = ${conversationId}))
        and r.sent_at > now() - make_interval(days => ${ASK_AGAIN_DAYS}))) limit 1`)
  return result.rows.length > 0
}

/** Notes a score, once; answers what was asked, or null when it was answered already or never asked. */
export const saveScore = async (tx: CompanyCtx, id: string, score: number): Promise<ResponseRow | null> => {
  const [row] = await tx.db
    .update(csatResponses)
    .set({ score, answeredAt: tx.now() })
    .where(and(eq(csatResponses.companyId, tx.company.id), eq(csatResponses.id, id), isNull(csatResponses.answeredAt)))
    .returning()
  return row ?? null
}

const COMMENT_HOURS = 24

/** Takes a text as the comment on a score that was given in the conversation within a day and has none. Safe to repeat. */
export const saveComment = async (
  tx: CompanyCtx,
  conversationId: string,
  comment: string,
  at: Date,
): Promise<boolean> => {
  const result = await tx.db.execute(sql`
    update csat_responses r set comment = ${comment} where r.company_id = ${tx.company.id}
      and r.conversation_id = ${conversationId} and r.score is not null
      and (r.comment is null or r.comment = ${comment}) and r.answered_at <= ${at.toISOString()}::timestamptz
      and r.answered_at > ${at.toISOString()}::timestamptz - make_interval(hours => ${COMMENT_HOURS})`)
  return (result.rowCount ?? 0) > 0
}

/** The last time the contact of a conversation was asked about it. */
export const findResponse = async (ctx: CompanyCtx, conversationId: string): Promise<ResponseRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(csatResponses)
    .where(and(eq(csatResponses.companyId, ctx.company.id), eq(csatResponses.conversationId, conversationId)))
    .orderBy(desc(csatResponses.sentAt))
    .limit(1)
  return row ?? null
}

export type Part = { id: string | null; name: string | null; count: number; average: number }
type Span = { from: Date; to: Date; teamId: string | undefined; userId: string | undefined }

const answered = (ctx: CompanyCtx, { from, to, teamId, userId }: Span) => sql`
  from csat_responses r left join users u on u.id = r.user_id left join teams t on t.id = r.team_id
  where r.company_id = ${ctx.company.id} and r.answered_at >= ${from.toISOString()}::timestamptz
    and r.answered_at < ${to.toISOString()}::timestamptz and r.score is not null
    and (${teamId ?? null}::uuid is null or r.team_id = ${teamId ?? null}::uuid)
    and (${userId ?? null}::uuid is null or r.user_id = ${userId ?? null}::uuid)`

const figures = sql`count(*)::int as count, round(avg(r.score), 2)::float8 as average`

export const sumUp = async (ctx: CompanyCtx, span: Span) => {
  const total = await ctx.db.execute<{ count: number; average: number | null }>(
    sql`select ${figures} ${answered(ctx, span)}`,
  )
  const scores = await ctx.db.execute<{ score: number; count: number }>(
    sql`select r.score, count(*)::int as count ${answered(ctx, span)} group by 1 order by 1`,
  )
  const members = await ctx.db.execute<Part>(
    sql`select u.id, u.name, ${figures} ${answered(ctx, span)} group by u.id, u.name order by 3 desc, 2`,
  )
  const teams = await ctx.db.execute<Part>(
    sql`select t.id, t.name, ${figures} ${answered(ctx, span)} group by t.id, t.name order by 3 desc, 2`,
  )
  const days = await ctx.db.execute<{ day: string; count: number; average: number }>(sql`
    select to_char(r.answered_at at time zone ${ctx.company.timezone}, 'YYYY-MM-DD') as day, ${figures}
    ${answered(ctx, span)} group by 1 order by 1`)
  const [{ count, average } = { count: 0, average: null }] = total.rows
  return { count, average, scores: scores.rows, members: members.rows, teams: teams.rows, days: days.rows }
}
