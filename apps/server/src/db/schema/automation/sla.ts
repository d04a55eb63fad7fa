import { slaKinds } from '@recado/contracts/inbox/conversations'
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { conversations } from '../inbox/conversations.ts'

/** A target of an SLA policy for one conversation: running, met or missed. The policy's times are frozen in it. */
export const slaClocks = pgTable(
  'sla_clocks',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    conversationId: uuid().notNull(),
    policyId: uuid().notNull(),
    kind: text({ enum: slaKinds }).notNull(),
    startedAt: instant().notNull(),
    warnAt: instant(),
    dueAt: instant(),
    /** While snoozed until a reply the clock stands still; seconds left. */
    pausedSeconds: integer(),
    warnedAt: instant(),
    metAt: instant(),
    breachedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('sla_clocks_conversation').on(t.companyId, t.conversationId),
    index('sla_clocks_warn').on(t.warnAt).where(sql`warned_at is null and met_at is null and breached_at is null`),
    index('sla_clocks_due').on(t.dueAt).where(sql`met_at is null and breached_at is null`),
    foreignKey({
      columns: [t.companyId, t.conversationId],
      foreignColumns: [conversations.companyId, conversations.id],
    }),
  ],
)
