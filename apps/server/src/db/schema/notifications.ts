import type { DetailMoment } from '@recado/contracts/notifications/details'
import type {
  ChannelType,
  ConditionGroup,
  Cta,
  NotificationActor,
  NotificationJobStatus,
  ServiceTier,
  StepInput,
  StepMetadata,
  StepType,
  TemplateVariable,
} from '@recado/contracts/notifications/domain'
import type { QuietHours } from '@recado/contracts/product-notifications/settings'
import { sql } from 'drizzle-orm'
import {
  boolean,
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
import { createdAt, instant, updatedAt } from './columns.ts'

// The notification service. Everything belongs to an environment; ids are 24 hexadecimal characters that grow with time.

/** A step as it is stored: every part of it has its ids. */
export type StoredStep = Omit<StepInput, '_id' | 'uuid' | 'template' | 'variants'> & {
  _id: string
  uuid: string
  _templateId: string
  _parentId?: string | undefined
  template: StepInput['template'] & { _id: string }
  variants?: Omit<StoredStep, 'variants'>[] | undefined
}

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

/** An address of a subscriber with a provider; `credentials` is sealed JSON. */
export type SubscriberChannel = { providerId: string; integrationId: string; credentials: string }

export type Branding = {
  color?: string
  logo?: string
  fontFamily?: string
  fontColor?: string
  contentBackground?: string
  direction?: 'ltr' | 'rtl'
}

/** Who an event is for, before topics are expanded. */
export type StoredRecipient =
  | { subscriberId: string; profile?: Record<string, unknown> | undefined }
  | { topicKey: string }

const notificationKey = () => text().primaryKey()
const environment = () => text().notNull()

export const notificationOrganizations = pgTable('notification_organizations', {
  id: notificationKey(),
  /** The company it belongs to; null for the platform's own. */
  companyId: uuid(),
  name: text().notNull(),
  tier: text().$type<ServiceTier>().notNull().default('unlimited'),
  branding: jsonb().$type<Branding>().notNull().default({}),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const notificationMembers = pgTable(
  'notification_members',
  {
    id: notificationKey(),
    organizationId: text().notNull(),
    userId: text().notNull(),
    email: text(),
    name: text(),
    role: text().$type<'admin' | 'member'>().notNull(),
    status: text().$type<'new' | 'active' | 'invited'>().notNull().default('active'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('notification_members_user').on(t.organizationId, t.userId)],
)

export const notificationEnvironments = pgTable(
  'notification_environments',
  {
    id: notificationKey(),
    organizationId: text().notNull(),
    name: text().notNull(),
    /** The public application identifier, by which widgets find it. */
    identifier: text().notNull(),
    /** The environment it is promoted from; a root one has none and is the only kind whose workflows may be changed. */
    parentId: text(),
    /** Own maxima of requests a second by category, instead of those of the tier. */
    rateLimits: jsonb().$type<{ trigger?: number; configuration?: number; global?: number }>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('notification_environments_identifier').on(t.identifier),
    index('notification_environments_organization').on(t.organizationId),
  ],
)

/** The oldest key of an environment also signs its subscriber hashes. */
export const notificationApiKeys = pgTable(
  'notification_api_keys',
  {
    id: notificationKey(),
    environmentId: environment(),
    hash: text().notNull(),
    sealed: text().notNull(),
    userId: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('notification_api_keys_hash').on(t.hash),
    index('notification_api_keys_environment').on(t.environmentId, t.id),
  ],
)

export const notificationSubscribers = pgTable(
  'notification_subscribers',
  {
    id: notificationKey(),
    environmentId: environment(),
    /** The customer's own id of the person. */
    subscriberId: text().notNull(),
    firstName: text(),
    lastName: text(),
    email: text(),
    phone: text(),
    avatar: text(),
    locale: text(),
    timezone: text(),
    data: jsonb().$type<Record<string, unknown>>(),
    channels: jsonb().$type<SubscriberChannel[]>().notNull().default([]),
    /** Null until they were online for the first time. */
    isOnline: boolean(),
    lastOnlineAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('notification_subscribers_key').on(t.environmentId, t.subscriberId),
    index('notification_subscribers_environment').on(t.environmentId, t.id),
  ],
)

export const notificationTopics = pgTable(
  'notification_topics',
  {
    id: notificationKey(),
    environmentId: environment(),
    key: text().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('notification_topics_key').on(t.environmentId, t.key)],
)

export const notificationTopicMembers = pgTable(
  'notification_topic_members',
  {
    environmentId: environment(),
    topicId: text().notNull(),
    /** Internal id of the subscriber. */
    subscriberId: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.topicId, t.subscriberId] }),
    index('notification_topic_members_subscriber').on(t.subscriberId),
  ],
)

export const notificationTenants = pgTable(
  'notification_tenants',
  {
    id: notificationKey(),
    environmentId: environment(),
    identifier: text().notNull(),
    name: text(),
    data: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('notification_tenants_identifier').on(t.environmentId, t.identifier)],
)

/** Tenants that were taken out, as long as something is there that was told in their name. */
export const notificationGoneTenants = pgTable('notification_gone_tenants', {
  tenantId: text().primaryKey(),
  createdAt: createdAt(),
})

export const notificationFeeds = pgTable(
  'notification_feeds',
  {
    id: notificationKey(),
    environmentId: environment(),
    name: text().notNull(),
    identifier: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('notification_feeds_identifier').on(t.environmentId, t.identifier)],
)

export const notificationGroups = pgTable(
  'notification_groups',
  {
    id: notificationKey(),
    environmentId: environment(),
    name: text().notNull(),
    parentId: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('notification_groups_environment').on(t.environmentId)],
)

export const notificationLayouts = pgTable(
  'notification_layouts',
  {
    id: notificationKey(),
    environmentId: environment(),
    creatorId: text(),
    name: text().notNull(),
    identifier: text().notNull(),
    description: text(),
    content: text().notNull(),
    contentType: text().notNull().default('customHtml'),
    variables: jsonb().$type<TemplateVariable[]>().notNull().default([]),
    isDefault: boolean().notNull().default(false),
    parentId: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('notification_layouts_identifier').on(t.environmentId, t.identifier),
    uniqueIndex('notification_layouts_default').on(t.environmentId).where(sql`is_default`),
  ],
)

/** The current state of a workflow. Runs go by its versions. */
export const notificationWorkflows = pgTable(
  'notification_workflows',
  {
    id: notificationKey(),
    environmentId: environment(),
    groupId: text().notNull(),
    creatorId: text(),
    name: text().notNull(),
    /** The trigger identifier: made from the name, never changed. */
    identifier: text().notNull(),
    description: text(),
    tags: text().array().notNull().default([]),
    active: boolean().notNull().default(false),
    critical: boolean().notNull().default(false),
    preferenceSettings: jsonb().$type<Record<ChannelType, boolean>>().notNull(),
    data: jsonb().$type<Record<string, unknown>>(),
    steps: jsonb().$type<StoredStep[]>().notNull().default([]),
    /** Variables that the templates use, found when it was saved. */
    variables: jsonb().$type<TemplateVariable[]>().notNull().default([]),
    /** What the templates and channels need to know of a subscriber. */
    subscriberVariables: jsonb().$type<{ name: string }[]>().notNull().default([]),
    /** Parts of `tenant` and `actor` that the templates use, which a trigger must then name. */
    reservedVariables: jsonb()
      .$type<{ type: 'tenant' | 'actor'; variables: TemplateVariable[] }[]>()
      .notNull()
      .default([]),
    version: integer().notNull().default(1),
    blueprintId: text(),
    parentId: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
  },
  (t) => [
    uniqueIndex('notification_workflows_identifier').on(t.environmentId, t.identifier).where(sql`deleted_at is null`),
  ],
)

/** What a workflow said at each version; runs in progress keep theirs. */
export const notificationWorkflowVersions = pgTable(
  'notification_workflow_versions',
  {
    workflowId: text().notNull(),
    version: integer().notNull(),
    name: text().notNull(),
    steps: jsonb().$type<StoredStep[]>().notNull(),
    critical: boolean().notNull(),
    preferenceSettings: jsonb().$type<Record<ChannelType, boolean>>().notNull(),
    createdBy: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workflowId, t.version] })],
)

