import type { ChannelIncident, endIncident, runChannelAction, startIncident } from '@recado/contracts/operator'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordAudit } from '../../audit/index.ts'
import { enqueuePulls, enqueueResubscription, pauseChannels, resumeChannels } from '../../channels/index.ts'
import { listRefsAcrossCompanies } from '../queries/channels.ts'
import * as queries from '../queries/incidents.ts'

type Action = z.output<typeof runChannelAction.body>
type Refs = Awaited<ReturnType<typeof listRefsAcrossCompanies>>

const performers: Record<Action['action'], (tx: UserCtx, refs: Refs, input: Action) => Promise<void>> = {
  resync: async (tx, refs) => {
    for (const { id, companyId, accountId } of refs) await enqueuePulls(tx, companyId, accountId, id)
  },
  resubscribe: async (tx, refs) => {
    for (const { id, companyId } of refs) await enqueueResubscription(tx, companyId, id)
  },
  pause: (tx, refs, { scope, reason }) => pauseChannels(tx, refs, { scope, reason }),
  resume: (tx, refs) => resumeChannels(tx, refs),
}

/** Does something to many numbers at once, and writes down who did and why. */
export const runAction = (ctx: UserCtx, input: Action): Promise<{ count: number }> =>
  inTransaction(ctx, async (tx) => {
    const refs = await listRefsAcrossCompanies(tx, input)
    await performers[input.action](tx, refs, input)
    const { action, scope, reason } = input
    for (const { id, companyId } of refs)
      await recordAudit(tx, {
        action: `channel.${action}`,
        companyId,
        target: { type: 'channel', id },
        diff: action === 'pause' ? { scope, reason } : {},
      })
    return { count: refs.length }
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
      id: uuidv7(),
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
    await resumeChannels(tx, await listRefsAcrossCompanies(tx, { ids: row.channelIds }), incidentReason(id))
    await recordAudit(tx, { action: 'incident.ended', companyId: null, target: { type: 'incident', id } })
  })

export const listOwnIncidents = async (ctx: CompanyCtx) => ({ data: await queries.listIncidentsOf(ctx) })
