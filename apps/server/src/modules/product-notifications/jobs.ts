import { z } from 'zod'
import { defineJob } from '#server/jobs/define.ts'
import { quoting, takeBackWords } from './take-back.ts'

/** Follows the removal of what was quoted, outside of the transaction that notes it. */
export const takeBackJob = defineJob({
  name: 'product_events.take_back',
  queue: 'standard',
  input: z.object({ name: z.enum(quoting), factId: z.string() }),
  retrySeconds: [5, 60, 600],
  run: (deps, { name, factId }) => takeBackWords(deps, name, factId),
})
