import { contactNoteKinds } from '@recado/contracts/contacts/contact-notes'
import { sql } from 'drizzle-orm'
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
    /** When its author was told that it is due. */
    remindedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('contact_notes_contact').on(t.companyId, t.contactId, t.createdAt),
    index('contact_notes_due').on(t.dueAt).where(sql`kind = 'task' and done_at is null and reminded_at is null`),
  ],
)
