import type { Ability, Locale } from '@recado/contracts'
import type { AuditAction } from '@recado/contracts/shared/audit'
import { type ListName, platformLists } from '@recado/contracts/shared/list-names'
import { exportList } from '@recado/contracts/shared/lists'
import type { Task } from '@recado/contracts/shared/tasks'
import type { z } from 'zod'
import { assertAbility, type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fieldErrorsOf } from '#server/http/errors.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { readTask } from './actions/read.ts'
import { defineTask } from './define.ts'
import { headingOf } from './headings.ts'
import type { TaskJob } from './job.ts'
import { mayHaveFile } from './policy.ts'
import { findLocale } from './queries.ts'

type Definition<F> = {
  list: ListName
  /** Who may have the list as a file; asked again when the file is written. */
  ability: Ability
  /** Each has words in `headings.ts`. */
  headers: string[]
  /** Columns after those that a company made up, in the person's language. */
  own?: (ctx: UserCtx, locale: Locale) => Promise<Column[]>
  /** Columns that are only there when they are asked for. */
  further?: readonly string[]
  /** Writes a row as a card of an address book. */
  card?: (cells: Readonly<Record<string, Cell>>) => string
  /** Counts the rows for the audit log. Throws where this much may not be had by this person. */
  countAllowed?: (ctx: UserCtx, filter: F) => Promise<number>
  /** The filters as they stand in the address of the page. What the schema does not name is ignored. */
  filter: z.ZodType<F>
  /** Every row that the filters leave, as the list shows it to this person: their company, what they see, masked. */
  rows: (ctx: UserCtx, filter: F, wanted: Wanted) => AsyncIterable<Cell[]>
  /** Whether rows can be had by their ids, and columns chosen. */
  chosen?: true
  /** How the audit log calls it; `list.export` unless said. */
  action?: AuditAction
  /** In whose audit log it stands; by default the current company's, and the platform's for lists across companies. */
  auditedIn?: (filter: F) => string | null
}

/** What a row has in this file: `columns` in their order, which `rows` may rely on where the list can be `chosen` from. */
export type Wanted = { columns: readonly string[]; ids: readonly string[] | undefined }
type Column = { key: string; label: string }

type Body = z.output<typeof exportList.body>
type Choice = Omit<Body, 'list'>

const refuse = (path: string, message: string) =>
  new AppError('validation_failed', { errors: [{ path, code: 'invalid', message }] })

export type ListExport = {
  list: ListName
  ability: Ability
  headers: string[]
  job: TaskJob
  start: (ctx: UserCtx, body: Choice) => Promise<Task>
}

const isOfPlatform = (list: ListName) => platformLists.some((known) => known === list)

/**
 * Declares that a list can be had as a file. It belongs into `listExports` of the registry, which mounts it and its job.
 * `start` throws `forbidden` without the ability and `validation_failed` for filters that are none; the file is written
 * in the background with the rights that the person has then.
 */
export const defineListExport = <F>(definition: Definition<F>): ListExport => {
  const { list, ability, headers, filter: schema, rows, card, further = [], chosen = false } = definition
  const columnsOf = async (ctx: UserCtx, locale: Locale): Promise<Column[]> => {
    const labeled = (key: string) => ({ key, label: headingOf(key, locale) ?? key })
    return [...headers.map(labeled), ...((await definition.own?.(ctx, locale)) ?? []), ...further.map(labeled)]
  }
  const assertOffered = async (ctx: UserCtx, { format, columns, ids }: Choice) => {
    if (!chosen && format === 'json') throw refuse('format', 'This list has no such file')
    if (!card && format === 'vcf') throw refuse('format', 'This list has no such file')
    if (!chosen && ids) throw refuse('ids', 'Rows of this list cannot be chosen')
    if (!columns) return
    const known = new Set((await columnsOf(ctx, 'en')).map(({ key }) => key))
    if (!chosen || columns.some((column) => !known.has(column))) throw refuse('columns', 'No such column')
  }
  const kind = `${list}.export` as const
  const task = defineTask({
    kind,
    input: exportList.body.omit({ list: true }),
    run: async (ctx, { filter, format, separator, columns: picked, ids }, { report, signal }) => {
      assertAbility(ctx, ability)
      if (ctx.actor.kind !== 'user') throw new AppError('forbidden')
      const reader: UserCtx = { ...ctx, actor: ctx.actor }
      const all = await columnsOf(reader, await findLocale(ctx, ctx.actor.userId))
      const byKey = new Map(all.map((column) => [column.key, column]))
      const usual = format === 'vcf' ? all : all.filter(({ key }) => !further.includes(key))
      const columns = picked?.flatMap((key) => byKey.get(key) ?? []) ?? usual
      const keys = columns.map(({ key }) => key)
      const found = rows(reader, schema.parse(filter), { columns: keys, ids })
      async function* counted() {
        let written = 0
        for await (const row of found) {
          signal.throwIfAborted()
          yield row
          written += 1
          await report(written)
        }
      }
      const labels = columns.map(({ label }) => label)
      const name = `${list}-${ctx.now().toISOString().slice(0, 10)}.${format}`
      return {
        name,
        ...writeSheet(format, { name: list, headers: labels, keys, rows: counted(), separator, ...(card && { card }) }),
      }
    },
  })
  const start: ListExport['start'] = async (ctx, choice) => {
    const { filter, format, columns, ids } = choice
    assertAbility(ctx, ability)
    if (!mayHaveFile(ctx, kind)) throw new AppError('not_while_impersonating')
    const parsed = schema.safeParse(filter)
    if (!parsed.success) throw new AppError('validation_failed', { errors: fieldErrorsOf(parsed.error) })
    await assertOffered(ctx, choice)
    const count = ids ? ids.length : await definition.countAllowed?.(ctx, parsed.data)
    return inTransaction(ctx, async (tx) => {
      const id = await task.start(tx, choice)
      const companyId = definition.auditedIn?.(parsed.data) ?? (isOfPlatform(list) ? null : (tx.company?.id ?? null))
      const action = definition.action ?? 'list.export'
      // What was looked for may be a person who will be erased, and the log keeps what it has.
      const diff = {
        list,
        filter: Object.keys(filter),
        format,
        ...(count !== undefined && { count }),
        ...(columns && { columns }),
      }
      await recordAudit(tx, { action, companyId, target: { type: 'task', id }, diff })
      return readTask(tx, id)
    })
  }
  return { list, ability, headers, job: task.job, start }
}

/** The context with the user's current company. Throws `forbidden` without one. */
export const inCompany = (ctx: UserCtx): CompanyCtx & UserCtx => {
  if (!ctx.company) throw new AppError('forbidden')
  return { ...ctx, company: ctx.company }
}

type Page<T> = { data: T[]; page: { next: string | null } }

/** Rows read at a time. */
const CHUNK = 1000

/** Every row of a list that is read page by page, as its screen reads it; the next page while the last one is taken. */
export async function* everyRow<T>(
  read: (page: { cursor: string | undefined; limit: number }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  const from = (cursor: string | undefined) => {
    const page = read({ cursor, limit: CHUNK })
    // Whoever stops in between does not ask what came of the next page.
    page.catch(() => undefined)
    return page
  }
  for (let coming: Promise<Page<T>> | null = from(undefined); coming; ) {
    const { data, page }: Page<T> = await coming
    coming = page.next === null ? null : from(page.next)
    yield* data
  }
}

/** Cells of every row. */
export async function* cellsOfAll<T>(rows: AsyncIterable<T>, cellsOf: (row: T) => Cell[]): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield cellsOf(row)
}