/** What a tenant changes about a workflow. */
export const notificationOverrides = pgTable(
  'notification_overrides',
  {
    id: notificationKey(),
    environmentId: environment(),
    workflowId: text().notNull(),
    tenantId: text().notNull(),
    active: boolean().notNull().default(false),
    preferenceSettings: jsonb().$type<Record<ChannelType, boolean>>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('notification_overrides_key').on(t.environmentId, t.workflowId, t.tenantId)],
)

export const notificationIntegrations = pgTable(
  'notification_integrations',
  {
    id: notificationKey(),
    organizationId: text().notNull(),
    environmentId: environment(),
    name: text().notNull(),
    identifier: text().notNull(),
    providerId: text().notNull(),
    channel: text().$type<ChannelType>().notNull(),
    /** Sealed JSON. */
    credentials: text().notNull(),
    active: boolean().notNull().default(false),
    primary: boolean().notNull().default(false),
    priority: integer().notNull().default(0),
    conditions: jsonb().$type<ConditionGroup[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
    deletedBy: text(),
  },
  (t) => [
    uniqueIndex('notification_integrations_identifier')
      .on(t.environmentId, t.identifier)
      .where(sql`deleted_at is null`),
    uniqueIndex('notification_integrations_primary')
      .on(t.environmentId, t.channel)
      .where(sql`"primary" and deleted_at is null`),
  ],
)

/** What a subscriber decided: for everything (`workflowId` is empty) or for one workflow. Null: not decided. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    environmentId: environment(),
    /** Internal id of the subscriber. */
    subscriberId: text().notNull(),
    workflowId: text().notNull().default(''),
    enabled: boolean(),
    email: boolean(),
    sms: boolean(),
    inApp: boolean(),
    chat: boolean(),
    push: boolean(),
    /** Only of everything: when other channels than the inbox wait. */
    quietHours: jsonb().$type<QuietHours>(),
    /** Only of everything: identifiers of tenants that are not to be heard of. */
    mutedTenants: text().array(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.subscriberId, t.workflowId] })],
)

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

