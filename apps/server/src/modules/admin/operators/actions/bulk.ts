import {
  type ChannelIncident,
  type endIncident,
  operatorChannelFilter,
  type runChannelAction,
  type startIncident,
} from '@recado/contracts/admin/operators'
import type { ErrorCode } from '@recado/contracts/errors'
import type { BulkOutcome, BulkSelection } from '@recado/contracts/shared/lists'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import {
  enqueuePulls,
  enqueueResubscription,
  lockMoves,
  type MoveObstacle,
  moveNumber,
  pauseChannels,
  resumeChannels,
} from '#server/modules/whatsapp/channels/index.ts'
import { findCompany, listRefsAcrossCompanies } from '../queries/channels.ts'
import * as queries from '../queries/incidents.ts'

type Action = z.output<typeof runChannelAction.body>
type Refs = Awaited<ReturnType<typeof listRefsAcrossCompanies>>
type Skipped = BulkOutcome['skipped'][number]

const obstacles: Partial<Record<MoveObstacle, ErrorCode>> = {
  sends_waiting: 'channel_traffic_waiting',
  files_waiting: 'channel_traffic_waiting',
  own_app: 'channel_own_app',
  company_suspended: 'channel_target_barred',
  block_missing: 'channel_target_barred',
}

/** Each answers the numbers that it could not be done to. */
const performers: Record<Action['action'], (tx: UserCtx, refs: Refs, input: Action) => Promise<Skipped[]>> = {
  resync: async (tx, refs) => {
    for (const { id, companyId, accountId } of refs) await enqueuePulls(tx, companyId, accountId, id)
    return []
  },
  resubscribe: async (tx, refs) => {
    for (const { id, companyId } of refs) await enqueueResubscription(tx, companyId, id)
    return []
  },
  pause: async (tx, refs, { scope, reason }) => {
    await pauseChannels(tx, refs, { scope, reason })
    return []
  },
  resume: async (tx, refs) => {
    await resumeChannels(tx, refs)
    return []
  },
  move: async (tx, refs, { companyId }) => {
    if (!companyId || !(await findCompany(tx, companyId))) throw new AppError('not_found')
    await lockMoves(tx, [companyId, ...refs.map((ref) => ref.companyId)])
    const skipped: Skipped[] = []
    for (const ref of refs) {
      const move = await moveNumber(tx, ref, companyId)
      if (move.obstacle !== null)
        skipped.push({ id: ref.id, label: ref.phone, code: obstacles[move.obstacle] ?? 'channel_busy' })
    }
    return skipped
  },
}

/** Throws `validation_failed` for filters that are none. */
const filterOf = (raw: Record<string, string>) => {
  const parsed = operatorChannelFilter.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new AppError('validation_failed', { errors: [{ path: 'filter', code: 'invalid', message: 'Not a filter' }] })
}

const refsOf = async (tx: UserCtx, selection: BulkSelection): Promise<Refs> => {
  if ('ids' in selection) {
    const refs = await listRefsAcrossCompanies(tx, { ids: selection.ids, all: true })
    if (refs.length < new Set(selection.ids).size) throw new AppError('not_found')
    return refs
  }
  const refs = await listRefsAcrossCompanies(tx, { filter: filterOf(selection.filter), all: true })
  if (refs.length !== selection.expected) throw new AppError('conflict', { data: { count: refs.length } })
  return refs
}

/**
 * Does something to many numbers at once, and writes down who did and why; those that are disconnected are left out.
 * Throws `not_found` for a number that the person does not look after, `conflict` when filters leave another count by now.
 */
export const runAction = (ctx: UserCtx, input: Action): Promise<BulkOutcome> =>
  inTransaction(ctx, async (tx) => {
    const chosen = await refsOf(tx, input.selection)
    const gone = chosen.filter(({ live }) => !live)
    const refs = chosen.filter(({ live }) => live)
    const skipped = await performers[input.action](tx, refs, input)
    const left = new Set(skipped.map(({ id }) => id))
    const { action, scope, reason, companyId: to } = input
    for (const { id, companyId } of refs.filter((ref) => !left.has(ref.id)))
      await recordAudit(tx, {
        action: `channel.${action}`,
        companyId,
        target: { type: 'channel', id },
        diff: action === 'pause' ? { scope, reason } : action === 'move' ? { to, reason } : {},
      })
    const unreachable = gone.map(({ id, phone }) => ({ id, label: phone, code: 'channel_not_sendable' }))
    return { done: refs.length - skipped.length, skipped: [...skipped, ...unreachable] }
  })

const viewOf = (row: queries.IncidentRow, startedBy: string | null): ChannelIncident => ({
  id: row.id,
  message: row.message,
  reason: row.reason,
  channels: row.channelIds.length,
  companies: row.companyIds.length,
  startedBy: startedBy ?? '',
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})

const SHOWN = 20

export const listIncidents = async (ctx: UserCtx) => ({
  data: (await queries.listIncidentRows(ctx, SHOWN)).map(({ row, startedBy }) => viewOf(row, startedBy)),
})

const incidentReason = (id: string) => `incident:${id}`

/** Holds marketing of many numbers back; numbers that are paused already stay as they are. */
export const beginIncident = (ctx: UserCtx, input: z.output<typeof startIncident.body>): Promise<ChannelIncident> =>
  inTransaction(ctx, async (tx) => {
    const refs = await listRefsAcrossCompanies(tx, { filter: { ...input.filter, paused: 'no' } })
    const row: queries.IncidentRow = {
      id: newId(),
      message: input.message,
      reason: input.reason,
      channelIds: refs.map(({ id }) => id),
      companyIds: [...new Set(refs.map(({ companyId }) => companyId))],
      startedBy: tx.actor.userId,
      startedAt: tx.now(),
      endedAt: null,
    }
    await queries.insertIncident(tx, row)
    await pauseChannels(tx, refs, { scope: 'marketing', reason: incidentReason(row.id) })
    const diff = { reason: input.reason, channels: refs.length }
    await recordAudit(tx, {
      action: 'incident.started',
      companyId: null,
      target: { type: 'incident', id: row.id },
      diff,
    })
    return viewOf(row, tx.actor.name)
  })

/** Ends an incident; numbers that were paused for another reason since stay paused. */
export const finishIncident = (ctx: UserCtx, { id }: z.output<typeof endIncident.params>): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockIncident(tx, id)
    if (!row) throw new AppError('not_found')
    if (row.endedAt) return
    await queries.endIncidentRow(tx, id)
    // Also those that were moved to another company since.
    const reason = incidentReason(id)
    await resumeChannels(tx, await listRefsAcrossCompanies(tx, { pausedFor: reason }), reason)
    await recordAudit(tx, { action: 'incident.ended', companyId: null, target: { type: 'incident', id } })
  })

export const listOwnIncidents = async (ctx: CompanyCtx) => ({ data: await queries.listIncidentsOf(ctx) })
