import type { ChannelType, StepInput, TemplateVariable } from '@recado/contracts/notifications/domain'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { environment, notificationKey } from './columns.ts'

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
