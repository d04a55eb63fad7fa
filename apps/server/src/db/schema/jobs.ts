import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/** The nine states of a job, as the specification lists them. */
export const jobStatuses = [
  'pending',
  'queued',
  'running',
  'completed',
  'failed',
  'delayed',
  'canceled',
  'merged',
  'skipped',
] as const

export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    queue: text().notNull(),
    name: text().notNull(),
    /** The nil UUID for work of the platform itself. */
    companyId: uuid().notNull(),
    status: text({ enum: jobStatuses }).notNull().default('queued'),
    priority: integer().notNull().default(10),
    /** At most one unfinished job of this key. */
    uniqueKey: text(),
    runAt: instant().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    /** How many times in a row its process ended while it ran. */
    deaths: integer().notNull().default(0),
    /** Failed because of that; keeps its key until an admin runs it again or dismisses it. */
    setAside: boolean().notNull().default(false),
    input: jsonb().$type<unknown>().notNull(),
    leaseOwner: text(),
    leaseUntil: instant(),
    error: text(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (t) => [
    index('jobs_ready').on(t.queue, t.companyId, t.priority, t.runAt).where(sql`status = 'queued'`),
    index('jobs_delayed').on(t.runAt).where(sql`status = 'delayed'`),
    index('jobs_leased').on(t.leaseUntil).where(sql`status = 'running'`),
    /** Few: jobs that gave up, until an operator decides about them. */
    index('jobs_failed').on(t.finishedAt, t.id).where(sql`status = 'failed'`),
    index('jobs_finished').on(t.finishedAt).where(sql`finished_at is not null`),
    uniqueIndex('jobs_unique_key')
      .on(t.uniqueKey)
      .where(sql`unique_key is not null and (finished_at is null or set_aside)`),
  ],
)

/** When each named schedule fires next. */
export const schedules = pgTable('schedules', {
  name: text().primaryKey(),
  cron: text().notNull(),
  timezone: text().notNull().default('UTC'),
  nextAt: instant().notNull(),
  lastAt: instant(),
})

/** Ownership of a named thing by one process at a time: a number that sends, the scheduler, an ingress shard. */
export const leases = pgTable('leases', {
  name: text().primaryKey(),
  owner: text().notNull(),
  /** Grows with each change of owner; writes of a former owner are refused by it. */
  fence: bigint({ mode: 'number' }).notNull().default(1),
  until: instant().notNull(),
})
