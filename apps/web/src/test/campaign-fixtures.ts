import type { CampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import { campaignAudience } from '@recado/contracts/campaigns/audience'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { campaignContent } from '@recado/contracts/campaigns/content'
import { campaignSchedule } from '@recado/contracts/campaigns/schedule'

const at = '2026-11-01T12:00:00.000Z'

export const noCounts: Campaign['counts'] = {
  ...{ recipients: 0, pending: 0, queued: 0, sent: 0, delivered: 0, read: 0 },
  ...{ clicked: 0, replied: 0, failed: 0, skipped: 0, canceled: 0, optedOut: 0 },
}

/** A campaign as the API gives it: a draft called News that nobody has filled in. */
export const campaignOf = (part: Partial<Campaign> = {}): Campaign => ({
  ...{ id: '019a0000-0000-7000-8000-000000000001', name: 'News', state: 'draft', pauseReason: null, resumesAt: null },
  ...{ templates: [], channelIds: [], counts: noCounts, cost: { estimate: null, actual: 0, currency: 'BRL' } },
  ...{ startsAt: null, startedAt: null, finishedAt: null, finishEstimate: null, owner: null, archived: false },
  ...{ createdAt: at, updatedAt: at, step: 'audience', uploads: [], waterfall: null, launchedBy: null },
  ...{ series: false, seriesId: null, blocking: [], test: null, version: 1 },
  audience: campaignAudience.parse({}),
  content: campaignContent.parse({}),
  schedule: campaignSchedule.parse({}),
  approval: { needed: false, approvedBy: null, at: null },
  platform: { note: null, perSecond: null },
  ...part,
})

/** What came of a campaign of which nothing has come yet. */
export const analyticsOf = (part: Partial<CampaignAnalytics> = {}): CampaignAnalytics => ({
  ...{ counts: noCounts, awaiting: 0, overTime: [], channels: [], hours: [], errors: [], skipped: [], buttons: [] },
  ...{ links: [], replies: [], variants: [], compared: true, lift: null, updatedAt: at },
  cost: { currency: 'BRL', amount: 0, perReply: null, perClick: null },
  ...part,
})
