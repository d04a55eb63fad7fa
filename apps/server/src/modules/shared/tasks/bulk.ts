import { type Ability, accessMap } from '@recado/contracts'
import {
  type BulkOutcome,
  type BulkSelection,
  bulkNow,
  countLimit,
  type ListFilter,
  listFilter,
} from '@recado/contracts/shared/lists'
import type { TaskKind } from '@recado/contracts/shared/tasks'
import { z } from 'zod'
import { assertAbility, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fieldErrorsOf } from '#server/http/errors.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { readTask } from './actions/read.ts'
import { defineTask } from './define.ts'
import type { TaskJob } from './job.ts'

export type BulkRow = { id: string; label: string }
type Left = BulkOutcome['skipped'][number]

/** Which rows a selection means, for this person. */
export type BulkRows<A, R extends BulkRow = BulkRow> = {
  /** Those of some ids, at most `bulkNow`, that are there. */
  find: (ctx: UserCtx, ids: readonly string[], args: A) => Promise<R[]>
  /** Ids of the rows that filters leave, at most so many. Throws `validation_failed` for filters that are none. */
  filter: (ctx: UserCtx, filter: ListFilter, limit: number, args: A) => Promise<string[]>
  /**
   * Ids of the rows that filters leave after one, in the order of ids, at most so many. With it, more than `countLimit`
   * rows can be changed: those that filters leave while the task comes to them.
   */
  after?: (ctx: UserCtx, filter: ListFilter, place: { id: string | null; limit: number }) => Promise<string[]>
  /** Whether an id that is not there is told with the rows left out; otherwise nothing is done: `not_found`. */
  tellsMissing?: boolean
}

type Definition<A, R extends BulkRow> = BulkRows<A, R> & {
  kind: TaskKind
  ability: Ability
  /** What is asked for besides the rows. */
  args: z.ZodType<A>
  /** Does it to rows, at most `bulkNow`, and answers those it left out. What is so already is done. */
  apply: (ctx: UserCtx, rows: readonly R[], args: A) => Promise<Left[]>
  /** Rows that a task changes at once, at most `bulkNow`. */
  atOnce?: number
  /**
   * Writes down what was done, or is going to be in the background, once for all rows. More than `countLimit` ids stand
   * for more than that.
   */
  record?: (ctx: UserCtx, ids: readonly string[], args: A) => Promise<void>
}

type BulkChange<A> = {
  job: TaskJob
  run: (ctx: UserCtx, selection: BulkSelection, args: A) => Promise<BulkOutcome>
}

/** Rows that a task changes between progress reports, at which it also checks for cancellation. */
const CHUNK = 50

const chunksOf = (ids: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size))

/** Filters of a selection, parsed with the schema of their list. Throws `validation_failed`. */
export const parseFilter = <T>(schema: z.ZodType<T>, filter: ListFilter): T => {
  const parsed = schema.safeParse(filter)
  if (!parsed.success) throw new AppError('validation_failed', { errors: fieldErrorsOf(parsed.error) })
  return parsed.data
}

/** Changes rows one after the other, each in its own transaction; one that an `AppError` refuses keeps no other. */
export const oneByOne = async <R extends BulkRow>(
  ctx: UserCtx,
  rows: readonly R[],
  change: (tx: UserCtx, row: R) => Promise<unknown>,
): Promise<Left[]> => {
  const left: Left[] = []
  for (const row of rows) {
    try {
      await inTransaction(ctx, (tx) => change(tx, row))
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'internal') throw error
      left.push({ id: row.id, label: row.label, code: error.code })
    }
  }
  return left
}

/**
 * Ids that a selection means. Throws `not_found` for an id that is not there, unless those are told, and `conflict` with
 * the count of now when filters no longer leave what the person saw, and `limit_reached` for more than `countLimit` rows
 * where the list cannot do that. More than `countLimit` ids stand for more than that.
 */
export const resolveIds = async <A>(rows: BulkRows<A>, ctx: UserCtx, selection: BulkSelection, args: A) => {
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)]
    if (!rows.tellsMissing && (await rows.find(ctx, ids, args)).length < ids.length) throw new AppError('not_found')
    return ids
  }
  const ids = await rows.filter(ctx, selection.filter, countLimit + 1, args)
  if (ids.length > countLimit && !rows.after) throw new AppError('limit_reached', { data: { limit: countLimit } })
  if (ids.length !== selection.expected) throw new AppError('conflict', { data: { count: ids.length } })
  return ids
}

