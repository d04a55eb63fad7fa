import type { MacroStep } from '@recado/contracts/inbox/macros'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** Several changes of a conversation done at once. */
export const macros = pgTable(
  'macros',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    steps: jsonb().$type<MacroStep[]>().notNull(),
    scope: text({ enum: ['company', 'personal'] }).notNull(),
    ownerId: uuid(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('macros_company').on(t.companyId)],
)
