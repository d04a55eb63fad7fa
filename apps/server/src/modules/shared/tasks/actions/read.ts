import { type Task, type TaskKind, taskFileDays, taskKinds, taskStatuses } from '@recado/contracts/shared/tasks'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fileUrl } from '#server/modules/shared/files/index.ts'
import { emitTask } from '../change-events.ts'
import { mayHaveFile } from '../policy.ts'
import { changeTask, findTasks } from '../queries.ts'
import { maySeeFile } from './may-see-file.ts'

const DAY_MS = 86_400_000

const sinceOf = (ctx: UserCtx) => new Date(ctx.now().getTime() - taskFileDays * DAY_MS)

type Shown = Awaited<ReturnType<typeof findTasks>>[number]

const fileOf = (ctx: UserCtx, { task, fileName, fileSize }: Shown, kind: TaskKind) =>
  task.fileId === null || fileName === null || fileSize === null || !mayHaveFile(ctx, kind) || !maySeeFile(ctx, kind)
    ? null
    : { name: fileName, size: fileSize, url: fileUrl(ctx.deps, task.fileId) }

const viewOf = (ctx: UserCtx, shown: Shown): Task[] => {
  const { task } = shown
  const kind = taskKinds.find((known): known is TaskKind => known === task.kind)
  if (!kind) return []
  return [
    {
      id: task.id,
      kind,
      status: taskStatuses.find((status) => status === task.status) ?? 'queued',
      progress: task.progress,
      total: task.total,
      error: task.error,
      file: fileOf(ctx, shown, kind),
      cancelRequested: task.cancelRequestedAt !== null,
      createdAt: task.createdAt.toISOString(),
      finishedAt: task.finishedAt?.toISOString() ?? null,
    },
  ]
}

/** The person's tasks whose files are still kept. */
export const listTasks = async (ctx: UserCtx): Promise<Task[]> =>
  (await findTasks(ctx, sinceOf(ctx))).flatMap((shown) => viewOf(ctx, shown))

/** One of them. Throws `not_found`. */
export const readTask = async (ctx: UserCtx, id: string): Promise<Task> => {
  const [found] = (await findTasks(ctx, sinceOf(ctx), id)).flatMap((shown) => viewOf(ctx, shown))
  if (!found) throw new AppError('not_found')
  return found
}

/** Asks a task to stop. Throws `state_invalid` when it has ended. */
export const cancelTask = (ctx: UserCtx, id: string): Promise<Task> =>
  inTransaction(ctx, async (tx) => {
    const current = await readTask(tx, id)
    if (current.cancelRequested && current.finishedAt === null) return current
    const waiting = current.status === 'queued'
    const now = tx.now()
    const ended = waiting ? { status: 'canceled' as const, finishedAt: now } : {}
    if (!(await changeTask(tx, id, { cancelRequestedAt: now, ...ended }))) throw new AppError('state_invalid')
    emitTask(tx, tx.actor.userId, id)
    return readTask(tx, id)
  })
