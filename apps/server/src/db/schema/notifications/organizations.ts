import type { ServiceTier } from '@recado/contracts/notifications/domain'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { environment, notificationKey } from './columns.ts'

export type Branding = {
  color?: string
  logo?: string
  fontFamily?: string
  fontColor?: string
  contentBackground?: string
  direction?: 'ltr' | 'rtl'
}

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
