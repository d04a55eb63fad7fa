import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { changeUsers } from './bulk.ts'
import { checkTask, forgetImports, runTask } from './imports/run.ts'

const forgetImportsJob = defineJob({
  name: 'platform_admin.forget_imports',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => forgetImports(systemCtx(deps, 'platform_admin.forget_imports')),
})

export const adminUserJobs = [forgetImportsJob, changeUsers.job, checkTask.job, runTask.job]

export const adminUserSchedules: readonly ScheduleDefinition[] = [
  { name: 'platform_admin.forget_imports', cron: '12 4 * * *', job: forgetImportsJob },
]
