import { latencyBounds } from '@recado/contracts/integrations/api-usage'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { addHours, type HourRow, insertRequests, type RequestRow } from './queries/record.ts'

/** Calls are written down so often, away from those who make them: what a process that is killed has not, is lost. */
const EVERY_MS = 1000
/** Single calls that wait to be written; beyond them calls are only counted. */
const MOST_WAITING = 5000

const bucketOf = (ms: number): number => {
  const found = latencyBounds.findIndex((bound) => ms <= bound)
  return found < 0 ? latencyBounds.length : found
}

/** Counts of the hours since they were last written, by everything that they are counted by. */
const addTo = (hours: Map<string, HourRow>, row: RequestRow): void => {
  const hour = new Date(row.at)
  hour.setUTCMinutes(0, 0, 0)
  const { companyId, keyId, method, route, status, ms } = row
  const key = `${companyId} ${hour.getTime()} ${keyId} ${method} ${route} ${status}`
  const known = hours.get(key)
  const counted = known ?? {
    ...{ companyId, hour, keyId, method, route, status, calls: 0 },
    latencies: Array.from({ length: latencyBounds.length + 1 }, () => 0),
  }
  counted.calls += 1
  const bucket = bucketOf(ms)
  counted.latencies[bucket] = (counted.latencies[bucket] ?? 0) + 1
  if (!known) hours.set(key, counted)
}

const createBook = (deps: Deps) => {
  const { pool } = deps.database
  let rows: RequestRow[] = []
  let hours = new Map<string, HourRow>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = async (): Promise<void> => {
    const [requests, counts] = [rows, [...hours.values()]]
    rows = []
    hours = new Map()
    try {
      await insertRequests(pool, requests)
      await addHours(pool, counts)
    } catch (error) {
      deps.log.error({ err: error, requests: requests.length }, 'calls of programs could not be written down')
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(() => (hours.size > 0 ? write() : undefined))
    return writing
  }
  return {
    add: (row: Omit<RequestRow, 'id'>) => {
      const full = { ...row, id: newId() }
      if (rows.length < MOST_WAITING) rows.push(full)
      addTo(hours, full)
      timer ??= setTimeout(() => void flush(), EVERY_MS)
    },
    flush,
  }
}

const bookOf = perDeps(createBook)

/** Writes down what waits to be; for those who read it at once. */
export const flushRequests = (deps: Deps): Promise<void> => bookOf(deps).flush()

/** Has each call of a key written down once it is answered. */
export const recordRequests = (app: FastifyInstance): void => {
  const { deps } = app
  app.addHook('onResponse', (request, reply, done) => {
    const { caller } = request
    if (caller)
      bookOf(deps).add({
        ...{ companyId: caller.ownerId, keyId: caller.keyId, method: request.method, at: deps.now() },
        ...{ route: request.routeOptions.url ?? '', path: (request.url.split('?')[0] ?? '').slice(0, 300) },
        ...{ status: reply.statusCode, code: request.problem, ms: Math.round(reply.elapsedTime) },
        ...{ address: request.ip, requestId: request.id },
      })
    done()
  })
  app.addHook('onClose', () => flushRequests(deps))
}
