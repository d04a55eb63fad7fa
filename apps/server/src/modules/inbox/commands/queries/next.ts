import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { isVisible, ownTeams } from '#server/modules/inbox/visibility/index.ts'

/**
 * The unassigned conversation that has waited longest, locked; one that another member is taking at this moment is
 * passed over. Of one team's queue, or of all the actor works off: those of their teams, and the conversations without a
 * team for who sees them.
 */
export const lockOldestWaiting = async (ctx: CompanyCtx, teamId: string | undefined): Promise<string | null> => {
  const visible = isVisible(ctx) ?? sql`true`
  const queue = teamId ? sql`c.team_id = ${teamId}` : sql`(c.team_id is null or c.team_id = any(${ownTeams(ctx)}))`
  const result = await ctx.db.execute<{ id: string }>(sql`
    select c.id from conversations c
    where c.company_id = ${ctx.company.id} and c.status <> 'resolved' and c.status = 'open' and c.assignee_id is null
      and ${queue} and ${visible}
    order by c.waiting_since nulls last, c.last_message_at, c.id limit 1 for no key update skip locked`)
  return result.rows[0]?.id ?? null
}
