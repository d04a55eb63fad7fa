import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { segments } from '../contacts/segments.ts'
import { companyId } from '../settings-columns.ts'
import { automations } from './automations.ts'

type Json = Record<string, unknown>
type Problem = { code: string; message: string }

/** What happened that automations of a company start by or wait for. Its own queue, and what they are tried with. */
export const automationEvents = pgTable(
  'automation_events',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    kind: text().notNull(),
    /** What happened once is here once. */
    key: text(),
    contactId: uuid(),
    conversationId: uuid(),
    fields: jsonb().$type<Json>().notNull(),
    /** Meant for this automation alone. */
    automationId: uuid(),
    /** The run that made it happen, and how many began one another. */
    parentId: uuid(),
    depth: smallint().notNull().default(0),
    state: text({ enum: ['waiting', 'done'] })
      .notNull()
      .default('waiting'),
    attempts: smallint().notNull().default(0),
    at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('automation_events_key').on(t.companyId, t.key),
    index('automation_events_waiting').on(t.companyId, t.id).where(sql`state = 'waiting'`),
    index('automation_events_kind').on(t.companyId, t.kind, t.id),
    index('automation_events_contact').on(t.companyId, t.contactId, t.id).where(sql`contact_id is not null`),
    index('automation_events_at').on(t.at),
  ],
)

/** What an event came to for an automation: a run, or why there is none. An event starts an automation once. */
export const automationEntries = pgTable(
  'automation_entries',
  {
    companyId: companyId(),
    automationId: uuid()
      .notNull()
      .references(() => automations.id, { onDelete: 'cascade' }),
    eventId: uuid().notNull(),
    contactId: uuid(),
    runId: uuid(),
    refusal: text(),
    conditions: jsonb().$type<Json[]>().notNull().default([]),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.automationId, t.eventId] }),
    index('automation_entries_contact').on(t.companyId, t.contactId, t.automationId, t.at),
    index('automation_entries_at').on(t.at),
  ],
)

/** An automation at work, for one contact. A row that waits costs nothing until its time or its event comes. */
export const automationRuns = pgTable(
  'automation_runs',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    automationId: uuid()
      .notNull()
      .references(() => automations.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    eventId: uuid().notNull(),
    trigger: text().notNull(),
    contactId: uuid(),
    conversationId: uuid(),
    state: text({ enum: ['queued', 'pending', 'delayed', 'completed', 'failed', 'canceled'] }).notNull(),
    ending: text(),
    /** The step that comes next, or that it waits at; null once the last one is done. */
    node: text(),
    /** The loops that it is in, from the outside, each with the round and what it goes through. */
    loops: jsonb().$type<{ node: string; round: number; items: unknown[] }[]>().notNull().default([]),
    event: jsonb().$type<Json>().notNull(),
    variables: jsonb().$type<Json>().notNull().default({}),
    steps: integer().notNull().default(0),
    requests: smallint().notNull().default(0),
    /** Tries of the step that it is at. */
    attempt: smallint().notNull().default(0),
    /** When it goes on; null for one that waits for its turn, has ended, or whose automation is paused. */
    wakeAt: instant(),
    /** It was due while its automation was paused. */
    held: smallint().notNull().default(0),
    waitFor: text({ enum: ['moment', 'event', 'turn'] }),
    /** The kind of event that it waits for. */
    waitEvent: text(),
    /** What its wait came to: the way out that it takes. */
    woken: text(),
    /** The kind of event that ends it. */
    goalEvent: text(),
    error: jsonb().$type<Problem>(),
    parentId: uuid(),
    depth: smallint().notNull().default(0),
    /** Whoever works on it, and until when. */
    lease: uuid(),
    leaseUntil: instant(),
    startedAt: instant().notNull(),
    updatedAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    index('automation_runs_due').on(t.wakeAt).where(sql`wake_at is not null`),
    index('automation_runs_waiting').on(t.companyId, t.contactId, t.waitEvent).where(sql`wait_event is not null`),
    index('automation_runs_open')
      .on(t.companyId, t.contactId, t.automationId)
      .where(sql`state in ('queued', 'pending', 'delayed')`),
    index('automation_runs_held').on(t.automationId).where(sql`held = 1`),
    index('automation_runs_running').on(t.automationId, t.state).where(sql`state in ('queued', 'pending', 'delayed')`),
    index('automation_runs_list').on(t.companyId, t.automationId, t.id),
    index('automation_runs_contact').on(t.companyId, t.contactId, t.id),
    index('automation_runs_company').on(t.companyId, t.id),
    index('automation_runs_ended').on(t.endedAt).where(sql`ended_at is not null`),
  ],
)

