import { inTransaction, type UserCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { spendQuota } from '#server/modules/shared/quotas/index.ts'
import { emitTask } from '../change-events.ts'
import type { TaskJob } from '../job.ts'
import { insertTask } from '../queries.ts'

const quotaOf = (kind: string) => {
  if (kind === 'company.export') return 'archives'
  if (kind === 'account.export') return 'accountArchives'
  if (kind === 'conversation.export') return 'transcripts'
  return kind.endsWith('.export') ? 'exports' : null
}

/** Writes a task and the job that does it; answers the task's id. Throws `quota_exceeded`. */
export const startTask = (ctx: UserCtx, job: TaskJob, input: unknown): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    const quota = quotaOf(job.name)
    if (quota) await spendQuota(tx, quota)
    const id = newId()
    const companyId = tx.company?.id ?? null
    const { userId, impersonatorId } = tx.actor
    await insertTask(tx, { id, companyId, userId, kind: job.name, input: input as Record<string, unknown> })
    await tx.deps.jobs.enqueue(tx.db, job, { taskId: id, impersonatorId }, companyId === null ? {} : { companyId })
    tx.afterCommit(() => tx.deps.jobs.wake('tasks'))
    emitTask(tx, userId, id)
    return id
  })
