import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { deleteOld } from './queries/retention.ts'
import { listSegmentCompanies } from './queries/segments.ts'
import { startDue, startScheduled } from './start/schedules.ts'
import { lookAtSegments } from './start/segments.ts'

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

const segmentsJob = defineJob({
  name: 'automation_runs.segments',
  queue: 'tasks',
  input: z.object({ companyId: z.uuid() }),
  retrySeconds: [30],
  timeoutSeconds: 600,
  run: (deps, { companyId }, { signal }) => lookAtSegments(deps, companyId, signal),
})

const allSegmentsJob = defineJob({
  name: 'automation_runs.all_segments',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [10],
  run: async (deps) => {
    const ctx = systemCtx(deps, 'automation_runs.all_segments')
    const companies = await listSegmentCompanies(ctx)
    await deps.jobs.enqueueAll(
      ctx.db,
      companies.map((companyId) => ({
        ...{ job: segmentsJob, input: { companyId } },
        options: { companyId, uniqueKey: `automation_runs.segments:${companyId}` },
      })),
    )
    if (companies.length > 0) deps.jobs.wake(segmentsJob.queue)
  },
})

export const runJobs = [scheduledJob, dueJob, segmentsJob, allSegmentsJob, forgetJob]

export const runSchedules: readonly ScheduleDefinition[] = [
  { name: 'automation_runs.due', cron: '* * * * *', job: dueJob },
  { name: 'automation_runs.segments', cron: '* * * * *', job: allSegmentsJob },
  { name: 'automation_runs.forget', cron: '41 * * * *', job: forgetJob },
]
