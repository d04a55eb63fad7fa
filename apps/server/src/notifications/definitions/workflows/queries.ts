import { and, desc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { containing } from '#server/db/like.ts'
import { notificationIntegrations } from '#server/db/schema/notifications/integrations.ts'
import {
  notificationFeeds,
  notificationGroups,
  notificationLayouts,
  notificationWorkflows,
  notificationWorkflowVersions,
} from '#server/db/schema/notifications/workflows.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type WorkflowRow = typeof notificationWorkflows.$inferSelect
export type NewWorkflowRow = typeof notificationWorkflows.$inferInsert
export type VersionRow = typeof notificationWorkflowVersions.$inferSelect

const live = (ctx: EnvironmentCtx) =>
  and(eq(notificationWorkflows.environmentId, ctx.environment.id), isNull(notificationWorkflows.deletedAt))

export const findWorkflow = async (ctx: EnvironmentCtx, id: string): Promise<WorkflowRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationWorkflows)
    .where(and(live(ctx), eq(notificationWorkflows.id, id)))
  return row ?? null
}

/** Locks the row, so that two changes follow one another. */
export const lockWorkflow = async (ctx: EnvironmentCtx, id: string): Promise<WorkflowRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationWorkflows)
    .where(and(live(ctx), eq(notificationWorkflows.id, id)))
    .for('update')
  return row ?? null
}

export const findWorkflowByIdOrIdentifier = async (ctx: EnvironmentCtx, key: string): Promise<WorkflowRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationWorkflows)
    .where(and(live(ctx), or(eq(notificationWorkflows.id, key), eq(notificationWorkflows.identifier, key))))
    .orderBy(desc(eq(notificationWorkflows.id, key)))
    .limit(1)
  return row ?? null
}

/** Locks what the workflow of another environment became here: by its origin, or else by its identifier. */
export const lockCounterpart = async (
  ctx: EnvironmentCtx,
  origin: { id: string; identifier: string | undefined },
): Promise<WorkflowRow | null> => {
  const { id, identifier } = origin
  const [row] = await ctx.db
    .select()
    .from(notificationWorkflows)
    .where(
      and(
        live(ctx),
        or(
          eq(notificationWorkflows.parentId, id),
          identifier === undefined ? undefined : eq(notificationWorkflows.identifier, identifier),
        ),
      ),
    )
    .orderBy(desc(sql`coalesce(${eq(notificationWorkflows.parentId, id)}, false)`))
    .limit(1)
    .for('update')
  return row ?? null
}

/** Workflows of the environment that are not deleted, oldest first. */
export const listAllWorkflows = (ctx: EnvironmentCtx): Promise<WorkflowRow[]> =>
  ctx.db.select().from(notificationWorkflows).where(live(ctx)).orderBy(notificationWorkflows.id)

export const listWorkflowRows = async (
  ctx: EnvironmentCtx,
  { page, limit, query }: { page: number; limit: number; query?: string | undefined },
): Promise<{ rows: WorkflowRow[]; total: number }> => {
  const pattern = query ? containing(query) : null
  const where = and(
    live(ctx),
    pattern
      ? or(ilike(notificationWorkflows.name, pattern), ilike(notificationWorkflows.identifier, pattern))
      : undefined,
  )
  const [rows, total] = [
    await ctx.db
      .select()
      .from(notificationWorkflows)
      .where(where)
      .orderBy(desc(notificationWorkflows.createdAt), desc(notificationWorkflows.id))
      .limit(limit)
      .offset(page * limit),
    await ctx.db.$count(notificationWorkflows, where),
  ]
  return { rows, total }
}

/** Null when the identifier is taken. */
export const insertWorkflow = async (ctx: EnvironmentCtx, values: NewWorkflowRow): Promise<WorkflowRow | null> => {
  const [row] = await ctx.db
    .insert(notificationWorkflows)
    .values(values)
    .onConflictDoNothing({
      target: [notificationWorkflows.environmentId, notificationWorkflows.identifier],
      where: sql`deleted_at is null`,
    })
    .returning()
  return row ?? null
}

export const updateWorkflowRow = async (
  ctx: EnvironmentCtx,
  id: string,
  values: Partial<NewWorkflowRow>,
): Promise<WorkflowRow> => {
  const [row] = await ctx.db
    .update(notificationWorkflows)
    .set({ ...values, updatedAt: ctx.now() })
    .where(and(live(ctx), eq(notificationWorkflows.id, id)))
    .returning()
  if (!row) throw new Error('The workflow was not saved')
  return row
}

