import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { containing, type EraseHandler, type ErasureSubject, namingOf } from '#server/lib/erasure.ts'
import { deleteFiles, removeBytes } from '#server/modules/shared/files/index.ts'

/** By so many digits phones in any notation are found. */
const LAST_DIGITS = 8

/** Exports that may have contacts or what they wrote in them. */
const telling = ['contact', 'conversation', 'messages', 'company', 'privacy']

const kinds = sql`${sql.param(telling.map((start) => `${start}%`))}::text[]`

/** What is being written may have them in it by now. Waits for what is about to be stored. */
const cancelRunning = ({ db, now }: Ctx, companyId: string) =>
  db.execute(sql`
    update background_tasks set cancel_requested_at = ${now().toISOString()}::timestamptz
    where company_id = ${companyId} and kind like any(${kinds}) and kind like '%.export'
      and status = 'running' and finished_at is null`)

const listFiles = async ({ db }: Ctx, companyId: string) => {
  const { rows } = await db.execute<{ id: string; path: string }>(sql`
    select f.id, f.path from background_tasks t join files f on f.id = t.file_id
    where t.company_id = ${companyId} and t.kind like any(${kinds})`)
  return rows
}

type Said = { id: string; said: string }

/** Tasks whose words could name a person; which of them do is asked of each. */
const listSaying = async ({ db }: Ctx, { companyId, phones, bsuids, emails, names }: ErasureSubject) => {
  const ends = phones.map((phone) => phone.slice(-LAST_DIGITS))
  const texts = [...emails, ...bsuids, ...names].map((text) => text.toLowerCase())
  const said = sql`(input::text || coalesce(result::text, '') || coalesce(checkpoint::text, ''))`
  const { rows } = await db.execute<Said>(sql`
    select id, ${said} as said from background_tasks
    where company_id = ${companyId} and (
      regexp_replace(${said}, '\\D', '', 'g') like any(${sql.param(containing(ends))}::text[])
      or lower(${said}) like any(${sql.param(containing(texts))}::text[]))`)
  return rows
}

/** What was asked for by a phone, an address or a name. Work that is not done yet cannot go on without it, and ends. */
const eraseInputs = async (ctx: Ctx, subject: ErasureSubject): Promise<void> => {
  const names = namingOf(subject)
  for (const { id, said } of await listSaying(ctx, subject)) {
    const texts = said.match(/"(?:[^"\\]|\\.)*"/g) ?? []
    if (!texts.some((text) => names(text))) continue
    await ctx.db.execute(sql`
      update background_tasks set input = '{}', result = null, checkpoint = null, cancel_requested_at =
        case when finished_at is null then ${ctx.now().toISOString()}::timestamptz else cancel_requested_at end
      where company_id = ${subject.companyId} and id = ${id}`)
  }
}

/** The files of exports, which are not searched: they can be made again. And what tasks were asked for by a person. */
export const eraseTasks: EraseHandler = async (ctx, subject) => {
  const { companyId } = subject
  await cancelRunning(ctx, companyId)
  const files = await listFiles(ctx, companyId)
  await removeBytes(ctx, files)
  await deleteFiles(
    ctx,
    files.map(({ id }) => id),
  )
  await eraseInputs(ctx, subject)
  return { exports: files.length }
}
