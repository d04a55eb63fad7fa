import { channelFilter } from '@recado/contracts/whatsapp/channels'
import { cellsOfAll, defineListExport, inCompany } from '#server/modules/shared/tasks/index.ts'
import { matchesFilter } from './actions/resync.ts'
import { listChannelRows } from './queries/channels.ts'
import { summaryOf } from './view.ts'

/** The numbers of a company as a file. */
export const channelExports = [
  defineListExport({
    list: 'channels',
    ability: 'channels.view',
    headers: [
      ...['id', 'name', 'phone', 'phone_number_id', 'waba_id', 'account', 'kind', 'status', 'status_reason', 'quality'],
      ...['messaging_limit', 'throughput', 'last_inbound_at', 'last_outbound_at', 'created_at', 'disconnected_at'],
    ],
    filter: channelFilter,
    rows: (ctx, filter) => {
      async function* channels() {
        const own = inCompany(ctx)
        for (const row of await listChannelRows(own, own.company.id))
          if (matchesFilter(row, filter)) yield summaryOf(row)
      }
      return cellsOfAll(channels(), (row) => [
        ...[row.id, row.name, row.phone, row.phoneNumberId, row.wabaId, row.accountName, row.kind, row.status],
        ...[row.statusReason, row.quality, row.messagingLimit, row.throughput, row.lastInboundAt, row.lastOutboundAt],
        ...[row.createdAt, row.disconnectedAt],
      ])
    },
  }),
]
