import type { DetailMoment } from '@recado/contracts/notifications/details'
import type { NotificationJobStatus, StepMetadata, StepType } from '@recado/contracts/notifications/domain'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { environment, notificationKey } from './columns.ts'

/** One thing that was decided about a job, for people to read; `detailMoments` says what it means. */
export type JobDetail = {
  moment: DetailMoment
  /** ISO 8601. */
  at: string
  /** JSON text: a provider's answer, the conditions with their outcome… */
  raw?: string
  providerId?: string
  messageId?: string
  webhookStatus?: string
  isRetry?: boolean
}

/** Who an event is for, before topics are expanded. */
export type StoredRecipient =
  | { subscriberId: string; profile?: Record<string, unknown> | undefined }
  | { topicKey: string }

/** A trigger that was accepted. */
export const notificationEvents = pgTable(
  'notification_events',
  {
    id: notificationKey(),
    environmentId: environment(),
    transactionId: text().notNull(),
    workflowId: text().notNull(),
    workflowVersion: integer().notNull(),
    kind: text().$type<'single' | 'bulk' | 'broadcast'>().notNull(),
    recipients: jsonb().$type<StoredRecipient[]>().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    overrides: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    actor: jsonb().$type<{ subscriberId: string; profile?: Record<string, unknown> | undefined }>(),
    tenantId: text(),
    attachments: jsonb().$type<{ name: string; mime: string; path: string; channels?: string[] | undefined }[]>(),
    /** How many workflows started one another to get here. */
    depth: smallint().notNull().default(0),
    isTest: boolean().notNull().default(false),
    /** 0 waiting, 1 leased, 2 processed, 3 given up. */
    state: smallint().notNull().default(0),
    leaseOwner: text(),
    leaseUntil: instant(),
    attempts: smallint().notNull().default(0),
    /** Last recipient done, of many. */
    cursor: text(),
    error: text(),
    createdAt: createdAt(),
    processedAt: instant(),
  },
  (t) => [
    uniqueIndex('notification_events_transaction').on(t.environmentId, t.transactionId),
    index('notification_events_waiting').on(t.leaseUntil, t.id).where(sql`state < 2`),
  ],
)

/** A workflow running for one subscriber; the wire calls it a notification. */
export const notificationRuns = pgTable(
  'notification_runs',
  {
    id: notificationKey(),
    environmentId: environment(),
    eventId: text().notNull(),
    workflowId: text().notNull(),
    workflowVersion: integer().notNull(),
    subscriberId: text().notNull(),
    actorId: text(),
    tenantId: text(),
    transactionId: text().notNull(),
    channels: text().array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('notification_runs_key').on(t.eventId, t.subscriberId),
    index('notification_runs_recent').on(t.environmentId, t.createdAt, t.id),
  ],
)

/** One step of a run. */
export const notificationJobs = pgTable(
  'notification_jobs',
  {
    id: notificationKey(),
    environmentId: environment(),
    runId: text().notNull(),
    stepIndex: smallint().notNull(),
    /** The step's uuid. */
    stepId: text().notNull(),
    type: text().$type<StepType>().notNull(),
    status: text().$type<NotificationJobStatus>().notNull(),
    /** 0 critical, 5 ordinary, 10 broadcast. */
    priority: smallint().notNull().default(5),
    runAt: instant(),
    leaseOwner: text(),
    leaseUntil: instant(),
    attempts: smallint().notNull().default(0),
    /** When a provider was called. A job that dies after this moment is not sent again. */
    calledAt: instant(),
    /** Which window a digest belongs to. */
    digestScope: text(),
    digest: jsonb().$type<StepMetadata & { events?: Record<string, unknown>[]; total?: number }>(),
    /** The head of the digest that took this job in. */
    mergedInto: text(),
    providerId: text(),
    /** What a custom step answered, for the steps after it. */
    output: jsonb().$type<Record<string, unknown>>(),
    details: jsonb().$type<JobDetail[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('notification_jobs_step').on(t.runId, t.stepIndex),
    index('notification_jobs_due')
      .on(t.environmentId, t.priority, t.runAt, t.id)
      .where(sql`status in ('queued', 'delayed')`),
    index('notification_jobs_failed').on(t.environmentId, t.id).where(sql`status = 'failed'`),
    index('notification_jobs_leased').on(t.leaseUntil).where(sql`status = 'running'`),
    index('notification_jobs_digest').on(t.digestScope, t.createdAt).where(sql`digest_scope is not null`),
    index('notification_jobs_merged').on(t.mergedInto).where(sql`merged_into is not null`),
  ],
)

/** Errors of the execution log. Codes 1000, 1007 and 1009 are read from events and messages instead. */
export const notificationLogs = pgTable(
  'notification_logs',
  {
    id: notificationKey(),
    environmentId: environment(),
    code: smallint().notNull(),
    text: text().notNull(),
    transactionId: text(),
    workflowId: text(),
    subscriberId: text(),
    jobId: text(),
    raw: text(),
    createdAt: createdAt(),
  },
  (t) => [index('notification_logs_recent').on(t.environmentId, t.createdAt, t.id)],
)