/** Does it to the rows of some ids, at most `bulkNow`; answers those left out, missing ones too, in the order of the ids. */
const change = async <A, R extends BulkRow>(
  { find, apply }: Definition<A, R>,
  ctx: UserCtx,
  ids: readonly string[],
  args: A,
): Promise<Left[]> => {
  const rows = new Map((await find(ctx, ids, args)).map((row) => [row.id, row]))
  const there = ids.flatMap((id) => rows.get(id) ?? [])
  const left = new Map((await apply(ctx, there, args)).map((row) => [row.id, row]))
  return ids.flatMap((id) => (rows.has(id) ? (left.get(id) ?? []) : { id, label: id, code: 'not_found' }))
}

const byIds = z.object({ ids: z.array(z.uuid()) })
const byFilter = z.object({ filter: listFilter })
type Meant = z.output<typeof byIds> | z.output<typeof byFilter>

/** The rows that a task changes, some at a time. */
async function* chunksMeant<A, R extends BulkRow>(
  { after, atOnce = CHUNK }: Definition<A, R>,
  ctx: UserCtx,
  meant: Meant,
): AsyncGenerator<string[]> {
  if ('ids' in meant) return yield* chunksOf(meant.ids, atOnce)
  for (let id: string | null = null; after; ) {
    const ids: string[] = await after(ctx, meant.filter, { id, limit: countLimit })
    yield* chunksOf(ids, atOnce)
    id = ids.at(-1) ?? null
    if (id === null) return
  }
}

/** Throws where whoever asked for a task may no longer change things by this ability. */
export const assertMayChange = (ctx: Ctx, ability: Ability): void => {
  assertAbility(ctx, ability)
  if (ctx.company?.readOnly && 'company' in accessMap[ability]) throw new AppError('company_suspended')
}

const taskOf = <A, R extends BulkRow>(definition: Definition<A, R>) => {
  const { kind, ability } = definition
  return defineTask({
    kind,
    input: z.intersection(z.union([byIds, byFilter]), z.object({ args: definition.args })),
    run: async (ctx, { args, ...meant }, { report, signal }) => {
      assertMayChange(ctx, ability)
      if (ctx.actor.kind !== 'user') throw new AppError('forbidden')
      const own = { ...ctx, actor: ctx.actor }
      async function* rows(): AsyncGenerator<Cell[]> {
        let tried = 0
        for await (const chunk of chunksMeant(definition, own, meant)) {
          signal.throwIfAborted()
          for (const { id, label, code } of await change(definition, own, chunk, args)) yield [id, label, code]
          tried += chunk.length
          await report(tried, ...('ids' in meant ? [meant.ids.length] : []))
        }
      }
      const name = `${kind}-${ctx.now().toISOString().slice(0, 10)}.csv`
      return { name, ...writeSheet('csv', { name: kind, headers: ['id', 'name', 'left_out'], rows: rows() }) }
    },
  })
}

/**
 * Declares a change of many rows of a list: up to `bulkNow` are changed at once, more in a background task, which goes
 * through exactly the rows meant when it was asked for and leaves a file of those it left out. Its job belongs into the
 * registry. `run` throws `forbidden`, `not_found` and `conflict`.
 */
export const defineBulk = <A, R extends BulkRow>(definition: Definition<A, R>): BulkChange<A> => {
  const { ability, record } = definition
  const task = taskOf(definition)
  const run: BulkChange<A>['run'] = async (ctx, selection, args) => {
    assertAbility(ctx, ability)
    const ids = await resolveIds(definition, ctx, selection, args)
    if (ids.length > bulkNow)
      return inTransaction(ctx, async (tx) => {
        const meant = ids.length > countLimit && 'filter' in selection ? { filter: selection.filter } : { ids }
        const taskId = await task.start(tx, { ...meant, args })
        await record?.(tx, ids, args)
        return { done: 0, skipped: [], task: await readTask(tx, taskId) }
      })
    const skipped = await change(definition, ctx, ids, args)
    const left = new Set(skipped.map(({ id }) => id))
    await record?.(
      ctx,
      ids.filter((id) => !left.has(id)),
      args,
    )
    return { done: ids.length - skipped.length, skipped }
  }
  return { job: task.job, run }
}
