import { type OperatorChannel, operatorChannelFilter } from '@recado/contracts/admin/operators'
import { onboardingStates } from '@recado/contracts/whatsapp/signup'
import { z } from 'zod'
import type { UserCtx } from '#server/context.ts'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { cellsOfAll, defineListExport, everyRow } from '#server/modules/shared/tasks/index.ts'
import { listOperatorChannels } from './actions/channels.ts'
import { listSignups } from './actions/signups.ts'

const headers = [
  ...['id', 'company_id', 'company', 'name', 'phone', 'kind', 'status', 'status_reason', 'paused', 'quality'],
  ...['messaging_limit', 'throughput', 'waba_id', 'portfolio_id', 'token', 'token_expires_at', 'webhook_lag_seconds'],
  ...['errors_hour', 'messages_day', 'spend_day', 'currency', 'limit_used', 'limit_size', 'graph_version'],
  ...['last_inbound_at', 'last_event_at', 'waiting', 'waiting_since', 'operators'],
]

const cellsOf = (row: OperatorChannel): Cell[] => [
  ...[row.id, row.companyId, row.companyName, row.name, row.phone, row.kind, row.status, row.statusReason],
  ...[row.paused?.scope ?? null, row.quality, row.messagingLimit, row.throughput, row.wabaId, row.portfolioId],
  ...[row.tokenKind, row.tokenExpiresAt, row.webhookLagSeconds, row.errorsHour, row.messagesDay, row.spendDay],
  ...[row.currency, row.limitUsed, row.limitSize, row.graphVersion, row.lastInboundAt, row.lastEventAt],
  ...[row.waiting, row.waitingSince, row.operators.map(({ name }) => name).join(', ')],
]

const channelsOf = (ctx: UserCtx, filter: z.output<typeof operatorChannelFilter>) =>
  everyRow<OperatorChannel>((page) => listOperatorChannels(ctx, { ...filter, ...page }))

/** Those where customers wait. */
async function* waitingOf(ctx: UserCtx) {
  for await (const channel of channelsOf(ctx, {})) if (channel.waiting > 0) yield channel
}

/** Exports of an operator: all numbers they look after, numbers with waiting customers, and signups. */
export const operatorExports = [
  defineListExport({
    list: 'operator-channels',
    ability: 'operator.channels',
    headers,
    filter: operatorChannelFilter,
    rows: (ctx, filter) => cellsOfAll(channelsOf(ctx, filter), cellsOf),
  }),
  defineListExport({
    list: 'admin-channels',
    ability: 'admin.platform',
    headers,
    filter: operatorChannelFilter,
    rows: (ctx, filter) => cellsOfAll(channelsOf(ctx, filter), cellsOf),
  }),
  defineListExport({
    list: 'operator-chat',
    ability: 'operator.channels',
    headers: ['company_id', 'company', 'channel_id', 'channel', 'phone', 'waiting', 'waiting_since'],
    filter: z.object({}),
    rows: (ctx) =>
      cellsOfAll(waitingOf(ctx), (row) => [
        ...[row.companyId, row.companyName, row.id, row.name, row.phone, row.waiting, row.waitingSince],
      ]),
  }),
  defineListExport({
    list: 'admin-signups',
    ability: 'operator.channels',
    headers: [
      ...['id', 'company_id', 'company', 'kind', 'state', 'step', 'left_at', 'error', 'account', 'phone'],
      ...['channel_id', 'started_by', 'created_at', 'updated_at', 'finished_at', 'first_event_at'],
    ],
    filter: z.object({ state: z.enum(onboardingStates).optional() }),
    rows: (ctx, filter) =>
      cellsOfAll(
        everyRow((page) => listSignups(ctx, { ...filter, ...page })),
        (row) => [
          ...[row.id, row.companyId, row.companyName, row.kind, row.state, row.step, row.left?.step ?? null],
          ...[row.left?.message ?? null, row.accountName, row.phone, row.channelId, row.startedBy],
          ...[row.createdAt, row.updatedAt, row.finishedAt, row.firstEventAt],
        ],
      ),
  }),
]
