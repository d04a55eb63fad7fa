import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { publishReceived } from '#server/notifications/shared/inbox-changes.ts'
import { writeLogs } from '../activity/logs.ts'
import type { Progress } from './advance-run.ts'
import type { RunState } from './world.ts'

export type AdvancedRun = { state: RunState; progress: Progress }

/** Tells what was recorded about runs of one environment: inboxes, whoever works on jobs, and the log. */
export const publishProgress = async (ctx: EnvironmentCtx, runs: readonly AdvancedRun[]): Promise<void> => {
  const messages = runs.flatMap(({ progress }) => progress.messages)
  publishReceived(
    ctx.deps,
    messages.filter(({ channel }) => channel === 'in_app'),
  )
  if (runs.some(({ progress }) => progress.jobs.some(({ status }) => status === 'queued')))
    ctx.deps.notifications.wakeJobs()
  const logs = runs.flatMap(({ state: { event, run, workflow }, progress }) =>
    progress.logs.map((log) => ({
      ...log,
      transactionId: event.transactionId,
      workflowId: workflow.id,
      subscriberId: run.subscriberId,
    })),
  )
  if (logs.length > 0) await writeLogs(ctx, logs)
}
