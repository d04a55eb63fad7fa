import { type CampaignSummary, campaignFilter } from '@recado/contracts/campaigns/campaigns'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { cellsOfAll, defineListExport, everyRow, inCompany } from '#server/modules/shared/tasks/index.ts'
import { listPage } from './actions/read.ts'

const headers = [
  ...['id', 'name', 'status', 'reason', 'template', 'channel_id', 'owner', 'created_at', 'starts_at', 'started_at'],
  ...['finished_at', 'recipients', 'sent', 'delivered', 'read', 'clicked', 'replied', 'failed', 'skipped', 'canceled'],
  ...['opted_out', 'cost', 'currency'],
]

const cellsOf = ({ counts, cost, ...one }: CampaignSummary): Cell[] => [
  ...[one.id, one.name, one.state, one.pauseReason, one.templates.join(', '), one.channelIds.join(', ')],
  ...[one.owner?.name ?? null, one.createdAt, one.startsAt, one.startedAt, one.finishedAt],
  ...[counts.recipients, counts.sent, counts.delivered, counts.read, counts.clicked, counts.replied],
  ...[counts.failed, counts.skipped, counts.canceled, counts.optedOut, cost.actual, cost.currency],
]

/** Campaigns with their counts as a file, newest first. */
export const campaignExport = defineListExport({
  list: 'campaigns',
  ability: 'campaigns.view',
  headers,
  filter: campaignFilter,
  rows: (ctx, filter) =>
    cellsOfAll(
      everyRow((page) => listPage(inCompany(ctx), { ...filter, ...page })),
      cellsOf,
    ),
})
