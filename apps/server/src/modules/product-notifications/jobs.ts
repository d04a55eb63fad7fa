import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob } from '#server/jobs/define.ts'
import { blankQuotes, quoting } from './blank-quotes.ts'

/** Follows the removal of what was quoted, outside of the transaction that records it. */
export const blankQuotesJob = defineJob({
  name: 'product_notifications.blank_words',
  queue: 'standard',
  input: z.object({ name: z.enum(quoting), factId: z.string() }),
  retrySeconds: [5, 60, 600],
  run: (deps, { name, factId }) => blankQuotes(systemCtx(deps, 'product_notifications.blank_words'), name, factId),
})
