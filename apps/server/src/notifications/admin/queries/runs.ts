import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { notificationMessages as messages } from '#server/db/schema/notifications/messages.ts'
import type { EventRow } from '#server/notifications/engine/execution/queries/events.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type JobMessage = typeof messages.$inferSelect

/** The messages of the jobs, in the order in which they were made. */
export const listMessagesOfJobs = (ctx: EnvironmentCtx, jobIds: readonly string[]): Promise<JobMessage[]> =>
  jobIds.length === 0
    ? Promise.resolve([])
    : ctx.db
        .select()
        .from(messages)
        .where(and(eq(messages.environmentId, ctx.environment.id), inArray(messages.jobId, [...jobIds])))
        .orderBy(asc(messages.id))

/** What a run was triggered with. */
export type RunTrigger = Pick<EventRow, 'payload' | 'overrides' | 'actor' | 'attachments' | 'isTest'> & {
  tenant: string | null
}

/** Null when the run is unknown, or what triggered it is no longer kept. */
export const findTriggerOfRun = async (ctx: EnvironmentCtx, runId: string): Promise<RunTrigger | null> => {
  const result = await ctx.db.execute<RunTrigger>(sql`
    select e.payload, e.overrides, e.actor, e.attachments, e.is_test as "isTest", t.identifier as tenant
    from notification_runs r join notification_events e on e.id = r.event_id
    left join notification_tenants t on t.id = r.tenant_id
    where r.environment_id = ${ctx.environment.id} and r.id = ${runId}`)
  return result.rows[0] ?? null
}
