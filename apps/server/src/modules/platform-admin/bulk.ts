import { type BulkOutcome, type BulkSelection, bulkNow, countLimit, type ListFilter } from '@recado/contracts/lists'
import { z } from 'zod'
import { assertAbility, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fieldErrorsOf } from '#server/http/problems.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { defineTask, readTask } from '../tasks/index.ts'

export type BulkRow = { id: string; label: string }

export type BulkOperation<A> = {
  name: string
  args: z.ZodType<A>
  /** Those of some ids that are there. */
  find: (ctx: Ctx, ids: readonly string[], args: A) => Promise<BulkRow[]>
  /** Those that filters leave, at most so many. */
  filter: (ctx: Ctx, filter: ListFilter, limit: number, args: A) => Promise<BulkRow[]>
  /** Does it to at most `bulkNow` rows, in transactions of its own. What is so already counts as done. */
  apply: (ctx: UserCtx, rows: readonly BulkRow[], args: A) => Promise<Outcome>
}
type Outcome = Pick<BulkOutcome, 'done' | 'skipped'>

/** Filters of a selection, parsed with the schema of its list. Throws `validation_failed`. */
export const parseFilter = <T>(schema: z.ZodType<T>, filter: ListFilter): T => {
  const parsed = schema.safeParse(filter)
  if (!parsed.success) throw new AppError('validation_failed', { errors: fieldErrorsOf(parsed.error) })
  return parsed.data
}

/** The rows of a selection. Throws `conflict` with the count of now when filters no longer leave what the person saw. */
export const resolveRows = async <A>(
  ctx: Ctx,
  operation: Pick<BulkOperation<A>, 'find' | 'filter'>,
  selection: BulkSelection,
  args: A,
): Promise<{ rows: BulkRow[]; missing: string[] }> => {
  if ('filter' in selection) {
    const rows = await operation.filter(ctx, selection.filter, countLimit + 1, args)
    if (rows.length !== selection.expected) throw new AppError('conflict', { data: { count: rows.length } })
    return { rows, missing: [] }
  }
  const rows = await operation.find(ctx, selection.ids, args)
  const there = new Set(rows.map(({ id }) => id))
  return { rows, missing: selection.ids.filter((id) => !there.has(id)) }
}

/** Changes rows one after the other, each in its own transaction; what one cannot be is told and keeps no other. */
export const oneByOne = async (
  ctx: UserCtx,
  rows: readonly BulkRow[],
  change: (tx: UserCtx, row: BulkRow) => Promise<unknown>,
): Promise<Outcome> => {
  const skipped: Outcome['skipped'] = []
  for (const row of rows) {
    try {
      await inTransaction(ctx, (tx) => change(tx, row))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      skipped.push({ ...row, code: error.code })
    }
  }
  return { done: rows.length - skipped.length, skipped }
}

type Prepared = (args: unknown) => { find: (ctx: Ctx, ids: readonly string[]) => Promise<BulkRow[]>; apply: Apply }
type Apply = (ctx: UserCtx, rows: readonly BulkRow[]) => Promise<Outcome>

const operations = new Map<string, Prepared>()

const userCtx = (ctx: Ctx): UserCtx => {
  if (ctx.actor.kind !== 'user') throw new AppError('forbidden')
  return { ...ctx, actor: ctx.actor }
}

const chunksOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / bulkNow) }, (_, i) => ids.slice(i * bulkNow, (i + 1) * bulkNow))

async function* reportOf(done: number, skipped: Outcome['skipped']): AsyncGenerator<Cell[]> {
  yield ['', '', 'done', done]
  for (const { id, label, code } of skipped) yield [id, label, code, null]
}

/** A change of more rows than one request takes. Its file says what was left out and why. */
export const bulkTask = defineTask({
  kind: 'admin.bulk',
  input: z.object({ operation: z.string(), args: z.unknown(), ids: z.array(z.uuid()) }),
  run: async (ctx, { operation, args, ids }, progress) => {
    assertAbility(ctx, 'admin.platform')
    const prepared = operations.get(operation)?.(args)
    if (!prepared) throw new AppError('not_found')
    const total: Outcome = { done: 0, skipped: [] }
    for (const [i, chunk] of chunksOf(ids).entries()) {
      await progress.report(i * bulkNow, ids.length)
      const { done, skipped } = await prepared.apply(userCtx(ctx), await prepared.find(ctx, chunk))
      total.done += done
      total.skipped.push(...skipped)
    }
    await progress.report(ids.length, ids.length)
    const name = `${operation}-${ctx.now().toISOString().slice(0, 10)}.csv`
    const headers = ['id', 'name', 'outcome', 'count']
    return { name, ...writeSheet('csv', { name: 'Report', headers, rows: reportOf(total.done, total.skipped) }) }
  },
})

/**
 * Declares a change of many rows of the platform: up to `bulkNow` at once, more as a background task that goes through
 * exactly the rows which the selection meant when it was asked for.
 */
export const defineBulk = <A>(operation: BulkOperation<A>) => {
  operations.set(operation.name, (raw) => {
    const args = operation.args.parse(raw)
    return {
      find: (ctx, ids) => operation.find(ctx, ids, args),
      apply: (ctx, rows) => operation.apply(ctx, rows, args),
    }
  })
  return async (ctx: UserCtx, selection: BulkSelection, args: A): Promise<BulkOutcome> => {
    const { rows, missing } = await resolveRows(ctx, operation, selection, args)
    if (rows.length > bulkNow) {
      const ids = rows.map(({ id }) => id)
      const taskId = await bulkTask.start(ctx, { operation: operation.name, args, ids })
      return { done: 0, skipped: [], task: await readTask(ctx, taskId) }
    }
    const { done, skipped } = await operation.apply(ctx, rows, args)
    const absent = missing.map((id) => ({ id, label: id, code: 'not_found' }))
    return { done, skipped: [...skipped, ...absent] }
  }
}
