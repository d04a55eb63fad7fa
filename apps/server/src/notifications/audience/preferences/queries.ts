import { and, eq } from 'drizzle-orm'
import { notificationPreferences as preferences } from '#server/db/schema/notifications/subscribers.ts'
import type { EnvironmentCtx, SubscriberCtx } from '#server/notifications/shared/context.ts'
import { queryPrepared } from '#server/notifications/shared/queries/prepared.ts'
import { type PreferenceRecord, preferenceRecord } from './resolve.ts'

export type PreferenceRow = typeof preferences.$inferSelect

/** The workflow id of the row that holds for everything. */
export const EVERYTHING = ''

/** All that the subscriber decided, by workflow id. */
export const findPreferences = async (ctx: SubscriberCtx): Promise<Map<string, PreferenceRow>> => {
  const rows = await ctx.db
    .select()
    .from(preferences)
    .where(and(eq(preferences.environmentId, ctx.environment.id), eq(preferences.subscriberId, ctx.subscriber.id)))
  return new Map(rows.map((row) => [row.workflowId, row]))
}

export type PreferenceFlags = Partial<Pick<PreferenceRow, 'enabled' | 'email' | 'sms' | 'inApp' | 'chat' | 'push'>>
/** What holds for everything besides. */
export type Restraint = Pick<PreferenceRow, 'quietHours' | 'mutedTenants'>

/** Writes what the subscriber decided about a workflow, or about everything. Only what is given changes. */
export const savePreference = async (
  ctx: SubscriberCtx,
  workflowId: string,
  flags: PreferenceFlags | Restraint,
): Promise<PreferenceRow> => {
  const values = { ...flags, updatedAt: ctx.now() }
  const [row] = await ctx.db
    .insert(preferences)
    .values({ environmentId: ctx.environment.id, subscriberId: ctx.subscriber.id, workflowId, ...values })
    .onConflictDoUpdate({ target: [preferences.subscriberId, preferences.workflowId], set: values })
    .returning()
  if (!row) throw new Error('The preference was not saved')
  return row
}

/** A subscriber (internal id) and a workflow. */
export type PreferencePair = { subscriberId: string; workflowId: string }
/** What a subscriber (internal id) decided in general and about a workflow. */
export type PreferenceLookup = (
  subscriberId: string,
  workflowId: string,
) => {
  global: PreferenceRecord | null
  workflow: PreferenceRecord | null
  quietHours: Restraint['quietHours']
  mutedTenants: readonly string[]
}

export const factsSql = `select p.environment_id as "environmentId", p.subscriber_id as "subscriberId",
    p.workflow_id as "workflowId", p.enabled, p.email, p.sms, p.in_app as "inApp", p.chat, p.push,
    p.quiet_hours as "quietHours", p.muted_tenants as "mutedTenants", p.updated_at as "updatedAt"
  from (
    select s as subscriber_id, w as workflow_id from unnest($2::text[], $3::text[]) as k(s, w)
    union select s, '' from unnest($2::text[]) as k(s)
  ) wanted
  join notification_preferences p on p.subscriber_id = wanted.subscriber_id and p.workflow_id = wanted.workflow_id
  where p.environment_id = $1`

/** What the subscribers decided in general and about the workflows, read in one statement. */
export const preferenceFacts = async (
  ctx: EnvironmentCtx,
  pairs: readonly PreferencePair[],
): Promise<PreferenceLookup> => {
  const values = [ctx.environment.id, pairs.map((pair) => pair.subscriberId), pairs.map((pair) => pair.workflowId)]
  const rows =
    pairs.length === 0
      ? []
      : await queryPrepared<PreferenceRow>(ctx, { name: 'preference_facts', text: factsSql }, values)
  const found = new Map(rows.map((row) => [`${row.subscriberId} ${row.workflowId}`, row]))
  return (subscriberId, workflowId) => {
    const everything = found.get(`${subscriberId} ${EVERYTHING}`)
    const own = found.get(`${subscriberId} ${workflowId}`)
    return {
      global: everything ? preferenceRecord(everything) : null,
      workflow: own ? preferenceRecord(own) : null,
      quietHours: everything?.quietHours ?? null,
      mutedTenants: everything?.mutedTenants ?? [],
    }
  }
}
