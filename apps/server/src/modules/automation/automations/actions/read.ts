import type { EndpointInput, EndpointResult } from '@recado/contracts'
import type * as contract from '@recado/contracts/automation/automations'
import type { CompanyCtx } from '#server/context.ts'
import { decodeCursor, encodeCursor, instantPlace } from '#server/lib/cursor.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import { readAllowance } from '../allowance.ts'
import { compareGraphs } from '../compare.ts'
import * as queries from '../queries/automations.ts'
import { showGraph } from '../secrets.ts'
import { detailOf, summariesOf } from '../view.ts'

type Query = EndpointInput<typeof contract.listAutomations>['query']

export const listAutomations = async (
  ctx: CompanyCtx,
  { cursor, limit, ...filters }: Query,
): Promise<EndpointResult<typeof contract.listAutomations>> => {
  const before = decodeCursor(instantPlace, cursor)
  const rows = await queries.listAutomationRows(ctx, filters, { before, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    data: await summariesOf(ctx, page),
    page: { next: last ? encodeCursor({ at: last.updatedAt, id: last.id }) : null, has_more: last !== undefined },
    folders: await queries.listFolders(ctx),
    allowance: await readAllowance(ctx),
  }
}

export const readAutomation = async (ctx: CompanyCtx, id: string): Promise<contract.AutomationDetail> =>
  detailOf(ctx, found(await queries.findAutomation(ctx, id)))

export const listVersions = async (ctx: CompanyCtx, id: string): Promise<contract.AutomationVersion[]> => {
  const { liveVersion } = found(await queries.findAutomation(ctx, id))
  const rows = await queries.listVersionRows(ctx, id)
  const running = await queries.countRunning(ctx, id)
  const people = await queries.findPeople(
    ctx,
    rows.map(({ authorId }) => authorId),
  )
  return rows.map(({ number, note, authorId, publishedAt }) => ({
    number,
    note,
    author: authorId === null ? null : (people.get(authorId) ?? null),
    publishedAt: publishedAt.toISOString(),
    live: number === liveVersion,
    running: running.get(number) ?? 0,
  }))
}

export const readVersion = async (ctx: CompanyCtx, id: string, number: number) => {
  const version = found((await listVersions(ctx, id)).find((one) => one.number === number) ?? null)
  const { graph } = found(await queries.findVersion(ctx, id, number))
  return { ...version, graph: showGraph(graph) }
}

/** What differs between two versions, or a version and the draft. Throws `not_found`. */
export const compareVersions = async (
  ctx: CompanyCtx,
  id: string,
  numbers: { from: number; to?: number | undefined },
) => {
  const row = found(await queries.findAutomation(ctx, id))
  const graphAt = async (number: number) => showGraph(found(await queries.findVersion(ctx, id, number)).graph)
  const after = numbers.to === undefined ? showGraph(row.draft) : await graphAt(numbers.to)
  return compareGraphs(await graphAt(numbers.from), after)
}
