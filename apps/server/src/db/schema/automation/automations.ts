import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { users } from '../identity/users.ts'
import { companyId, version } from '../settings-columns.ts'

/** What works by itself in a company, as it is put together. */
export const automations = pgTable(
  'automations',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    folder: text().notNull().default(''),
    state: text({ enum: ['draft', 'active', 'paused', 'archived'] })
      .notNull()
      .default('draft'),
    pauseReason: text({ enum: ['manual', 'errors', 'access_revoked'] }),
    /** Secrets in it are sealed. */
    draft: jsonb().$type<AutomationGraph>().notNull(),
    liveVersion: integer(),
    /** Kinds of events that its versions start by or wait for. */
    listens: text().array().notNull().default([]),
    /** When its schedule starts it next. */
    nextAt: instant(),
    /** Since when its failures count. */
    activatedAt: instant(),
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('automations_company').on(t.companyId, t.updatedAt, t.id),
    index('automations_next').on(t.nextAt).where(sql`state = 'active' and next_at is not null`),
    index('automations_segments')
      .on(t.companyId)
      .where(sql`listens && array['segment_entered', 'segment_left'] and state in ('active', 'paused')`),
  ],
)

/** What was published of an automation; runs keep the version that they began with. */
export const automationVersions = pgTable(
  'automation_versions',
  {
    automationId: uuid()
      .notNull()
      .references(() => automations.id, { onDelete: 'cascade' }),
    companyId: uuid().notNull(),
    number: integer().notNull(),
    graph: jsonb().$type<AutomationGraph>().notNull(),
    note: text().notNull().default(''),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    publishedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.automationId, t.number] })],
)
