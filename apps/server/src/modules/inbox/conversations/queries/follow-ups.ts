import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'

/** The job is defined by the module that does the work. */
export const followUpJobName = 'follow_ups.follow'

/**
 * Why a conversation is looked at. `begun` and `written` come from customers, `failed` from the fate of a message of ours, the others from the team: `moved` to another person, `sorted` into another team, priority or labels.
 */
export const followUpCauses = [
  'begun',
  'written',
  'answered',
  'moved',
  'sorted',
  'resolved',
  'reopened',
  'snoozed',
  'read',
  'failed',
] as const
export type FollowUp = {
  companyId: string
  conversationId: string
  cause: (typeof followUpCauses)[number]
  /** The message that caused it, when one did. */
  messageId?: string | undefined
  /** Resolved: whether the customer may be asked how it was. */
  survey?: boolean | undefined
}

export const insertFollowUps = async (ctx: Pick<Ctx, 'db'>, followUps: readonly FollowUp[]): Promise<void> => {
  const rows = followUps.map((input) => ({ id: newId(), company_id: input.companyId, input }))
  await ctx.db.execute(sql`insert into jobs (id, queue, name, company_id, status, input)
    select id, 'standard', ${followUpJobName}, company_id, 'queued', input
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(id uuid, company_id uuid, input jsonb)`)
}
