import { z } from 'zod'
import { inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { takeDueTasks } from './queries.due.ts'

/** Reminds people of tasks that they wrote down and that have come due. */
export const remindOfTasksJob = defineJob({
  name: 'contact_notes.remind',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) =>
    inTransaction(systemCtx(deps, 'contact_notes.remind'), async (tx) => {
      for (const task of await takeDueTasks(tx)) await emit(tx, 'contact_task.due', task)
    }),
})

export const noteSchedules: readonly ScheduleDefinition[] = [
  { name: 'contact_notes.remind', cron: '*/5 * * * *', job: remindOfTasksJob },
]
