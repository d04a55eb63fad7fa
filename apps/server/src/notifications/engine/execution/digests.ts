import type { PoolClient } from 'pg'
import { inSqlTransaction } from '#server/db/sql-transaction.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { detail } from '../activity/details.ts'
import type { Outcome } from './outcome.ts'
import * as queries from './queries/digests.ts'
import type { JobRow } from './queries/jobs.ts'
import type { RunState } from './world.ts'

/** Events whose payloads the templates may see, and how large they may be together; all of them are counted. */
const MAX_EVENTS = 1000
const MAX_BYTES = 8 * 1024 * 1024

type Asked = Extract<Outcome, { kind: 'digest' }>
type Decision = Extract<Outcome, { kind: 'done' | 'wait' }> | 'merged' | 'lost'

/**
 * Decides what becomes of a job that reached a digest: it joins the open window of its scope, opens one, or, with
 * back-off and no earlier event, passes through. `lost`: another process has the job now.
 */
export const decideDigest = (state: RunState, job: JobRow, asked: Asked): Promise<Decision> => {
  const { deps } = state.ctx
  const now = state.ctx.now()
  return inSqlTransaction(deps.database.pool, async (client): Promise<Decision> => {
    await queries.lockScope(client, asked.scope)
    if (!(await queries.holdJob(client, deps.processId, job))) return 'lost'
    const head = await queries.lockHead(client, asked.scope)
    if (head) {
      const merged = detail('digest_merged', now, { raw: JSON.stringify({ head }) })
      await queries.mergeInto(client, job, { head, scope: asked.scope, detail: merged, now })
      return 'merged'
    }
    return openWindow(client, state, job, asked)
  })
}

const openWindow = async (client: PoolClient, state: RunState, job: JobRow, asked: Asked): Promise<Decision> => {
  const now = state.ctx.now()
  const { scope, digest, windowEnd, backoffSince } = asked
  const through = backoffSince && !(await queries.hasEarlier(client, scope, backoffSince, job.id))
  const details = through
    ? [detail('digest_skipped', now)]
    : [detail('step_digested', now, { raw: JSON.stringify({ until: windowEnd.toISOString() }) })]
  await queries.recordDigest(client, job.id, { scope, digest: through ? null : digest, runAt: windowEnd, details, now })
  return through
    ? { kind: 'done', status: 'skipped', details }
    : { kind: 'wait', status: 'delayed', runAt: windowEnd, details, digest, digestScope: scope }
}

/** The window has ended: what it gathered. */
export const finishDigest = async (state: RunState, job: JobRow): Promise<Outcome> => {
  const { pool } = state.ctx.deps.database
  const merged = await queries.findMergedPayloads(pool, job.id, { limit: MAX_EVENTS - 1, bytes: MAX_BYTES })
  const events = [state.event.payload, ...merged.payloads]
  const total = 1 + merged.total
  const raw = JSON.stringify({ events: total })
  return {
    kind: 'done',
    status: 'completed',
    details: [detail('digest_triggered', state.ctx.now(), { raw })],
    digest: { ...job.digest, events, total },
  }
}

/**
 * Cancels what waits of a transaction. When it was the head of a digest, the oldest event that had joined takes over.
 * False when nothing of it waits for a delay or a digest.
 */
export const cancelTransaction = (ctx: EnvironmentCtx, transactionId: string): Promise<boolean> => {
  const now = ctx.now()
  return inSqlTransaction(ctx.deps.database.pool, async (client) => {
    const jobs = await queries.lockTransactionJobs(client, ctx.environment.id, transactionId)
    if (!jobs.some(({ status }) => status === 'delayed' || status === 'merged')) return false
    await queries.cancelJobs(
      client,
      jobs.map(({ id }) => id),
      detail('canceled', now),
      now,
    )
    for (const job of jobs) {
      if (job.status === 'delayed' && job.digestScope) {
        await queries.promoteFollower(client, job, detail('digest_promoted', now), now)
      }
    }
    return true
  })
}
