import type { Deps } from '#server/context.ts'
import { findSubscribersByKeys } from '#server/notifications/audience/subscribers/queries.ts'
import { workflowVersion } from '#server/notifications/definitions/workflows/directory.ts'
import { environmentCtx, readSurroundings } from './prepare.ts'
import { findEventsById, findJobsOfRuns, findMessageIds, findRuns, type JobRow, type RunRow } from './queries/jobs.ts'
import type { RunState } from './world.ts'

const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))
const unique = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]

const statesOf = async (deps: Deps, environmentId: string, runs: readonly RunRow[]): Promise<RunState[]> => {
  const ctx = await environmentCtx(deps, environmentId)
  if (!ctx) return []
  const { pool } = deps.database
  const [events, jobs, people] = await Promise.all([
    findEventsById(pool, unique(runs.map(({ eventId }) => eventId))).then(byId),
    findJobsOfRuns(
      pool,
      runs.map(({ id }) => id),
    ),
    findSubscribersByKeys(ctx, unique(runs.flatMap(({ subscriberId, actorId }) => [subscriberId, actorId]))).then(byId),
  ])
  const jobsByRun = Map.groupBy(jobs, ({ runId }) => runId)
  const workflows = await Promise.all(runs.map((run) => workflowVersion(ctx, run.workflowId, run.workflowVersion)))
  const wants = runs.map((run, i) => ({ ...run, critical: workflows[i]?.critical ?? true }))
  const { tenants, preferencesOf } = await readSurroundings(ctx, wants)
  return runs.flatMap((run, i): RunState[] => {
    const event = events.get(run.eventId)
    const workflow = workflows[i]
    if (!event || !workflow) return []
    const subscriber = people.get(run.subscriberId) ?? null
    return [
      {
        ctx,
        event,
        run,
        workflow,
        jobs: jobsByRun.get(run.id) ?? [],
        subscriber,
        actor: run.actorId ? (people.get(run.actorId) ?? null) : null,
        tenant: run.tenantId ? (tenants.get(run.tenantId) ?? null) : null,
        preferences: preferencesOf(subscriber, run.workflowId, run.tenantId),
      },
    ]
  })
}

/** The runs that claimed jobs belong to, with what their steps look at, read in few statements. */
export const loadRuns = async (deps: Deps, jobs: readonly JobRow[]): Promise<Map<string, RunState>> => {
  const runs = await findRuns(deps.database.pool, unique(jobs.map(({ runId }) => runId)))
  const again = jobs.filter(({ attempts }) => attempts > 1).map(({ id }) => id)
  const messageIds = again.length > 0 ? await findMessageIds(deps.database.pool, again) : new Map<string, string>()
  const groups = Map.groupBy(runs, ({ environmentId }) => environmentId)
  const states = await Promise.all([...groups].map(([environmentId, own]) => statesOf(deps, environmentId, own)))
  return new Map(states.flat().map((state) => [state.run.id, { ...state, messageIds }]))
}
