import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'

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
    userAgent: text(),
    source: text({ enum: ['web', 'api', 'system'] }),
    requestId: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_logs_company').on(t.companyId, t.createdAt),
    index('audit_logs_actor').on(t.actorId, t.createdAt),
    index('audit_logs_target').on(t.targetId, t.createdAt),
    index('audit_logs_time').on(t.createdAt, t.id),
  ],
)

/** The chain of hashes over the audit log of each company; the nil id stands for what belongs to none. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    scope: uuid().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    auditId: uuid().notNull(),
    /** When the sealed row was written. */
    rowAt: instant().notNull(),
    prevHash: text().notNull(),
    hash: text().notNull(),
    sealedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.position] }),
    uniqueIndex('audit_seals_row_key').on(t.auditId),
    index('audit_seals_time').on(t.rowAt),
  ],
)
