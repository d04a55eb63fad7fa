import { z } from 'zod'
import { type Ctx, inTransaction, systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { removeFile } from '#server/modules/shared/files/index.ts'
import { deleteOldImports, forgetRows, listStale } from './queries.ts'

const DAY_MS = 86_400_000
/** A day longer than an undo is offered. */
const FILE_DAYS = 8
const KEPT_DAYS = 396
const AT_ONCE = 50

const forgetStale = async (ctx: Ctx): Promise<void> => {
  const before = new Date(ctx.now().getTime() - FILE_DAYS * DAY_MS)
  for (let some = await listStale(ctx, before, AT_ONCE); some.length > 0; some = await listStale(ctx, before, AT_ONCE))
    await inTransaction(ctx, async (tx) => {
      for (const { fileId, rowsFileId } of some)
        for (const id of [fileId, rowsFileId]) if (id !== null) await removeFile(tx, id)
      await forgetRows(
        tx,
        some.map(({ id }) => id),
      )
    })
  await deleteOldImports(ctx, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS))
}

const forgetImports = defineJob({
  name: 'imports.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => forgetStale(systemCtx(deps, 'imports.forget')),
})

export const importJobs = [forgetImports]
export const importSchedules: readonly ScheduleDefinition[] = [
  { name: 'imports.forget', cron: '53 3 * * *', job: forgetImports },
]
