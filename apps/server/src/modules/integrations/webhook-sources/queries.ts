import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { webhookTemplates } from '#server/db/schema/integrations/webhook-templates.ts'

type Row = typeof webhookTemplates.$inferSelect
type Reader = { db: Db }

const { key, number, logoFileId, definition, status } = webhookTemplates

/** A version that was published once. */
export const findPublished = async (
  { db }: Reader,
  name: string,
  of: number,
): Promise<Pick<Row, 'key' | 'number' | 'logoFileId' | 'definition'> | null> => {
  const rows = await db
    .select({ key, number, logoFileId, definition })
    .from(webhookTemplates)
    .where(and(eq(key, name), eq(number, of), ne(status, 'draft')))
  return rows[0] ?? null
}

export type Published = { key: string; number: number; blocks: readonly string[] }

/** The versions that are offered, by key, the newest of each first. */
export const listPublished = ({ db }: Reader): PromiseLike<Published[]> =>
  db
    .select({ key, number, blocks: sql<string[]>`${definition} -> 'blocks'` })
    .from(webhookTemplates)
    .where(eq(status, 'published'))
    .orderBy(asc(key), desc(number))