export const insertVersion = async (
  ctx: EnvironmentCtx,
  values: typeof notificationWorkflowVersions.$inferInsert,
): Promise<void> => {
  await ctx.db.insert(notificationWorkflowVersions).values(values)
}

/** A version with the workflow it belongs to, also when that was deleted since. */
export const findVersion = async (
  ctx: EnvironmentCtx,
  workflowId: string,
  version: number,
): Promise<{ version: VersionRow; workflow: WorkflowRow } | null> => {
  const [row] = await ctx.db
    .select({ version: notificationWorkflowVersions, workflow: notificationWorkflows })
    .from(notificationWorkflowVersions)
    .innerJoin(notificationWorkflows, eq(notificationWorkflows.id, notificationWorkflowVersions.workflowId))
    .where(
      and(
        eq(notificationWorkflows.environmentId, ctx.environment.id),
        eq(notificationWorkflowVersions.workflowId, workflowId),
        eq(notificationWorkflowVersions.version, version),
      ),
    )
  return row ?? null
}

export type VersionSummary = {
  version: number
  name: string
  createdAt: string
  createdBy: string | null
  steps: number
}

const MAX_VERSIONS = 500

/** The versions of a workflow, the newest first, with the name of who made each. */
export const listVersions = async (ctx: EnvironmentCtx, workflowId: string): Promise<VersionSummary[]> => {
  const result = await ctx.db.execute<VersionSummary>(sql`
    select v.version, v.name, v.created_at as "createdAt", u.name as "createdBy", jsonb_array_length(v.steps) as steps
    from notification_workflows w join notification_workflow_versions v on v.workflow_id = w.id
    left join users u on u.id = case when v.created_by ~ '^[0-9a-f-]{36}$' then v.created_by::uuid end
    where w.environment_id = ${ctx.environment.id} and w.id = ${workflowId}
    order by v.version desc limit ${MAX_VERSIONS}`)
  return result.rows
}

type Named = { id: string; name: string; parentId: string | null }

export const listGroupsByIds = (ctx: EnvironmentCtx, ids: readonly string[]): Promise<Named[]> =>
  ctx.db
    .select({ id: notificationGroups.id, name: notificationGroups.name, parentId: notificationGroups.parentId })
    .from(notificationGroups)
    .where(and(eq(notificationGroups.environmentId, ctx.environment.id), inArray(notificationGroups.id, [...ids])))

/** Whether there is such a group; it then stays until the transaction ends. */
export const holdGroup = async (ctx: EnvironmentCtx, id: string): Promise<boolean> => {
  const rows = await ctx.db
    .select({ id: notificationGroups.id })
    .from(notificationGroups)
    .where(and(eq(notificationGroups.environmentId, ctx.environment.id), eq(notificationGroups.id, id)))
    .for('share')
  return rows.length > 0
}

/** Those of the ids that are feeds of the environment. */
export const findFeedIds = async (ctx: EnvironmentCtx, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await ctx.db
    .select({ id: notificationFeeds.id })
    .from(notificationFeeds)
    .where(and(eq(notificationFeeds.environmentId, ctx.environment.id), inArray(notificationFeeds.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}

/** Those of the ids that are layouts of the environment; they then stay until the transaction ends. */
export const holdLayouts = async (ctx: EnvironmentCtx, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await ctx.db
    .select({ id: notificationLayouts.id })
    .from(notificationLayouts)
    .where(and(eq(notificationLayouts.environmentId, ctx.environment.id), inArray(notificationLayouts.id, [...ids])))
    .for('share')
  return new Set(rows.map(({ id }) => id))
}

/** The channels that have an active integration, and whether one of them is the primary one. */
export const listActiveChannels = (ctx: EnvironmentCtx) =>
  ctx.db
    .select({
      channel: notificationIntegrations.channel,
      hasPrimary: sql<boolean>`bool_or(${notificationIntegrations.primary})`,
    })
    .from(notificationIntegrations)
    .where(
      and(
        eq(notificationIntegrations.environmentId, ctx.environment.id),
        eq(notificationIntegrations.active, true),
        isNull(notificationIntegrations.deletedAt),
      ),
    )
    .groupBy(notificationIntegrations.channel)
