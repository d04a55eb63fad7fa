import { duplicateReasons } from '@recado/contracts/contacts/contacts'
import { sql } from 'drizzle-orm'
import { index, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { companyId } from '../settings-columns.ts'

/** Pairs of contacts that may be one person, for someone to look at; `aId` is the smaller id. */
export const duplicateCandidates = pgTable(
  'duplicate_candidates',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    aId: uuid().notNull(),
    bId: uuid().notNull(),
    score: real().notNull(),
    reasons: text({ enum: duplicateReasons }).array().notNull(),
    state: text({ enum: ['open', 'merged', 'dismissed'] })
      .notNull()
      .default('open'),
    decidedBy: uuid(),
    decidedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('duplicate_candidates_key').on(t.companyId, t.aId, t.bId),
    index('duplicate_candidates_open').on(t.companyId, t.score, t.id).where(sql`state = 'open'`),
  ],
)
