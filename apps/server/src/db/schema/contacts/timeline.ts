import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'

/** What happened to a contact besides messages, in the words of `contactEventKinds`. Appended to only. */
export const contactEvents = pgTable(
  'contact_events',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    contactId: uuid().notNull(),
    kind: text().notNull(),
    /** Member who did it; null for what happened by itself. */
    actorId: uuid(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('contact_events_contact').on(t.companyId, t.contactId, t.at, t.id),
  ],
)

/** What members write down about a contact: notes, tasks, calls. */
export const contactNotes = pgTable(
  'contact_notes',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    contactId: uuid().notNull(),
    authorId: uuid(),
    kind: text({ enum: ['note', 'task', 'call'] }).notNull(),
    body: text().notNull(),
    pinned: boolean().notNull().default(false),
    dueAt: instant(),
    doneAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('contact_notes_contact').on(t.companyId, t.contactId, t.createdAt),
  ],
)
