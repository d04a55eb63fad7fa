import type { CannedContent } from '@recado/contracts/inbox/canned-replies'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { teams } from '../companies/teams.ts'
import { companyId, version } from '../settings-columns.ts'

/** Texts that are sent often, found by their shortcut. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    shortcut: text().notNull(),
    title: text().notNull(),
    content: jsonb().$type<CannedContent>().notNull(),
    scope: text({ enum: ['company', 'team', 'personal'] }).notNull(),
    teamId: uuid().references(() => teams.id, { onDelete: 'cascade' }),
    ownerId: uuid(),
    uses: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('canned_replies_key').on(
      t.companyId,
      t.scope,
      sql`coalesce(${t.teamId}, ${t.ownerId}, ${t.companyId})`,
      sql`lower(${t.shortcut})`,
    ),
  ],
)
