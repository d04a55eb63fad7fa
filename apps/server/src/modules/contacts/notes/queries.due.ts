import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

export type DueTask = { noteId: string; companyId: string; contactId: string; userId: string }

/** Open tasks that have come due and whose authors were not told; each is answered once. */
export const takeDueTasks = async (tx: Ctx): Promise<DueTask[]> => {
  const now = sql`${tx.now().toISOString()}::timestamptz`
  const { rows } = await tx.db.execute<DueTask>(sql`
    update contact_notes n set reminded_at = ${now}
    from contacts c
    where c.company_id = n.company_id and c.id = n.contact_id and c.deleted_at is null
      and n.kind = 'task' and n.done_at is null and n.reminded_at is null and n.due_at <= ${now} and n.author_id is not null
    returning n.id as "noteId", n.company_id as "companyId", n.contact_id as "contactId", n.author_id as "userId"`)
  return rows
}