/** What was, or is to be, delivered on one channel; in_app ones are the inbox. */
export const notificationMessages = pgTable(
  'notification_messages',
  {
    id: notificationKey(),
    environmentId: environment(),
    runId: text().notNull(),
    jobId: text().notNull(),
    /** Which of several addresses a chat or push step wrote to. */
    target: text().notNull().default(''),
    workflowId: text().notNull(),
    workflowIdentifier: text().notNull(),
    templateId: text().notNull(),
    subscriberId: text().notNull(),
    transactionId: text().notNull(),
    channel: text().$type<ChannelType>().notNull(),
    providerId: text().notNull(),
    integrationId: text(),
    feedId: text(),
    subject: text(),
    title: text(),
    content: text().notNull(),
    cta: jsonb().$type<Cta>().notNull().default({}),
    actor: jsonb().$type<NotificationActor>(),
    actorId: text(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** E-mail address, phone number or webhook it went to. */
    address: text(),
    status: text().$type<'pending' | 'sent' | 'error' | 'warning' | 'unknown'>().notNull(),
    errorCode: integer(),
    errorText: text(),
    /** The provider's id of it, by which its receipts come in. */
    providerMessageId: text(),
    seenAt: instant(),
    readAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    expireAt: instant().notNull(),
    deletedAt: instant(),
    archivedAt: instant(),
    /** When it comes back to the inbox. What is archived is not put off. */
    snoozedUntil: instant(),
  },
  (t) => [
    uniqueIndex('notification_messages_job').on(t.jobId, t.target),
    // They end in what pages are filtered by, so that a page and its total need no row that is not on the page.
    index('notification_messages_feed')
      .on(t.subscriberId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.feedId, t.seenAt, t.readAt)
      .where(sql`channel = 'in_app' and deleted_at is null and archived_at is null and snoozed_until is null`),
    index('notification_messages_unseen')
      .on(t.subscriberId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.feedId)
      .where(
        sql`channel = 'in_app' and deleted_at is null and archived_at is null and snoozed_until is null and seen_at is null`,
      ),
    index('notification_messages_unread')
      .on(t.subscriberId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.feedId)
      .where(
        sql`channel = 'in_app' and deleted_at is null and archived_at is null and snoozed_until is null and read_at is null`,
      ),
    index('notification_messages_shelved')
      .on(t.subscriberId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`channel = 'in_app' and deleted_at is null and (archived_at is not null or snoozed_until is not null)`),
    index('notification_messages_snoozed')
      .on(t.snoozedUntil)
      .where(sql`deleted_at is null and snoozed_until is not null`),
    index('notification_messages_recent').on(t.environmentId, t.id),
    // The inbox has its own indexes; messages of it do not pay for this one.
    index('notification_messages_sent').on(t.subscriberId, t.id).where(sql`channel <> 'in_app' and deleted_at is null`),
    index('notification_messages_receipt')
      .on(t.environmentId, t.providerMessageId)
      .where(sql`provider_message_id is not null`),
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

/** A change of a root environment that its promoted ones may not have yet. */
export const notificationChanges = pgTable(
  'notification_changes',
  {
    id: notificationKey(),
    environmentId: environment(),
    type: text()
      .$type<'Feed' | 'MessageTemplate' | 'Layout' | 'DefaultLayout' | 'NotificationTemplate' | 'NotificationGroup'>()
      .notNull(),
    entityId: text().notNull(),
    /** The entity as it was saved; null when it was deleted. */
    snapshot: jsonb().$type<Record<string, unknown>>(),
    creatorId: text(),
    promotedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('notification_changes_environment').on(t.environmentId, t.createdAt, t.id),
    index('notification_changes_entity').on(t.environmentId, t.entityId, t.id),
    uniqueIndex('notification_changes_pending').on(t.environmentId, t.entityId).where(sql`promoted_at is null`),
  ],
)

export const notificationIdempotency = pgTable(
  'notification_idempotency',
  {
    organizationId: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** Null while the first request is still running. */
    status: smallint(),
    body: text(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.key] }),
    index('notification_idempotency_expired').on(t.expiresAt),
  ],
)

/** Which subscribers have sockets open in which process; a row that is not kept alive counts for nothing. */
export const notificationPresence = pgTable(
  'notification_presence',
  {
    processId: text().notNull(),
    subscriberId: text().notNull(),
    aliveUntil: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriberId, t.processId] }),
    index('notification_presence_alive').on(t.aliveUntil),
  ],
)
