import { taskFileDays } from '@recado/contracts/shared/tasks'
import { z } from 'zod'
import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { dropFile } from '#server/modules/shared/files/index.ts'
import { deleteTasks, takeOldFiles } from './queries.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 90
const AT_ONCE = 100

const forgetFiles = async (deps: Deps): Promise<void> => {
  const ctx = systemCtx(deps, 'tasks.forget')
  const before = new Date(deps.now().getTime() - taskFileDays * DAY_MS)
  for (;;) {
    const paths = await inTransaction(ctx, async (tx) => {
      const ids = await takeOldFiles(tx, before, AT_ONCE)
      const dropped: string[] = []
      for (const id of ids) dropped.push(...((await dropFile(tx, id).then((path) => path && [path])) ?? []))
      return dropped
    })
    for (const path of paths) await deps.files.remove(path)
    if (paths.length < AT_ONCE) return
  }
}

const forgetTasks = defineJob({
  name: 'tasks.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: async (deps) => {
    await forgetFiles(deps)
    await deleteTasks(deps.database, new Date(deps.now().getTime() - KEPT_DAYS * DAY_MS))
  },
})

export const taskJobs = [forgetTasks]
export const taskSchedules: readonly ScheduleDefinition[] = [
  { name: 'tasks.forget', cron: '41 3 * * *', job: forgetTasks },
]
