import { contactNoteKinds } from '@recado/contracts/contacts/contact-notes'
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'

/** What members write down about a contact: notes, tasks, calls. */
export const contactNotes = pgTable(
  'contact_notes',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    contactId: uuid().notNull(),
    authorId: uuid(),
    kind: text({ enum: contactNoteKinds }).notNull(),
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
