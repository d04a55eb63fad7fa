import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob } from '#server/jobs/define.ts'
import { carryReaction } from './actions/carry-reaction.ts'
import { markReadAtMeta } from './actions/mark-read.ts'

export const markReadJob = defineJob({
  name: 'sending.mark_read',
  queue: 'standard',
  input: z.object({ companyId: z.uuid(), channelId: z.uuid(), messageId: z.uuid(), wamid: z.string() }),
  retrySeconds: [5, 60],
  run: (deps, input) => markReadAtMeta(systemCtx(deps, 'sending.mark_read'), input),
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
  run: (deps, input, { attempt }) => carryReaction(systemCtx(deps, 'sending.react'), input, attempt > 3),
})

export const composingJobs = [markReadJob, reactJob]
