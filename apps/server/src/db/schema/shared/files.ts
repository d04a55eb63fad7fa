import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'

export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    companyId: uuid(),
    ownerKind: text().notNull(),
    ownerId: uuid(),
    path: text().notNull(),
    name: text().notNull(),
    mime: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    createdAt: createdAt(),
    deletedAt: instant(),
  },
  (t) => [
    index('files_company_sha').on(t.companyId, t.sha256),
    /** What counts for the storage of a company. */
    index('files_stored')
      .on(t.companyId, t.size)
      .where(sql`deleted_at is null and owner_kind not in ('message', 'task')`),
    /** Few: what was uploaded and belongs to nothing yet. */
    index('files_free')
      .on(t.createdAt)
      .where(sql`owner_kind = 'attachment' and owner_id is null and deleted_at is null`),
  ],
)
