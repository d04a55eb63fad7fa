import type { Deps } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { disableFailing, disableGone } from '../actions/disable.ts'
import {
  type DueDelivery,
  type EndpointNews,
  noteEndpoints,
  type SettledDelivery,
  settleDeliveries,
} from '../queries/sending.ts'
import type { Attempt } from './attempt.ts'
import { restAsked, restOf, retryAfter } from './schedule.ts'

const MOST_PER_COMMIT = 250
const COMMIT_EVERY_MS = 10
/** Browsers are told of one endpoint so often at most. */
const TOLD_EVERY_MS = 2000

export type Outcome = { delivery: DueDelivery; attempt: Attempt }

export const isSuccess = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300
const GONE = 410

const settledOf = ({ delivery, attempt }: Outcome, now: Date): SettledDelivery => {
  const own = {
    ...{ endpoint_id: delivery.endpointId, event_id: delivery.eventId, before: delivery.tries },
    ...{ tries: delivery.tries + 1, attempt, status: attempt.status, error: attempt.error, ms: attempt.durationMs },
  }
  if (isSuccess(attempt)) return { ...own, state: 'delivered', next_at: null, delivered_at: now }
  const seconds = attempt.status === GONE ? null : retryAfter(own.tries)
  if (seconds === null) return { ...own, state: 'failed', next_at: null, delivered_at: null }
  const asked = restAsked(attempt.status, attempt.headers['retry-after'], now) ?? 0
  const next = new Date(now.getTime() + 1000 * Math.max(seconds, asked))
  return { ...own, state: 'waiting', next_at: next, delivered_at: null }
}

/** One line for each endpoint: an attempt that succeeded says more than those that failed beside it. */
const newsOf = (outcomes: readonly Outcome[], now: Date): EndpointNews[] =>
  [...Map.groupBy(outcomes, ({ delivery }) => delivery.endpointId)].map(([id, own]) => {
    const rests = own.flatMap(({ attempt }) => restAsked(attempt.status, attempt.headers['retry-after'], now) ?? [])
    const succeeded = own.some(({ attempt }) => isSuccess(attempt))
    const rest = rests.length > 0 ? new Date(now.getTime() + 1000 * restOf(Math.max(...rests))) : null
    return { id, succeeded, rest_until: succeeded ? null : rest }
  })

/** Writes down what became of attempts, many with one statement. */
export const createSettler = (
  deps: Deps,
): { settle: (outcome: Outcome) => Promise<void>; idle: () => Promise<void> } => {
  const told = new Map<string, number>()

  const tellBrowsers = (outcomes: readonly Outcome[], now: number) => {
    for (const { endpointId, companyId } of new Map(
      outcomes.map(({ delivery }) => [delivery.endpointId, delivery]),
    ).values()) {
      if (now - (told.get(endpointId) ?? Number.NEGATIVE_INFINITY) < TOLD_EVERY_MS) continue
      told.set(endpointId, now)
      emitChange(deps, 'webhook_endpoint.updated', { companyId, ids: [endpointId] })
    }
    if (told.size > 10_000) told.clear()
  }

  const run = async (outcomes: Outcome[]): Promise<undefined[]> => {
    const { pool } = deps.database
    const now = deps.now()
    const failing = await noteEndpoints(pool, newsOf(outcomes, now), now)
    await settleDeliveries(
      pool,
      outcomes.map((outcome) => settledOf(outcome, now)),
    )
    const gone = outcomes.filter(({ attempt }) => attempt.status === GONE)
    for (const { endpointId, companyId } of gone.map(({ delivery }) => delivery))
      await disableGone(deps, companyId, endpointId)
    await disableFailing(deps, failing)
    tellBrowsers(outcomes, performance.now())
    return outcomes.map(() => undefined)
  }
  const batcher = createBatcher<Outcome, undefined>({
    ...{ max: MOST_PER_COMMIT, everyMs: COMMIT_EVERY_MS, run },
    alone: (error) => !isTransient(error),
  })
  return { settle: async (outcome) => void (await batcher.add(outcome)), idle: batcher.idle }
}
