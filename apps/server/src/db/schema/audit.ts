import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

export const auditLogs = pgTable(
  'audit_logs',
  {
    id: uuid().primaryKey(),
    companyId: uuid(),
    actorKind: text({ enum: ['user', 'api_key', 'system'] }).notNull(),
    actorId: text(),
    onBehalfOf: uuid(),
    action: text().notNull(),
    targetType: text(),
    targetId: text(),
    targetLabel: text(),
    diff: jsonb().$type<Record<string, unknown>>(),
    ip: text(),
    requestId: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_logs_company').on(t.companyId, t.createdAt),
    index('audit_logs_actor').on(t.actorId, t.createdAt),
  ],
)
