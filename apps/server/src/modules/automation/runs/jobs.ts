import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { deleteOld } from './queries/retention.ts'
import { startDue, startScheduled } from './start/schedules.ts'

/** Starts a scheduled automation at one of its times. */
export const scheduledJob = defineJob({
  name: 'automation_runs.scheduled',
  queue: 'tasks',
  input: z.object({ companyId: z.uuid(), automationId: z.uuid(), at: z.coerce.date() }),
  retrySeconds: [10, 60, 600],
  timeoutSeconds: 600,
  run: (deps, input) => startScheduled(deps, input),
})

const dueJob = defineJob({
  name: 'automation_runs.due',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [5, 20],
  run: (deps) => startDue(deps, scheduledJob),
})

const forgetJob = defineJob({
  name: 'automation_runs.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60, 600],
  timeoutSeconds: 600,
  run: async (deps, _input, { signal }) => {
    const ctx = systemCtx(deps, 'automation_runs.forget')
    while (!signal.aborted && (await deleteOld(ctx)) > 0);
  },
})

export const runJobs = [scheduledJob, dueJob, forgetJob]

export const runSchedules: readonly ScheduleDefinition[] = [
  { name: 'automation_runs.due', cron: '* * * * *', job: dueJob },
  { name: 'automation_runs.forget', cron: '41 * * * *', job: forgetJob },
]
