import { z } from 'zod'
import { defineJob } from '#server/jobs/define.ts'
import { releaseByItself } from './actions/release.ts'

/** Lets go what is held in a conversation and whose time is over. */
export const releaseJob = defineJob({
  name: 'chat_changes.release',
  queue: 'standard',
  input: z.object({ companyId: z.uuid(), conversationId: z.uuid() }),
  retrySeconds: [1, 5, 30],
  run: (deps, input) => releaseByItself(deps, input),
})
