import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`

/** Environment of each of these subscribers (internal ids) that still exists. */
export const findEnvironmentsOfSubscribers = async (ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await ctx.db.execute<{ id: string; environment_id: string }>(
    sql`select id, environment_id from notification_subscribers where id = any(${texts(ids)})`,
  )
  return new Map(rows.map((row) => [row.id, row.environment_id]))
}

/** Locks the presence of these subscribers until the transaction ends. Returns the ids of existing ones. */
export const lockSubscribers = async (ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select id from notification_subscribers where id = any(${texts(ids)}) order by id for no key update`,
  )
  return rows.map((row) => row.id)
}

export const insertPresence = async (ctx: Ctx, ids: readonly string[], aliveUntil: Date): Promise<void> => {
  await ctx.db.execute(sql`insert into notification_presence (process_id, subscriber_id, alive_until)
    select ${ctx.deps.processId}, id, ${aliveUntil.toISOString()}::timestamptz from unnest(${texts(ids)}) as id
    on conflict (subscriber_id, process_id) do update set alive_until = excluded.alive_until`)
}

export const deletePresence = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  await ctx.db.execute(sql`delete from notification_presence
    where process_id = ${ctx.deps.processId} and subscriber_id = any(${texts(ids)})`)
}

/** Keeps rows of this process alive; the ids of those that still exist, and whose subscriber does. */
export const extendPresence = async (ctx: Ctx, ids: readonly string[], aliveUntil: Date): Promise<Set<string>> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`update notification_presence p
    set alive_until = ${aliveUntil.toISOString()}::timestamptz
    from notification_subscribers s
    where s.id = p.subscriber_id and p.process_id = ${ctx.deps.processId} and p.subscriber_id = any(${texts(ids)})
    returning s.id`)
  return new Set(rows.map((row) => row.id))
}

/** Subscribers with a row that was not kept alive. */
export const findLapsedPresence = async (ctx: Ctx, limit: number): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select distinct subscriber_id as id
    from notification_presence where alive_until <= ${ctx.now().toISOString()}::timestamptz limit ${limit}`)
  return rows.map((row) => row.id)
}

export const deleteLapsedPresence = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  await ctx.db.execute(sql`delete from notification_presence
    where subscriber_id = any(${texts(ids)}) and alive_until <= ${ctx.now().toISOString()}::timestamptz`)
}

export const markOnline = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  await ctx.db.execute(sql`update notification_subscribers set is_online = true
    where id = any(${texts(ids)}) and is_online is distinct from true`)
}

/** Offline are those of them for whom no process keeps a row alive. */
export const markOfflineUnlessPresent = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const now = sql`${ctx.now().toISOString()}::timestamptz`
  await ctx.db.execute(sql`update notification_subscribers s set is_online = false, last_online_at = ${now}
    where s.id = any(${texts(ids)}) and s.is_online
      and not exists (select 1 from notification_presence p where p.subscriber_id = s.id and p.alive_until > ${now})`)
}
