import type { EndpointInput, EndpointResult } from '@recado/contracts'
import {
  type ApiFigures,
  type ApiRequest,
  type ApiUsage,
  apiUsageDays,
  type getApiUsage,
  latencyBounds,
  type listApiRequests,
} from '@recado/contracts/integrations/api-usage'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { callsPerMinute } from '#server/http/key-caller.ts'
import { decodeCursor, encodeCursor, instantPlace } from '#server/lib/cursor.ts'
import { pageFrom } from '#server/lib/page.ts'
import { readLogSummary } from '#server/modules/inbox/message-log/index.ts'
import { type Cell, findKeys, findPlan, listRequests, sumUsage } from './queries/read.ts'
import { flushRequests } from './record.ts'

const DAY = 86_400_000
const USUAL_DAYS = 7
const MOST_DAYS = 31
const MOST_LINES = 100
const QUANTILE = 0.95

/** Whose calls are read: a test key reads those of the company that has it. */
const ownerOf = ({ actor, company }: CompanyCtx): string => (actor.kind === 'key' ? actor.ownerId : company.id)

/** The bound below which a share of the calls falls; those beyond the last bound are said to take that long. */
const p95Of = (latencies: readonly number[]): number | null => {
  const all = latencies.reduce((sum, n) => sum + n, 0)
  if (all === 0) return null
  let passed = 0
  const place = latencies.findIndex((n) => {
    passed += n
    return passed >= all * QUANTILE
  })
  return latencyBounds[place] ?? latencyBounds.at(-1) ?? null
}

const figuresOf = (cells: readonly Cell[]): ApiFigures => {
  const sum = (isOf: (status: number) => boolean) =>
    cells.reduce((total, { status, calls }) => total + (isOf(status) ? calls : 0), 0)
  const latencies = Array.from({ length: latencyBounds.length + 1 }, (_, place) =>
    cells.reduce((total, cell) => total + (cell.latencies[place] ?? 0), 0),
  )
  return {
    calls: sum(() => true),
    refused: sum((status) => status >= 400 && status < 500 && status !== 429),
    limited: sum((status) => status === 429),
    failed: sum((status) => status >= 500),
    p95: p95Of(latencies),
  }
}

const grouped = <V>(cells: readonly Cell[], keyOf: (cell: Cell) => string, view: (cells: Cell[]) => V): V[] =>
  [...Map.groupBy(cells, keyOf).values()]
    .toSorted((one, other) => figuresOf(other).calls - figuresOf(one).calls)
    .slice(0, MOST_LINES)
    .map(view)

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const refuse = (path: string, message: string) =>
  new AppError('validation_failed', { errors: [{ path, code: 'invalid', message }] })

const periodOf = (now: Date, { from, to }: { from?: string | undefined; to?: string | undefined }) => {
  const last = to ?? dayOf(now)
  const first = from ?? dayOf(new Date(Date.parse(last) - (USUAL_DAYS - 1) * DAY))
  const days = (Date.parse(last) - Date.parse(first)) / DAY + 1
  if (days < 1) throw refuse('to', 'Before the first day')
  if (days > MOST_DAYS) throw refuse('from', `At most ${MOST_DAYS} days`)
  if (Date.parse(first) < now.getTime() - (apiUsageDays + 1) * DAY)
    throw refuse('from', `At most ${apiUsageDays} days ago`)
  return {
    from: first,
    to: last,
    days: Array.from({ length: days }, (_, n) => dayOf(new Date(Date.parse(first) + n * DAY))),
  }
}

/** Calls of the company's programs, the messages they sent, and what each key may do. Throws `validation_failed`. */
export const readUsage = async (
  ctx: CompanyCtx,
  { keyId, ...asked }: EndpointInput<typeof getApiUsage>['query'],
): Promise<ApiUsage> => {
  const ownerId = ownerOf(ctx)
  const { from, to, days } = periodOf(ctx.now(), asked)
  await flushRequests(ctx.deps)
  const cells = await sumUsage(ctx, ownerId, { from, to, keyId })
  const keys = await findKeys(ctx, ownerId)
  const plan = await findPlan(ctx, ownerId)
  const { total, capped, byStatus } = await readLogSummary(ctx, { origin: ['api'], from, to })
  return {
    ...{ from, to, total: figuresOf(cells) },
    days: days.map((day) => ({ day, ...figuresOf(cells.filter((cell) => cell.day === day)) })),
    keys: grouped(
      cells,
      ({ keyId: id }) => id,
      (own) => {
        const id = own[0]?.keyId ?? ''
        const key = keys.get(id)
        return { key: { id, name: key?.name ?? null, mode: key?.mode ?? null }, ...figuresOf(own) }
      },
    ),
    routes: grouped(
      cells,
      ({ method, route }) => `${method} ${route}`,
      (own) => ({
        ...{ method: own[0]?.method ?? '', route: own[0]?.route ?? '' },
        ...figuresOf(own),
      }),
    ),
    statuses: [...Map.groupBy(cells, ({ status }) => status)]
      .map(([status, own]) => ({ status, calls: figuresOf(own).calls }))
      .toSorted((one, other) => one.status - other.status),
    messages: { total, capped, byStatus },
    quota: { plan, perMinute: callsPerMinute(ctx.deps.config, plan) },
  }
}

const viewOf = ({ request, name, mode }: Awaited<ReturnType<typeof listRequests>>[number]): ApiRequest => {
  const { id, apiKeyId, method, route, path, status, code, ms, address, requestId, createdAt } = request
  const key = { id: apiKeyId, name, mode }
  return { id, key, method, route, path, status, code, ms, address, requestId, at: createdAt.toISOString() }
}

/** Single calls of the company's programs, the newest first. */
export const readRequests = async (
  ctx: CompanyCtx,
  { keyId, outcome, search, cursor, limit }: EndpointInput<typeof listApiRequests>['query'],
): Promise<EndpointResult<typeof listApiRequests>> => {
  await flushRequests(ctx.deps)
  const asked = { keyId, outcome, search, after: decodeCursor(instantPlace, cursor), limit: limit + 1 }
  const rows = await listRequests(ctx, ownerOf(ctx), asked)
  return pageFrom(rows, limit, viewOf, ({ request }) => encodeCursor({ at: request.createdAt, id: request.id }))
}
