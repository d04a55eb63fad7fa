import { z } from 'zod'
import type { JobDefinition } from '#server/jobs/define.ts'

/** What the job of a task is told; `impersonatorId` is who asked for it as somebody else. */
export const taskJobInput = z.object({ taskId: z.uuid(), impersonatorId: z.uuid().nullable().default(null) })
export type TaskJobInput = z.output<typeof taskJobInput>
export type TaskJob = JobDefinition<TaskJobInput>
