import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { fetchMedia, giveUpMedia } from '#server/modules/inbox/messages/actions/fetch-media.ts'
import { sweepParked } from '#server/modules/inbox/recording/actions/sweep-parked.ts'
import { wakeSnoozed } from '#server/modules/inbox/commands/actions/wake.ts'

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

const sweepParkedJob = defineJob({
  name: 'statuses.sweep_parked',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  run: (deps) => sweepParked(deps),
})

const wakeJob = defineJob({
  name: 'conversations.wake',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  run: (deps) => wakeSnoozed(deps),
})

export const conversationJobs = [fetchMediaJob, sweepParkedJob, wakeJob]

export const conversationSchedules: readonly ScheduleDefinition[] = [
  { name: 'statuses.parked', cron: '* * * * *', job: sweepParkedJob },
  { name: 'conversations.wake', cron: '*/30 * * * * *', job: wakeJob },
]
