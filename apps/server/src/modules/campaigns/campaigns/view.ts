import type { Campaign, CampaignCounts, CampaignSummary, CampaignTest } from '@recado/contracts/campaigns/campaigns'
import { variantKeys } from '@recado/contracts/campaigns/content'
import { personOf } from '#server/lib/avatar-url.ts'
import type { PeopledCampaign } from './queries/campaigns.ts'
import type { Sums } from './queries/sums.ts'
import { isSeries } from './start.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** How many there are of each. Those who have not been written to, are not skipped and not canceled are pending. */
export const countsOf = (sums: Sums): CampaignCounts => {
  const { recipients, queued, skipped, canceled } = sums
  return {
    ...{ recipients, queued, skipped, canceled },
    pending: Math.max(0, recipients - queued - skipped - canceled),
    ...{ sent: sums.sent, delivered: sums.delivered, read: sums.read, clicked: sums.clicked, replied: sums.replied },
    ...{ failed: sums.failed, optedOut: sums.opted_out },
  }
}

/** A campaign as lists show it. */
export const summaryOf = ({ row, currency, owner }: PeopledCampaign, sums: Sums): CampaignSummary => ({
  id: row.id,
  name: row.name,
  state: row.state,
  pauseReason: row.pauseReason,
  resumesAt: row.state === 'paused' ? iso(row.wakeAt) : null,
  templates: [...new Set(row.content.variants.map(({ template }) => template).filter((name) => name !== ''))],
  channelIds: row.content.channels.map(({ channelId }) => channelId),
  counts: countsOf(sums),
  cost: { estimate: row.costEstimate, actual: sums.cost, currency },
  startsAt: iso(row.startsAt),
  startedAt: iso(row.startedAt),
  finishedAt: iso(row.finishedAt),
  finishEstimate: iso(row.finishEstimate),
  series: isSeries(row),
  seriesId: row.seriesId,
  owner: personOf(row.ownerId, owner?.name ?? null, owner?.avatar ?? null),
  archived: row.archivedAt !== null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const keyAt = (place: number) => variantKeys[place] ?? 'A'

/** How far the test of a campaign is that was launched; null where there is none. */
const testOf = ({ row, decider }: PeopledCampaign, { remainder }: Sums): CampaignTest | null => {
  const { test } = row.content
  if (test === null || row.state === 'draft') return null
  const { testDecision: decision, testEndsAt, testAskedAt } = row
  const { metric, rule } = test
  return {
    ...{ metric, rule, endsAt: iso(testEndsAt), rest: remainder },
    state: decision ? 'decided' : testAskedAt ? 'asked' : testEndsAt ? 'measuring' : 'sending',
    decision: decision && {
      ...{ variant: keyAt(decision.variant), reason: decision.reason, at: decision.at, complete: decision.complete },
      by: personOf(decision.by, decider?.name ?? null, decider?.avatar ?? null),
      figures: decision.figures.map((figure, place) => ({ ...figure, variant: keyAt(place) })),
    },
  }
}

/** A campaign with its draft. */
export const campaignView = (found: PeopledCampaign, sums: Sums, uploads: Campaign['uploads']): Campaign => {
  const { row, launcher, approver } = found
  return {
    ...summaryOf(found, sums),
    audience: row.audience,
    content: row.content,
    schedule: row.schedule,
    step: row.step,
    uploads,
    waterfall: row.waterfall,
    approval: {
      needed: row.approvalNeeded,
      approvedBy: personOf(row.approvedBy, approver?.name ?? null, approver?.avatar ?? null),
      at: iso(row.approvedAt),
    },
    test: testOf(found, sums),
    blocking: row.blocking ?? [],
    launchedBy: personOf(row.launchedBy, launcher?.name ?? null, launcher?.avatar ?? null),
    platform: { note: row.platformNote, perSecond: row.platformPerSecond },
    version: row.version,
  }
}
