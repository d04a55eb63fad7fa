import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { automationCauses } from './automation.ts'
import { runAutomation } from './run.ts'
import { findWindowsThatClose, resolveSilent } from './sweeps.ts'

/** Does what follows from recorded messages. */
export const automationJob = defineJob({
  name: 'conversation_automations.run',
  queue: 'standard',
  input: z.object({
    companyId: z.uuid(),
    conversationId: z.uuid(),
    cause: z.enum(automationCauses),
    messageId: z.uuid().optional(),
  }),
  retrySeconds: [2, 30, 300],
  run: (deps, input) => runAutomation(deps, input),
})

const windowsJob = defineJob({
  name: 'conversation_automations.closing_windows',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [5, 30],
  run: (deps) => findWindowsThatClose(deps),
})

const silentJob = defineJob({
  name: 'conversation_automations.silent',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  timeoutSeconds: 600,
  run: (deps) => resolveSilent(deps),
})

export const automationJobs = [automationJob, windowsJob, silentJob]
export const automationSchedules: readonly ScheduleDefinition[] = [
  { name: 'conversation_automations.closing_windows', cron: '*/5 * * * *', job: windowsJob },
  { name: 'conversation_automations.silent', cron: '23 * * * *', job: silentJob },
]
