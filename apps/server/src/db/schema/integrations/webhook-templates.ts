import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import { templateStatuses } from '@recado/contracts/integrations/webhook-templates'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { users } from '../identity/users.ts'
import { version } from '../settings-columns.ts'

/** Systems that platform admins added to those of the product, by version. What was published is never changed. */
export const webhookTemplates = pgTable(
  'webhook_templates',
  {
    id: uuid().primaryKey(),
    key: text().notNull(),
    number: integer().notNull(),
    status: text({ enum: templateStatuses }).notNull().default('draft'),
    definition: jsonb().$type<SourceDefinition>().notNull(),
    logoFileId: uuid(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    publishedAt: instant(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('webhook_templates_number').on(t.key, t.number),
    uniqueIndex('webhook_templates_draft').on(t.key).where(sql`status = 'draft'`),
  ],
)
