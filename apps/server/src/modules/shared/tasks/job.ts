import { z } from 'zod'
import type { JobDefinition } from '#server/jobs/define.ts'

/** The input of a task's job; `impersonatorId` is set if an impersonator started it. */
export const taskJobInput = z.object({ taskId: z.uuid(), impersonatorId: z.uuid().nullable().default(null) })
export type TaskJobInput = z.output<typeof taskJobInput>
export type TaskJob = JobDefinition<TaskJobInput>
