import { z } from 'zod'
import { defineJob } from '#server/jobs/define.ts'
import { fetchMedia, giveUpMedia } from './actions/fetch-media.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

// About a day in all; ids of media are good for seven.
const fetchRetries = [5, 30, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 8 * HOUR, 12 * HOUR]

export const fetchMediaJob = defineJob({
  name: 'media.fetch',
  queue: 'media',
  input: z.object({ companyId: z.uuid(), messageId: z.uuid() }),
  retrySeconds: fetchRetries,
  timeoutSeconds: 180,
  run: (deps, input, info) => fetchMedia(deps, input, info.attempt > fetchRetries.length),
  onSetAside: (deps, input) => giveUpMedia(deps, input),
})

export const messageJobs = [fetchMediaJob]
