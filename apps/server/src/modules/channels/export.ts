import { z } from 'zod'
import { cellsOfAll, defineListExport, inCompany } from '../tasks/index.ts'
import { listCompanyChannels } from './actions/read.ts'

/** The numbers of a company as a file. */
export const channelExports = [
  defineListExport({
    list: 'channels',
    ability: 'channels.view',
    headers: [
      ...['id', 'name', 'phone', 'phone_number_id', 'waba_id', 'account', 'kind', 'status', 'status_reason', 'quality'],
      ...['messaging_limit', 'throughput', 'last_inbound_at', 'last_outbound_at', 'created_at', 'disconnected_at'],
    ],
    filter: z.object({}),
    rows: (ctx) => {
      async function* channels() {
        yield* (await listCompanyChannels(inCompany(ctx))).data
      }
      return cellsOfAll(channels(), (row) => [
        ...[row.id, row.name, row.phone, row.phoneNumberId, row.wabaId, row.accountName, row.kind, row.status],
        ...[row.statusReason, row.quality, row.messagingLimit, row.throughput, row.lastInboundAt, row.lastOutboundAt],
        ...[row.createdAt, row.disconnectedAt],
      ])
    },
  }),
]
