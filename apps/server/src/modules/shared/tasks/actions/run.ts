import { Readable } from 'node:stream'
import { type Ctx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { JobFailed, type JobInfo } from '#server/jobs/define.ts'
import { newId } from '#server/lib/ids.ts'
import { insertFile } from '#server/modules/shared/files/index.ts'
import { emitTask } from '../change-events.ts'
import type { TaskDefinition, TaskResult } from '../define.ts'
import type { TaskJobInput } from '../job.ts'
import { changeTask, findAsker, findTask, reopenTask, type TaskRow } from '../queries.ts'
import { writesUnmasked } from './may-see-file.ts'

/** Largest file of a task, in bytes. */
const MOST_BYTES = 4 * 1024 ** 3
const REPORT_EVERY_MS = 1000

/** Thrown into a task that was cancelled. */
class Canceled extends Error {
  override name = 'Canceled'
}

const finish = async (deps: Deps, row: TaskRow, change: Partial<TaskRow>): Promise<void> => {
  await changeTask(deps.database, row.id, { ...change, finishedAt: deps.now() })
  emitTask(deps, row.userId, row.id)
}

const progressOf = (deps: Deps, row: TaskRow, signal: AbortSignal) => {
  let written = 0
  let begun = performance.now()
  let wroteTotal = row.total
  return {
    signal,
    report: async (progress: number, total?: number) => {
      signal.throwIfAborted()
      await deps.admission.pause(performance.now() - begun, signal)
      begun = performance.now()
      const now = performance.now()
      if (now - written < REPORT_EVERY_MS && (total === undefined || total === wroteTotal)) return
      written = now
      if (total !== undefined) wroteTotal = total
      const current = await changeTask(deps.database, row.id, { progress, total: wroteTotal })
      if (!current || current.cancelRequestedAt) throw new Canceled()
      emitTask(deps, row.userId, row.id)
    },
  }
}

const store = async (ctx: Ctx, row: TaskRow, { name, mime, source }: TaskResult): Promise<void> => {
  const unmasked = writesUnmasked(ctx, row.kind)
  const stored = await ctx.deps.files.put(source instanceof Readable ? source : Readable.from(source), MOST_BYTES)
  const fileId = newId()
  const finishedAt = ctx.now()
  await inTransaction(ctx, async (tx) => {
    const file = { ...stored, id: fileId, companyId: row.companyId, ownerKind: 'task', ownerId: row.id, name, mime }
    await insertFile(tx, file)
    const current = await changeTask(tx, row.id, { status: 'completed', fileId, unmasked, finishedAt })
    if (!current || current.cancelRequestedAt) throw new Canceled()
    const { id: taskId, userId, companyId } = row
    await emit(tx, 'task.finished', { taskId, userId, companyId, fileName: name })
  }).catch(async (error: unknown) => {
    await ctx.deps.files.remove(stored.path)
    throw error
  })
  emitTask(ctx, row.userId, row.id)
}

/** Actions of a task are recorded for the user who started it, including an impersonator. */
const ctxOf = async (deps: Deps, row: TaskRow, impersonatorId: string | null): Promise<Ctx | null> => {
  const asker = await findAsker(deps.database, row.userId, row.companyId)
  return asker && { ...systemCtx(deps, row.kind), ...asker, actor: { ...asker.actor, impersonatorId } }
}

/** Why a task ended that is run again when an admin of the platform has its job run again. */
const SET_ASIDE = 'set_aside'

/** Ends a task whose process did not survive it. */
export const setTaskAside = async (deps: Deps, taskId: string): Promise<void> => {
  const row = await findTask(deps.database, taskId)
  if (row) await finish(deps, row, { status: 'failed', error: SET_ASIDE })
}

type Attempt = Pick<JobInfo, 'signal'> & { isLast: boolean }

/** Runs a task until its end; what a person stopped, or what can never succeed, is not tried again. */
export const runTask = async <I>(
  deps: Deps,
  definition: TaskDefinition<I>,
  { taskId, impersonatorId }: TaskJobInput,
  { signal, isLast }: Attempt,
): Promise<void> => {
  const row = (await reopenTask(deps.database, taskId, SET_ASIDE)) ?? (await findTask(deps.database, taskId))
  if (!row || row.finishedAt) return
  if (row.cancelRequestedAt) return finish(deps, row, { status: 'canceled' })
  const ctx = await ctxOf(deps, row, impersonatorId)
  if (!ctx) return finish(deps, row, { status: 'failed', error: 'forbidden' })
  await changeTask(deps.database, row.id, { status: 'running', progress: 0 })
  emitTask(deps, row.userId, row.id)
  try {
    const result = await definition.run(ctx, definition.input.parse(row.input), progressOf(deps, row, signal))
    await store(ctx, row, result)
  } catch (error) {
    if (error instanceof Canceled) return finish(deps, row, { status: 'canceled' })
    if (error instanceof AppError) return finish(deps, row, { status: 'failed', error: error.code })
    if (isLast) await finish(deps, row, { status: 'failed', error: 'internal' })
    throw isLast ? new JobFailed('the task failed', { cause: error }) : error
  }
}
