import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { containing, type EraseHandler, identifiersOf } from '#server/lib/erasure.ts'
import { deleteFiles, removeBytes } from '#server/modules/shared/files/index.ts'

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

/** The files of exports, which nobody looks into: they can be made anew. And what was asked for by a phone or address. */
export const eraseTasks: EraseHandler = async (ctx, subject) => {
  const { companyId } = subject
  await cancelRunning(ctx, companyId)
  const files = await listFiles(ctx, companyId)
  await removeBytes(ctx, files)
  await deleteFiles(
    ctx,
    files.map(({ id }) => id),
  )
  await ctx.db.execute(sql`
    update background_tasks set input = '{}', result = null, checkpoint = null
    where company_id = ${companyId} and finished_at is not null
      and (input::text || coalesce(result::text, '') || coalesce(checkpoint::text, ''))
        like any(${sql.param(containing(identifiersOf(subject)))}::text[])`)
  return { exports: files.length }
}
