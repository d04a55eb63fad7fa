import type { TaskKind } from '@recado/contracts/shared/tasks'
import type { z } from 'zod'
import type { Ctx, UserCtx } from '#server/context.ts'
import { defineJob } from '#server/jobs/define.ts'
import { runTask, setTaskAside } from './actions/run.ts'
import { startTask } from './actions/start.ts'
import { type TaskJob, taskJobInput } from './job.ts'

export type TaskResult = { name: string; mime: string; source: NodeJS.ReadableStream }

/** What a task tells while it runs. */
export type TaskProgress = {
  /** Reports progress; throws if the task was cancelled. Cheap enough for every chunk. */
  report: (progress: number, total?: number) => Promise<void>
  signal: AbortSignal
}

export type TaskDefinition<I> = {
  kind: TaskKind
  input: z.ZodType<I>
  /** Does the work with the rights that the person has now, and answers the file it made. Safe to run again from its start. */
  run: (ctx: Ctx, input: I, progress: TaskProgress) => Promise<TaskResult>
}

export type Task<I> = {
  job: TaskJob
  /** Writes the task and its job, in the caller's transaction when there is one; answers its id. */
  start: (ctx: UserCtx, input: I) => Promise<string>
}

const MINUTE = 60

/** Declares a kind of background task. Its job belongs into the registry. */
export const defineTask = <I>(definition: TaskDefinition<I>): Task<I> => {
  const job = defineJob({
    name: definition.kind,
    queue: 'tasks',
    input: taskJobInput,
    retrySeconds: [10, MINUTE],
    timeoutSeconds: 10 * MINUTE,
    run: (deps, input, { signal, attempt }) => runTask(deps, definition, input, { signal, isLast: attempt > 2 }),
    onSetAside: (deps, { taskId }) => setTaskAside(deps, taskId),
  })
  return { job, start: (ctx, input) => startTask(ctx, job, definition.input.parse(input)) }
}
