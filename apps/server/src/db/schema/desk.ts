import type { SlaConditions, SlaTargets } from '@recado/contracts/automation/sla-policies'
import type { Holiday, WeeklyInterval } from '@recado/contracts/companies/business-hours'
import type { AutoAssign } from '@recado/contracts/companies/teams'
import type { CannedContent } from '@recado/contracts/inbox/canned-replies'
import type { MacroStep } from '@recado/contracts/inbox/macros'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from './columns.ts'
import { companies } from './companies.ts'

/** Which state of a thing it is; every change raises it, and names the one that it was made on. */
const version = () => integer().notNull().default(1)

const companyId = () =>
  uuid()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })

/** When the team works. A company has any number of them; teams, channels and SLA policies name one. */
export const businessHours = pgTable(
  'business_hours',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    timezone: text().notNull(),
    weekly: jsonb().$type<WeeklyInterval[]>().notNull().default([]),
    holidays: jsonb().$type<Holiday[]>().notNull().default([]),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('business_hours_name_key').on(t.companyId, sql`lower(${t.name})`)],
)

/** People who share a queue. */
export const teams = pgTable(
  'teams',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    description: text(),
    autoAssign: jsonb().$type<AutoAssign>().notNull(),
    businessHoursId: uuid().references(() => businessHours.id, { onDelete: 'set null' }),
    defaultLabelIds: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('teams_name_key').on(t.companyId, sql`lower(${t.name})`)],
)

export const teamMembers = pgTable(
  'team_members',
  {
    companyId: companyId(),
    teamId: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    userId: uuid().notNull(),
    lead: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] }), index('team_members_user').on(t.companyId, t.userId)],
)

export const labels = pgTable(
  'labels',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    color: text().notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('labels_name_key').on(t.companyId, sql`lower(${t.name})`)],
)

export const slaPolicies = pgTable(
  'sla_policies',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    targets: jsonb().$type<SlaTargets>().notNull(),
    conditions: jsonb().$type<SlaConditions>().notNull(),
    businessHoursId: uuid().references(() => businessHours.id, { onDelete: 'set null' }),
    active: boolean().notNull().default(true),
    /** The first active policy whose conditions hold is applied. */
    position: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('sla_policies_name_key').on(t.companyId, sql`lower(${t.name})`)],
)

/** Texts that are sent often, found by their shortcut. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    shortcut: text().notNull(),
    title: text().notNull(),
    content: jsonb().$type<CannedContent>().notNull(),
    scope: text({ enum: ['company', 'team', 'personal'] }).notNull(),
    teamId: uuid().references(() => teams.id, { onDelete: 'cascade' }),
    ownerId: uuid(),
    uses: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('canned_replies_key').on(
      t.companyId,
      t.scope,
      sql`coalesce(${t.teamId}, ${t.ownerId}, ${t.companyId})`,
      sql`lower(${t.shortcut})`,
    ),
  ],
)

/** Several changes of a conversation done at once. */
export const macros = pgTable(
  'macros',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    steps: jsonb().$type<MacroStep[]>().notNull(),
    scope: text({ enum: ['company', 'personal'] }).notNull(),
    ownerId: uuid(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('macros_company').on(t.companyId)],
)

/** Filters of a list page that somebody gave a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid().primaryKey(),
    /** Null for lists that belong to no company; their views are their owner's alone. */
    companyId: uuid().references(() => companies.id, { onDelete: 'cascade' }),
    ownerId: uuid().notNull(),
    page: text().notNull(),
    name: text().notNull(),
    /** Search parameters of the page. */
    search: jsonb().$type<Record<string, unknown>>().notNull(),
    shared: boolean().notNull().default(false),
    /** Users for whom the page opens with it. */
    defaultOf: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('saved_views_page').on(t.companyId, t.page)],
)

/** Fields of contacts that a company made up. Values are in `contacts.attributes`, under the key. */
export const contactAttributes = pgTable(
  'contact_attributes',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    key: text().notNull(),
    label: jsonb().$type<{ en: string; pt: string }>().notNull(),
    type: text().notNull(),
    options: text().array().notNull().default(sql`'{}'::text[]`),
    required: boolean().notNull().default(false),
    /** Shown masked to members without the ability `contacts.pii`. */
    sensitive: boolean().notNull().default(false),
    position: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('contact_attributes_key').on(t.companyId, t.key)],
)

/** How the desk of a company behaves; a company without a row has the defaults of the contract. */
export const deskSettings = pgTable('desk_settings', {
  companyId: companyId().primaryKey(),
  settings: jsonb().$type<Record<string, unknown>>().notNull(),
  version: version(),
  updatedAt: instant().notNull().defaultNow(),
})
