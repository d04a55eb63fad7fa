import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

type Place = { assigneeId: SQLWrapper; teamId: SQLWrapper }

/** Conversations under the alias `c`. */
const aliased: Place = { assigneeId: sql.raw('c.assignee_id'), teamId: sql.raw('c.team_id') }

/** Teams that the actor is in, as an array; none for the system. */
export const ownTeams = (ctx: Pick<CompanyCtx, 'actor' | 'company'>): SQL =>
  sql`array(select tm.team_id from team_members tm where tm.company_id = ${ctx.company.id}
    and tm.user_id = ${ctx.actor.kind === 'user' ? ctx.actor.userId : null}::uuid)`

/**
 * The one rule of who sees which conversations, as a condition; undefined where nothing is hidden. A member whose
 * visibility is
 *
 * - `all` sees every conversation of the company;
 * - `teams` sees what is given to them and what is in a queue of their teams, whoever has it; not what has neither;
 * - `assigned` sees what is given to them and nothing else: queues are hidden.
 *
 * Following a conversation or being named in it gives no sight of it: who cannot see it cannot be named. The system sees
 * everything.
 */
export const isVisible = (ctx: Pick<CompanyCtx, 'actor' | 'company'>, place: Place = aliased): SQL | undefined => {
  if (ctx.actor.kind !== 'user') return undefined
  const { visibility } = ctx.company.member
  if (visibility === 'all') return undefined
  const own = sql`${place.assigneeId} = ${ctx.actor.userId}`
  return visibility === 'assigned' ? own : sql`(${own} or ${place.teamId} = any(${ownTeams(ctx)}))`
}

/** Whether the conversation is there for this actor. */
export const isConversationVisible = async (ctx: CompanyCtx, id: string): Promise<boolean> => {
  const visible = isVisible(ctx) ?? sql`true`
  const result = await ctx.db.execute(sql`select 1 from conversations c where c.company_id = ${ctx.company.id}
    and c.id = ${id} and ${visible}`)
  return result.rows.length > 0
}
