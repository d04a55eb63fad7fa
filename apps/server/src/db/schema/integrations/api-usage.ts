import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { companyId } from '../settings-columns.ts'

/** Calls of programs, for a week. Nothing of what they send or are given is kept. */
export const apiRequestLogs = pgTable(
  'api_request_logs',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    apiKeyId: uuid().notNull(),
    method: text().notNull(),
    /** The path as it is declared, such as `/api/v1/contacts/:id`. */
    route: text().notNull(),
    /** The path that was called, without its query. */
    path: text().notNull(),
    status: smallint().notNull(),
    /** The code of the problem that was answered. */
    code: text(),
    ms: integer().notNull(),
    address: text(),
    requestId: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('api_request_logs_company').on(t.companyId, t.createdAt, t.id),
    index('api_request_logs_at').on(t.createdAt),
  ],
)

/** The same added up by the hour: how many calls, and how many took how long. */
export const apiUsageHours = pgTable(
  'api_usage_hours',
  {
    companyId: companyId(),
    hour: instant().notNull(),
    apiKeyId: uuid().notNull(),
    method: text().notNull(),
    route: text().notNull(),
    status: smallint().notNull(),
    calls: integer().notNull(),
    /** How many took up to each of the bounds of `latencyBounds`, and how many longer. */
    latencies: integer().array().notNull().default(sql`'{}'::int[]`),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.hour, t.apiKeyId, t.method, t.route, t.status] }),
    index('api_usage_hours_hour').on(t.hour),
  ],
)
