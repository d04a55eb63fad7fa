import type { Ability } from '@recado/contracts'
import { type BulkOutcome, type BulkSelection, bulkNow, countLimit, type ListFilter } from '@recado/contracts/lists'
import type { TaskKind } from '@recado/contracts/tasks'
import { z } from 'zod'
import { assertAbility, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { JobDefinition } from '#server/jobs/define.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { readTask } from './actions/read.ts'
import { defineTask } from './define.ts'

type Row = { id: string; label: string }

type Definition<R extends Row> = {
  kind: TaskKind
  ability: Ability
  /** Those of some ids, at most `bulkNow`, that are there for this person. */
  find: (ctx: UserCtx, ids: readonly string[]) => Promise<R[]>
  /** Ids of the rows that filters leave, at most so many. Throws `validation_failed` for filters that are none. */
  filter: (ctx: UserCtx, filter: ListFilter, limit: number) => Promise<string[]>
  /** Does it to one row; what is so already is done. An `AppError` leaves the row out, told with its code. */
  apply: (ctx: UserCtx, row: R) => Promise<unknown>
  /** Writes down what was asked for, once for all rows. */
  record: (ctx: UserCtx, count: number) => Promise<void>
}

type BulkChange = {
  job: JobDefinition<{ taskId: string }>
  run: (ctx: UserCtx, selection: BulkSelection) => Promise<BulkOutcome>
}

type Left = BulkOutcome['skipped'][number]

const chunksOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / bulkNow) }, (_, i) => ids.slice(i * bulkNow, (i + 1) * bulkNow))

/** What became of each row, in the order of the ids; null for one that was changed. */
async function* changed<R extends Row>(definition: Definition<R>, ctx: UserCtx, ids: readonly string[]) {
  for (const chunk of chunksOf(ids)) {
    const rows = new Map((await definition.find(ctx, chunk)).map((row) => [row.id, row]))
    for (const id of chunk) {
      const row = rows.get(id)
      if (!row) yield { id, label: id, code: 'not_found' } satisfies Left
      else yield await tried(definition, ctx, row)
    }
  }
}

const tried = async <R extends Row>(definition: Definition<R>, ctx: UserCtx, row: R): Promise<Left | null> => {
  try {
    await definition.apply(ctx, row)
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error
    return { id: row.id, label: row.label, code: error.code }
  }
}

/**
 * Ids that a selection means. Throws `not_found` for an id that is not there, and `conflict` with the count of now when
 * filters no longer leave what the person saw.
 */
const resolved = async <R extends Row>(definition: Definition<R>, ctx: UserCtx, selection: BulkSelection) => {
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)]
    if ((await definition.find(ctx, ids)).length < ids.length) throw new AppError('not_found')
    return ids
  }
  const ids = await definition.filter(ctx, selection.filter, countLimit + 1)
  if (ids.length !== selection.expected) throw new AppError('conflict', { data: { count: ids.length } })
  return ids
}

/**
 * Declares a change of many rows of a list: up to `bulkNow` are changed at once, more in a background task, which goes
 * through exactly the rows meant when it was asked for and leaves a file of those it left out. Its job belongs into the
 * registry. `run` throws `forbidden`, `not_found` and `conflict`.
 */
export const defineBulk = <R extends Row>(definition: Definition<R>): BulkChange => {
  const { kind, ability } = definition
  const task = defineTask({
    kind,
    input: z.object({ ids: z.array(z.uuid()) }),
    run: async (ctx, { ids }, { report, signal }) => {
      assertAbility(ctx, ability)
      if (ctx.actor.kind !== 'user') throw new AppError('forbidden')
      const own = { ...ctx, actor: ctx.actor }
      async function* rows(): AsyncGenerator<Cell[]> {
        let tries = 0
        for await (const left of changed(definition, own, ids)) {
          signal.throwIfAborted()
          if (left) yield [left.id, left.label, left.code]
          tries += 1
          await report(tries, ids.length)
        }
      }
      const name = `${kind}-${ctx.now().toISOString().slice(0, 10)}.csv`
      return { name, ...writeSheet('csv', { name: kind, headers: ['id', 'name', 'left_out'], rows: rows() }) }
    },
  })
  const run: BulkChange['run'] = async (ctx, selection) => {
    assertAbility(ctx, ability)
    const ids = await resolved(definition, ctx, selection)
    if (ids.length > bulkNow) {
      const taskId = await task.start(ctx, { ids })
      await definition.record(ctx, ids.length)
      return { done: 0, skipped: [], task: await readTask(ctx, taskId) }
    }
    const skipped: Left[] = []
    for await (const left of changed(definition, ctx, ids)) if (left) skipped.push(left)
    await definition.record(ctx, ids.length - skipped.length)
    return { done: ids.length - skipped.length, skipped }
  }
  return { job: task.job, run }
}
