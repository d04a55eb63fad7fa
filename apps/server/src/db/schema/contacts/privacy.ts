import {
  erasureModes,
  erasureStates,
  privacyLaws,
  privacyRequestKinds,
  privacyRequestStates,
} from '@recado/contracts/contacts/privacy'
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
    /** By which law its due date is set. */
    law: text({ enum: privacyLaws }).notNull().default('lgpd'),
    /** When those responsible were last told that it is due. */
    remindedAt: instant(),
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

/** People who were erased, or are being so: the proof that it was done, which names no one. */
export const contactErasures = pgTable(
  'contact_erasures',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    contactId: uuid().notNull(),
    mode: text({ enum: erasureModes }).notNull(),
    state: text({ enum: erasureStates }).notNull().default('running'),
    /** The request that asked for it. */
    requestId: uuid(),
    actorId: uuid(),
    /** By what they are found, sealed; gone once it is done. */
    subject: text(),
    /** How much went, by what it was. */
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    certificateFileId: uuid(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (t) => [index('contact_erasures_company').on(t.companyId, t.createdAt)],
)
