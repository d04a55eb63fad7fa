import type { AudienceWaterfall, CampaignAudience } from '@recado/contracts/campaigns/audience'
import { type CostRange, campaignStates, pauseReasons, wizardSteps } from '@recado/contracts/campaigns/campaigns'
import type { CampaignContent, WinnerReason } from '@recado/contracts/campaigns/content'
import type { FoundBlocking } from '@recado/contracts/campaigns/findings'
import type { CampaignSchedule } from '@recado/contracts/campaigns/schedule'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** Variants by their places. */
export type TestDecision = {
  variant: number
  reason: WinnerReason
  at: string
  by: string | null
  /** Whether the test had run to its end. */
  complete: boolean
  figures: { some: number; all: number }[]
}

export const campaigns = pgTable(
  'campaigns',
  {
    companyId: companyId(),
    id: uuid().notNull(),
    name: text().notNull(),
    state: text({ enum: campaignStates }).notNull().default('draft'),
    pauseReason: text({ enum: pauseReasons }),
    /** When a pause ends that ends alone, or a campaign that is scheduled starts. */
    wakeAt: instant(),
    step: text({ enum: wizardSteps }).notNull().default('audience'),
    audience: jsonb().$type<CampaignAudience>().notNull(),
    content: jsonb().$type<CampaignContent>().notNull(),
    schedule: jsonb().$type<CampaignSchedule>().notNull(),
    ownerId: uuid(),
    launchedBy: uuid(),
    /** Of the launch: a repeated one with the same key is the same. */
    launchKey: text(),
    approvalNeeded: boolean().notNull().default(false),
    approvedBy: uuid(),
    approvedAt: instant(),
    /** How many recipients there were when approval was asked for. */
    approvalFor: integer(),
    waterfall: jsonb().$type<AudienceWaterfall>(),
    costEstimate: jsonb().$type<CostRange>(),
    /** When its recipients were all written down, and how far that is: the last contact, and the last place given. */
    snapshotAt: instant(),
    snapshotAfter: uuid(),
    snapshotSeq: integer().notNull().default(0),
    /** Stop rules look at what was sent since then: the start, or the last time a person resumed it. */
    stopsSince: instant(),
    /** When people were told that most of what it may cost is spent. */
    spendWarnedAt: instant(),
    finishEstimate: instant(),
    startsAt: instant(),
    startedAt: instant(),
    finishedAt: instant(),
    /** Of a test of variants: until when its people are watched, when a person was asked, and what was decided. */
    testEndsAt: instant(),
    testAskedAt: instant(),
    testDecision: jsonb().$type<TestDecision>(),
    /** The series that it is of, and its time there. */
    seriesId: uuid(),
    occursAt: instant(),
    /** What was in its way then. */
    blocking: jsonb().$type<FoundBlocking[]>(),
    /** What the platform says of its hold to the company, and how many messages a second it allows at most. */
    platformNote: text(),
    platformPerSecond: integer(),
    archivedAt: instant(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('campaigns_id').on(t.id),
    index('campaigns_list').on(t.companyId, t.createdAt, t.id),
    uniqueIndex('campaigns_series').on(t.companyId, t.seriesId, t.occursAt).where(sql`series_id is not null`),
    index('campaigns_launched').on(t.createdAt, t.id).where(sql`state <> 'draft'`),
    index('campaigns_work').on(t.wakeAt).where(sql`state in ('validating', 'scheduled', 'running', 'paused')`),
  ],
)
