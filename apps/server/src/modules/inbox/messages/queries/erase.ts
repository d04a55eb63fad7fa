import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import type { ErasureSubject } from '#server/lib/erasure.ts'

type Db = Pick<Ctx, 'db'>
const uuids = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`

/** What a message is of which nothing is left but that it was. */
const blank = JSON.stringify({ unsupported: { type: 'erased' } })

/** Files of a person's messages that show in no one else's, and what was uploaded for them and never sent. */
export const listFilesOf = async ({ db }: Db, { companyId, contactIds }: ErasureSubject, limit: number) => {
  const { rows } = await db.execute<{ id: string; path: string }>(sql`
    select f.id, f.path from files f where f.company_id = ${companyId} and (
      (f.owner_kind in ('message', 'attachment', 'upload')
        and exists (select 1 from message_media d join messages m on m.company_id = d.company_id and m.id = d.message_id
          where d.company_id = f.company_id and d.file_id = f.id and m.contact_id = ${uuids(contactIds)})
        and not exists (select 1 from message_media d join messages m on m.company_id = d.company_id and m.id = d.message_id
          where d.company_id = f.company_id and d.file_id = f.id and m.contact_id <> all(${sql.param([...contactIds])}::uuid[]))
        and (f.owner_kind in ('message', 'upload') or f.owner_id is null
          or exists (select 1 from conversations c where c.company_id = f.company_id and c.id = f.owner_id)))
      or (f.owner_kind = 'attachment' and f.owner_id in (
        select c.id from conversations c where c.company_id = ${companyId} and c.contact_id = ${uuids(contactIds)})))
    limit ${limit}`)
  return rows
}

/** Messages of a person that still say something; `stays`: as a blank one. */
export const listMessagesOf = async (
  { db }: Db,
  { companyId, contactIds, mode }: ErasureSubject,
  limit: number,
): Promise<{ id: string; stays: boolean }[]> => {
  const { rows } = await db.execute<{ id: string; stays: boolean }>(sql`
    select m.id, m.direction in ('in', 'out') and ${mode === 'anonymise'} as stays from messages m
    where m.company_id = ${companyId} and m.contact_id = ${uuids(contactIds)}
      and (${mode === 'delete'} or m.direction not in ('in', 'out') or m.payload <> ${blank}::jsonb or m.body is not null)
    limit ${limit}`)
  return rows
}

/** Leaves of messages that they were, when, and by whom of the team. Meta's ids have the phone in them. */
export const blankMessages = async ({ db }: Db, companyId: string, ids: readonly string[]): Promise<void> => {
  const own = sql`company_id = ${companyId} and message_id = ${uuids(ids)}`
  await db.execute(sql`delete from message_status_events where ${own}`)
  await db.execute(sql`delete from message_media where ${own}`)
  await db.execute(sql`delete from message_reactions r using messages m
    where m.company_id = ${companyId} and m.id = ${uuids(ids)}
      and r.company_id = m.company_id and r.channel_id = m.channel_id and r.target_wamid = m.wamid`)
  await db.execute(sql`
    update messages set type = 'unsupported', body = null, payload = ${blank}::jsonb, wamid = null, reply_to_wamid = null,
      client_key = null, error_details = null, error_trace = null,
      status = case when status in ('queued', 'sending') then 'failed' else status end
    where company_id = ${companyId} and id = ${uuids(ids)}`)
}
