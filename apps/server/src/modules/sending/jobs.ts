import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { defineJob, JobFailed } from '#server/jobs/define.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { carryReaction } from './actions/carry-reaction.ts'
import { markReadAtMeta } from './actions/mark-read.ts'

/** Only what may pass by itself is worth another try. */
const orFail = (error: unknown): never => {
  const final = error instanceof GraphError ? error.rule.policy !== 'retry' : error instanceof AppError
  if (final && error instanceof Error) throw new JobFailed(error.message)
  throw error
}

export const markReadJob = defineJob({
  name: 'sending.mark_read',
  queue: 'standard',
  input: z.object({ companyId: z.uuid(), channelId: z.uuid(), messageId: z.uuid(), wamid: z.string() }),
  retrySeconds: [5, 60],
  run: async (deps, input) => {
    await markReadAtMeta(systemCtx(deps, 'sending.mark_read'), input).catch(orFail)
  },
})

export const reactJob = defineJob({
  name: 'sending.react',
  queue: 'standard',
  input: z.object({
    companyId: z.uuid(),
    channelId: z.uuid(),
    conversationId: z.uuid(),
    messageId: z.uuid(),
    targetWamid: z.string(),
    to: z.string(),
  }),
  retrySeconds: [5, 30, 120],
  run: async (deps, input, { attempt }) => {
    await carryReaction(systemCtx(deps, 'sending.react'), input, attempt > 3).catch(orFail)
  },
})

export const sendingJobs = [markReadJob, reactJob]