/** What a run did, step by step, and why. */
export const automationRunSteps = pgTable(
  'automation_run_steps',
  {
    companyId: uuid().notNull(),
    runId: uuid()
      .notNull()
      .references(() => automationRuns.id, { onDelete: 'cascade' }),
    automationId: uuid().notNull(),
    /** Counts the steps of the run. */
    seq: integer().notNull(),
    id: uuid().notNull(),
    node: text().notNull(),
    kind: text().notNull(),
    rounds: integer().array().notNull().default([]),
    state: text({ enum: ['done', 'skipped', 'failed', 'waiting'] }).notNull(),
    outlet: text(),
    decision: jsonb().$type<Json>(),
    input: jsonb().$type<Json>(),
    output: jsonb().$type<Json>(),
    error: jsonb().$type<Problem>(),
    attempt: smallint().notNull().default(1),
    startedAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.seq] }),
    index('automation_run_steps_automation').on(t.companyId, t.automationId, t.startedAt),
  ],
)

/** How many runs began within a month, by its first day: what plans limit. */
export const automationRunCounts = pgTable(
  'automation_run_counts',
  {
    companyId: companyId(),
    month: date().notNull(),
    runs: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.month] }), index('automation_run_counts_month').on(t.month)],
)

/**
 * What an automation starts by once so much time has passed, unless something happens before: a conversation that is
 * nobody's, a message of a campaign that is not answered. Looked at again when it is due, and not before.
 */
export const automationTimers = pgTable(
  'automation_timers',
  {
    companyId: companyId(),
    automationId: uuid()
      .notNull()
      .references(() => automations.id, { onDelete: 'cascade' }),
    /** The conversation, or the message. */
    subject: uuid().notNull(),
    kind: text({ enum: ['conversation_unassigned', 'campaign_unanswered'] }).notNull(),
    contactId: uuid().notNull(),
    conversationId: uuid().notNull(),
    fields: jsonb().$type<Json>().notNull(),
    since: instant().notNull(),
    dueAt: instant().notNull(),
    /** It was due; kept so that the same stretch of time starts nothing again. */
    done: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.automationId, t.subject] }),
    index('automation_timers_due').on(t.dueAt).where(sql`not done`),
    index('automation_timers_done').on(t.dueAt).where(sql`done`),
    index('automation_timers_contact').on(t.companyId, t.contactId),
  ],
)

/** Segments whose contacts are kept, as automations start by who enters or leaves them, or wait for it. */
export const automationSegments = pgTable(
  'automation_segments',
  {
    segmentId: uuid()
      .primaryKey()
      .references(() => segments.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    /** The conditions that its contacts were last checked against; null before the first check. A change of them moves nobody. */
    conditions: text(),
    /** When its contacts are looked for next. */
    checkAt: instant().notNull(),
  },
  (t) => [index('automation_segments_company').on(t.companyId, t.checkAt)],
)

/** Who was in a segment when it was last looked for, and whose coming or going is not told yet. */
export const automationSegmentContacts = pgTable(
  'automation_segment_contacts',
  {
    segmentId: uuid().notNull(),
    contactId: uuid().notNull(),
    companyId: uuid().notNull(),
    since: instant().notNull(),
    untold: text({ enum: ['segment_entered', 'segment_left'] }),
  },
  (t) => [
    primaryKey({ columns: [t.segmentId, t.contactId] }),
    foreignKey({
      name: 'automation_segment_contacts_segment_fk',
      columns: [t.segmentId],
      foreignColumns: [automationSegments.segmentId],
    }).onDelete('cascade'),
    index('automation_segment_contacts_untold').on(t.segmentId, t.contactId).where(sql`untold is not null`),
    index('automation_segment_contacts_contact').on(t.companyId, t.contactId),
  ],
)
