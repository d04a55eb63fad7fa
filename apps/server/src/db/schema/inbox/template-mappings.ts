import type { TemplateMapping } from '@recado/contracts/inbox/template-mappings'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { updatedAt } from '../columns.ts'
import { users } from '../identity/users.ts'
import { companyId } from '../settings-columns.ts'

/** How each member fills the variables of a template. */
export const templateMappings = pgTable(
  'template_mappings',
  {
    companyId: companyId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    language: text().notNull(),
    mapping: jsonb().$type<TemplateMapping>().notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.name, t.language, t.userId] }),
    index('template_mappings_user').on(t.userId),
  ],
)
