import type { EndpointInput, EndpointResult } from '@recado/contracts'
import type * as contract from '@recado/contracts/automation/automation-runs'
import type { AutomationStats, getAutomationStats } from '@recado/contracts/automation/automations'
import { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { isUuid } from '#server/lib/ids.ts'
import { findAutomation, graphOf, showGraph } from '#server/modules/automation/automations/index.ts'
import { loadContact } from '#server/modules/contacts/contacts/index.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import { findContactNames } from '../queries/facts.ts'
import * as log from '../queries/log.ts'
import { findOpenRuns, findRun } from '../queries/runs.ts'
import { listSampleRows } from '../queries/samples.ts'
import { judge, standingOf } from '../start/judge.ts'
import { runsOf, seesDetails, stepOf } from '../view.ts'

const DAY = 86_400_000
const place = z.object({ id: z.string().refine(isUuid) })

const pageAfter = <T>(rows: readonly T[], limit: number, idOf: (row: T) => string) => {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { rows: page, page: { next: last ? encodeCursor({ id: idOf(last) }) : null, has_more: last !== undefined } }
}

type RunQuery = { cursor?: string | undefined; limit: number } & log.RunFilters

/** Runs, the newest first. Throws `not_found` for an automation that is not there. */
export const listRuns = async (ctx: CompanyCtx, { cursor, limit, ...filters }: RunQuery) => {
  if (filters.automationId) found(await findAutomation(ctx, filters.automationId))
  const before = decodeCursor(place, cursor)?.id ?? null
  const { rows, page } = pageAfter(
    await log.listRunRows(ctx, filters, { before, limit: limit + 1 }),
    limit,
    ({ id }) => id,
  )
  return { data: await runsOf(ctx, rows), page }
}

export const readRun = async (
  ctx: CompanyCtx,
  id: string,
): Promise<EndpointResult<typeof contract.getAutomationRun>> => {
  const row = found(await findRun(ctx, id))
  const graph = found(await graphOf(ctx, row.automationId, row.version))
  const [run] = await runsOf(ctx, [row])
  const full = seesDetails(ctx)
  return {
    ...found(run ?? null),
    graph: showGraph(graph),
    event: full ? row.event : null,
    variables: full ? row.variables : null,
    log: (await log.listSteps(ctx, id)).map((step) => stepOf(step, full)),
    parentId: row.parentId,
  }
}

type EntryQuery = EndpointInput<typeof contract.listAutomationEntries>['query']

const withoutActual = (conditions: contract.ConditionResult[]): contract.ConditionResult[] =>
  conditions.map(({ actual: _, ...one }) => one)

export const listEntries = async (
  ctx: CompanyCtx,
  automationId: string,
  { cursor, limit, contactId, refused }: EntryQuery,
): Promise<EndpointResult<typeof contract.listAutomationEntries>> => {
  found(await findAutomation(ctx, automationId))
  const before = decodeCursor(place, cursor)?.id ?? null
  const filters = { automationId, contactId, refused: refused === 'yes' }
  const all = await log.listEntryRows(ctx, filters, { before, limit: limit + 1 })
  const { rows, page } = pageAfter(all, limit, ({ eventId }) => eventId)
  const people = await findContactNames(
    ctx,
    rows.map((row) => row.contactId),
  )
  const full = seesDetails(ctx)
  const data = rows.map((row) => {
    const conditions = row.conditions as contract.ConditionResult[]
    return {
      eventId: row.eventId,
      at: new Date(row.at).toISOString(),
      kind: row.kind as contract.AutomationEntry['kind'],
      contact: row.contactId === null ? null : { id: row.contactId, name: people.get(row.contactId) ?? null },
      runId: row.runId,
      refusal: row.refusal as contract.AutomationEntry['refusal'],
      conditions: full ? conditions : withoutActual(conditions),
    }
  })
  return { data, page }
}

/** Whether a contact would enter now, by what is live or else by the draft. Throws `not_found`. */
export const explain = async (
  ctx: CompanyCtx,
  automationId: string,
  contactId: string,
): Promise<EndpointResult<typeof contract.explainAutomationEntry>> => {
  const row = found(await findAutomation(ctx, automationId))
  const contact = await loadContact(ctx, contactId)
  const graph = (row.liveVersion === null ? null : await graphOf(ctx, row.id, row.liveVersion)) ?? row.draft
  const kind = graph.trigger?.kind ?? 'manual'
  const open = await findOpenRuns(ctx, [contact.id])
  const standing = await standingOf(ctx, [contact.id], open)
  const event = { kind, contactId: contact.id, conversationId: null, fields: {}, depth: 0 }
  const [judgement] = await judge(ctx, { id: row.id, state: row.state, graph }, [event], standing)
  const counts = await log.countEntries(ctx, { automationId, contactId: contact.id, kind: graph.trigger?.kind ?? null })
  const conditions = judgement?.conditions ?? []
  const refusal = judgement?.refusal ?? (standing.allowance.left === 0 ? 'quota' : null)
  return {
    ...{ enters: refusal === null, refusal },
    conditions: seesDetails(ctx) ? conditions : withoutActual(conditions),
    ...counts,
  }
}

export const listSamples = async (ctx: CompanyCtx, automationId: string): Promise<contract.AutomationSample[]> => {
  const { draft } = found(await findAutomation(ctx, automationId))
  if (!draft.trigger) return []
  const rows = await listSampleRows(ctx, draft.trigger.kind)
  const people = await findContactNames(
    ctx,
    rows.map(({ contactId }) => contactId),
  )
  const full = seesDetails(ctx)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as contract.AutomationSample['kind'],
    at: row.at === null ? null : new Date(row.at).toISOString(),
    contact: row.contactId === null ? null : { id: row.contactId, name: people.get(row.contactId) ?? null },
    conversationId: row.conversationId,
    fields: full ? row.fields : null,
  }))
}

type StepSum = AutomationStats['steps'][number]

const stepSums = (rows: Awaited<ReturnType<typeof log.sumSteps>>): StepSum[] => {
  const sums = new Map<string, StepSum>()
  for (const { node, state, outlet, count } of rows) {
    const sum = sums.get(node) ?? { node, reached: 0, failed: 0, skipped: 0, waiting: 0, outlets: {} }
    sum.reached += count
    if (state !== 'done') sum[state] += count
    if (outlet !== null) sum.outlets[outlet] = (sum.outlets[outlet] ?? 0) + count
    sums.set(node, sum)
  }
  return [...sums.values()]
}

/** What an automation did on its last days. Throws `not_found`. */
export const readStats = async (
  ctx: CompanyCtx,
  automationId: string,
  { days }: EndpointInput<typeof getAutomationStats>['query'],
): Promise<AutomationStats> => {
  found(await findAutomation(ctx, automationId))
  const since = new Date(ctx.now().getTime() - days * DAY)
  return {
    ...(await log.sumRuns(ctx, automationId, since)),
    refused: await log.sumRefusals(ctx, automationId, since),
    steps: stepSums(await log.sumSteps(ctx, automationId, since)),
    errors: await log.sumErrors(ctx, automationId, since),
    days: await log.sumDays(ctx, automationId, since),
  }
}
