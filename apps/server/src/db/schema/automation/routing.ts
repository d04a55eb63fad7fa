import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** A connection that its process has not confirmed for so long counts as gone. */
export const socketFreshSeconds = 90

/** Browsers that are connected for a company, by the process that holds their sockets. Old rows mean nothing. */
export const memberSockets = pgTable(
  'member_sockets',
  {
    companyId: uuid().notNull(),
    userId: uuid().notNull(),
    processId: text().notNull(),
    sockets: integer().notNull(),
    seenAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.processId] }), index('member_sockets_seen').on(t.seenAt)],
)

/** When each member of a team was last given a conversation by it: whoever waited longest is next. */
export const teamTurns = pgTable(
  'team_turns',
  {
    companyId: uuid().notNull(),
    teamId: uuid().notNull(),
    userId: uuid().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] })],
)

/** Automatically assigned conversations, until the assignee answers. */
export const autoAssignments = pgTable(
  'auto_assignments',
  {
    companyId: uuid().notNull(),
    conversationId: uuid().notNull(),
    teamId: uuid().notNull(),
    userId: uuid().notNull(),
    assignedAt: instant().notNull(),
    /** When it goes to the next person; null when it stays. */
    passOnAt: instant(),
    /** Those who had it before and did not answer. */
    passedBy: uuid().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.conversationId] }), index('auto_assignments_due').on(t.passOnAt)],
)
