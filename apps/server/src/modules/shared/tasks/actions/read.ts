import { type Task, type TaskKind, taskFileDays, taskKinds, taskStatuses } from '@recado/contracts/shared/tasks'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { type FileRow, findLinkedFile } from '#server/modules/shared/files/index.ts'
import { emitTask } from '../change-events.ts'
import { mayHaveFile } from '../policy.ts'
import { changeTask, findTasks } from '../queries.ts'
import { maySeeFile } from './may-see-file.ts'

const DAY_MS = 86_400_000

const sinceOf = (ctx: UserCtx) => new Date(ctx.now().getTime() - taskFileDays * DAY_MS)

type Shown = Awaited<ReturnType<typeof findTasks>>[number]

const fileOf = (ctx: UserCtx, { task, fileName, fileSize }: Shown, kind: TaskKind) =>
  task.fileId === null ||
  fileName === null ||
  fileSize === null ||
  !mayHaveFile(ctx, kind) ||
  !maySeeFile(ctx, kind, task)
    ? null
    : { name: fileName, size: fileSize, url: `/api/v1/tasks/${task.id}/file` }

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

/** The file of one of them. Throws `not_found`, also for whoever may no longer have it. */
export const readTaskFile = async (ctx: UserCtx, id: string): Promise<FileRow> => {
  const [found] = await findTasks(ctx, sinceOf(ctx), id)
  const isOffered = found !== undefined && viewOf(ctx, found).some(({ file }) => file !== null)
  const file = isOffered && found.task.fileId !== null ? await findLinkedFile(ctx, found.task.fileId) : null
  if (!file) throw new AppError('not_found')
  return file
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
