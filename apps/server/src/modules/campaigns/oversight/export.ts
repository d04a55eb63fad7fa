import { overseenFilter } from '@recado/contracts/campaigns/oversight'
import { cellsOfAll, defineListExport, everyRow } from '#server/modules/shared/tasks/index.ts'
import { listAll } from './actions/read.ts'

/** The campaigns of all companies as a file. */
export const oversightExports = [
  defineListExport({
    list: 'admin-campaigns',
    ability: 'admin.platform',
    action: 'campaign.export',
    headers: [
      ...[
        'id',
        'name',
        'company_id',
        'company',
        'status',
        'recipients',
        'submitted',
        'delivered',
        'failed',
        'opted_out',
      ],
      ...['messages_per_minute', 'worst_quality', 'cost', 'currency', 'risks', 'started_at', 'created_at'],
    ],
    filter: overseenFilter,
    rows: (ctx, filter) =>
      cellsOfAll(
        everyRow((page) => listAll(ctx, { ...filter, ...page })),
        (row) => [
          ...[row.id, row.name, row.company.id, row.company.name, row.state, row.recipients, row.sent, row.delivered],
          ...[row.failed, row.optedOut, row.perMinute === null ? null : Math.round(row.perMinute), row.quality],
          ...[row.spend.amount, row.spend.currency, row.risks.join(', '), row.startedAt, row.createdAt],
        ],
      ),
  }),
]
