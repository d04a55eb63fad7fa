import { privacyRequestKinds, privacyRequestStates } from '@recado/contracts/contacts/privacy'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** What people ask about the data kept of them, and by when it must be answered. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    /** Null once the contact is erased. */
    contactId: uuid(),
    kind: text({ enum: privacyRequestKinds }).notNull(),
    state: text({ enum: privacyRequestStates }).notNull().default('received'),
    /** How it came in. */
    intake: text({ enum: ['agent', 'email', 'whatsapp', 'api'] }).notNull(),
    /** How it was made sure who asks; codes are hashed. */
    identityCheck: jsonb().$type<Record<string, unknown>>(),
    note: text().notNull().default(''),
    dueAt: instant().notNull(),
    ownerId: uuid(),
    resultFileId: uuid(),
    /** Why it was refused. */
    refusal: text(),
    closedAt: instant(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('privacy_requests_due').on(t.companyId, t.state, t.dueAt)],
)
