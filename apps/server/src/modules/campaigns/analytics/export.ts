import { campaignLimits } from '@recado/contracts/campaigns/campaigns'
import { type CampaignRecipient, recipientFilter } from '@recado/contracts/campaigns/recipients'
import { id } from '@recado/contracts/shared'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { cellsOfAll, defineListExport, everyRow, inCompany } from '#server/modules/shared/tasks/index.ts'
import { countRecipients } from './queries/recipients.ts'
import { readRecipients } from './recipients.ts'

const headers = [
  ...['contact', 'phone', 'contact_id', 'variant', 'channel_id', 'status', 'reason', 'error_code', 'error_class'],
  ...['sent_at', 'delivered_at', 'read_at', 'clicked_at', 'replied_at', 'message_id'],
]

const cellsOf = (one: CampaignRecipient): Cell[] => [
  ...[one.displayName, one.phone, one.contactId, one.variant, one.channelId, one.state, one.reason, one.errorCode],
  ...[one.errorClass, one.sentAt, one.deliveredAt, one.readAt, one.clickedAt, one.repliedAt, one.messageId],
]

/** Recipients of a campaign as a file, as its page shows them to this person. */
export const recipientExport = defineListExport({
  list: 'campaign-recipients',
  ability: 'campaigns.export',
  action: 'campaign.export',
  headers,
  filter: recipientFilter.extend({ campaignId: id }),
  countAllowed: (ctx, { campaignId, ...filter }) =>
    countRecipients(inCompany(ctx), campaignId, filter, campaignLimits.recipients),
  rows: (ctx, { campaignId, ...filter }) =>
    cellsOfAll(
      everyRow((page) => readRecipients(inCompany(ctx), campaignId, { ...filter, ...page })),
      cellsOf,
    ),
})
