import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { jobStatuses } from '../jobs.ts'

/** Long-running work that a user started and can follow: exports, imports, bulk changes. */
export const backgroundTasks = pgTable(
  'background_tasks',
  {
    id: uuid().primaryKey(),
    /** Null for work across companies that a platform admin asked for. */
    companyId: uuid(),
    userId: uuid().notNull(),
    kind: text().notNull(),
    status: text({ enum: jobStatuses }).notNull().default('queued'),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    progress: integer().notNull().default(0),
    /** How much there is to do, once known. */
    total: integer(),
    result: jsonb().$type<Record<string, unknown>>(),
    error: text(),
    fileId: uuid(),
    /** Whether its file was written by the rights of someone who sees phones and addresses. */
    unmasked: boolean().notNull().default(false),
    /** Where to go on after a break. */
    checkpoint: jsonb().$type<Record<string, unknown>>(),
    cancelRequestedAt: instant(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (t) => [
    index('background_tasks_user').on(t.userId, t.createdAt),
    index('background_tasks_finished').on(t.finishedAt).where(sql`finished_at is not null`),
  ],
)
