import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import type { Old, OldFile } from '#server/modules/companies/retention/index.ts'

type Db = Pick<Ctx, 'db'>

type OldMessage = { id: string; file: OldFile | null }

/** Whether the outcome of a message is still unknown: it is waiting, in flight, or needs a decision. */
const isUnsettled = (message: SQL) =>
  sql`exists (select 1 from outbound_sends s where s.company_id = ${message}.company_id and s.message_id = ${message}.id)`

/** Files that go with a message `m`: those of ready texts and of templates stay, and what a message shows that stays. */
const ownFile = ({ before }: Old) => sql`f.id = d.file_id and f.company_id = m.company_id and f.deleted_at is null
  and (f.owner_kind in ('message', 'upload') or (f.owner_kind = 'attachment'
    and exists (select 1 from conversations c where c.company_id = f.company_id and c.id = f.owner_id)))
  and not exists (select 1 from message_media o join messages n on n.company_id = o.company_id and n.id = o.message_id
    where o.company_id = f.company_id and o.file_id = f.id
      and (n.occurred_at >= ${before.toISOString()}::timestamptz or ${isUnsettled(sql`n`)}))`
/** Messages `m` that go; those that are not settled wait until they are. */
const isOld = ({ companyId, before }: Old) =>
  sql`m.company_id = ${companyId}::uuid and m.occurred_at < ${before.toISOString()}::timestamptz and not ${isUnsettled(sql`m`)}`
const media = sql`message_media d on d.company_id = m.company_id and d.message_id = m.id`

/** The oldest messages, each with the file that goes with it. */
export const listOldMessages = async ({ db }: Db, old: Old, limit: number): Promise<OldMessage[]> => {
  const { rows } = await db.execute<{ id: string; file_id: string | null; path: string | null }>(sql`
    select m.id, f.id as file_id, f.path from messages m left join ${media} left join files f on ${ownFile(old)}
    where ${isOld(old)} order by m.occurred_at limit ${limit}`)
  return rows.map(({ id, file_id, path }) => ({ id, file: file_id && path ? { id: file_id, path } : null }))
}

/** Messages whose file is older than an instant and still there. */
export const listOldMedia = async ({ db }: Db, old: Old, limit: number) => {
  const { rows } = await db.execute<{ id: string; file_id: string; path: string }>(sql`
    select m.id, f.id as file_id, f.path from messages m join ${media} join files f on ${ownFile(old)}
    where ${isOld(old)} and d.state = 'stored' limit ${limit}`)
  return rows.map(({ id, file_id, path }) => ({ id, file: { id: file_id, path } }))
}

/** How many messages are older than an instant. */
export const countOldMessages = async ({ db }: Db, old: Old): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from messages m where ${isOld(old)}`)
  return rows[0]?.n ?? 0
}

/** How many files are older than an instant, and how large they are together. */
export const sumOldMedia = async ({ db }: Db, old: Old): Promise<{ files: number; bytes: number }> => {
  const { rows } = await db.execute<{ files: number; bytes: number }>(sql`
    select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes from (
      select distinct f.id, f.size from messages m join ${media} join files f on ${ownFile(old)}
      where ${isOld(old)}) as gone`)
  return rows[0] ?? { files: 0, bytes: 0 }
}

const idsOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`

/**
 * Takes messages away with all that hangs on them. Their conversations stay, without the words that lists show of them.
 * Triggers have the sums of the dashboard counted again.
 */
export const deleteMessages = async ({ db }: Db, companyId: string, ids: readonly string[]): Promise<void> => {
  const own = sql`company_id = ${companyId}::uuid and message_id = ${idsOf(ids)}`
  await db.execute(sql`delete from message_status_events where ${own}`)
  await db.execute(sql`delete from message_media where ${own}`)
  await db.execute(sql`delete from message_reactions r using messages m
    where m.company_id = ${companyId}::uuid and m.id = ${idsOf(ids)}
      and r.company_id = m.company_id and r.channel_id = m.channel_id and r.target_wamid = m.wamid`)
  await db.execute(sql`update conversations c set last_message_id = null, last_preview = ''
    from messages m where m.company_id = ${companyId}::uuid and m.id = ${idsOf(ids)}
      and c.company_id = m.company_id and c.id = m.conversation_id and c.last_message_id = m.id`)
  await db.execute(sql`delete from messages where company_id = ${companyId}::uuid and id = ${idsOf(ids)}`)
}

/** Notes of messages, and of all others that show the same files, that these are gone, for good. */
export const forgetMedia = async ({ db }: Db, companyId: string, ids: readonly string[]): Promise<void> => {
  await db.execute(sql`update message_media
    set state = 'failed', error = 'media_expired', file_id = null, meta_media_id = null
    where company_id = ${companyId}::uuid and file_id in (select o.file_id from message_media o
      where o.company_id = ${companyId}::uuid and o.message_id = ${idsOf(ids)})`)
}
