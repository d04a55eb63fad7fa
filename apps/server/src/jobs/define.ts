import type { z } from 'zod'
import type { Deps } from '#server/context.ts'

/** Queues are worked separately, so that slow work never holds back quick work. */
export const queueNames = ['standard', 'media', 'mail', 'tasks', 'maintenance'] as const
export type QueueName = (typeof queueNames)[number]

export type JobInfo = {
  id: string
  companyId: string
  attempt: number
  signal: AbortSignal
}

export type JobDefinition<I = unknown> = {
  /** `module.verb` */
  name: string
  queue: QueueName
  input: z.ZodType<I>
  /** Seconds to wait before each further attempt; its length is the number of retries. */
  retrySeconds: readonly number[]
  /** Seconds that one attempt may take before its lease passes on; default 60. */
  timeoutSeconds?: number
  run: (deps: Deps, input: I, info: JobInfo) => Promise<void>
  /** Tells whoever waits for it that it was set aside, because its process ended twice while it ran. */
  onSetAside?: (deps: Deps, input: I) => Promise<void>
}

/** A job of whatever input, as the registry lists them. */
export type AnyJobDefinition = Omit<JobDefinition, 'input' | 'run' | 'onSetAside'> & {
  input: z.ZodType
  run: (deps: Deps, input: never, info: JobInfo) => Promise<void>
  onSetAside?: (deps: Deps, input: never) => Promise<void>
}

/** Declares a job. `run` must be safe to run twice and should call one action. */
export const defineJob = <I>(definition: JobDefinition<I>): JobDefinition<I> => Object.freeze(definition)

/** Thrown by a job to end without further attempts, as errors do that another try cannot mend (`isHopeless`). */
export class JobFailed extends Error {
  override name = 'JobFailed'
}

/** Thrown by a job to be run again after `seconds`, without counting the attempt. */
export class JobPostponed extends Error {
  override name = 'JobPostponed'
  readonly seconds: number
  constructor(seconds: number) {
    super(`again in ${seconds} s`)
    this.seconds = seconds
  }
}

export type ScheduleDefinition = {
  name: string
  cron: string
  timezone?: string
  job: AnyJobDefinition
}
