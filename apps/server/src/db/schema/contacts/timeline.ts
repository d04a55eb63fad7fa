import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

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
