import type { Ability, Locale } from '@recado/contracts'
import type { AuditAction } from '@recado/contracts/shared/audit'
import { type ListName, platformLists } from '@recado/contracts/shared/list-names'
import { type exportList, listFilter } from '@recado/contracts/shared/lists'
import { exportFormats, type Task } from '@recado/contracts/shared/tasks'
import { z } from 'zod'
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
  moreHeadings?: (ctx: UserCtx, locale: Locale) => Promise<string[]>
  /** Throws where this much may not be had by this person. */
  assertMay?: (ctx: UserCtx, filter: F) => Promise<void>
  /** The filters as they stand in the address of the page. What the schema does not name is ignored. */
  filter: z.ZodType<F>
  /** Every row that the filters leave, as the list shows it to this person: their company, what they see, masked. */
  rows: (ctx: UserCtx, filter: F) => AsyncIterable<Cell[]>
  /** How the audit log calls it; `list.export` unless said. */
  action?: AuditAction
  /** In whose audit log it stands; by default the current company's, and the platform's for lists across companies. */
  auditedIn?: (filter: F) => string | null
}

type Body = z.output<typeof exportList.body>

export type ListExport = {
  list: ListName
  ability: Ability
  headers: string[]
  job: TaskJob
  start: (ctx: UserCtx, body: Pick<Body, 'filter' | 'format'>) => Promise<Task>
}

const isOfPlatform = (list: ListName) => platformLists.some((known) => known === list)

/**
 * Declares that a list can be had as a file. It belongs into `listExports` of the registry, which mounts it and its job.
 * `start` throws `forbidden` without the ability and `validation_failed` for filters that are none; the file is written
 * in the background with the rights that the person has then.
 */
export const defineListExport = <F>(definition: Definition<F>): ListExport => {
  const { list, ability, headers, filter: schema, rows } = definition
  const kind = `${list}.export` as const
  const task = defineTask({
    kind,
    input: z.object({ filter: listFilter, format: z.enum(exportFormats) }),
    run: async (ctx, { filter, format }, { report, signal }) => {
      assertAbility(ctx, ability)
      if (ctx.actor.kind !== 'user') throw new AppError('forbidden')
      const found = rows({ ...ctx, actor: ctx.actor }, schema.parse(filter))
      async function* counted() {
        let written = 0
        for await (const row of found) {
          signal.throwIfAborted()
          yield row
          written += 1
          await report(written)
        }
      }
      const locale = await findLocale(ctx, ctx.actor.userId)
      const own = await definition.moreHeadings?.({ ...ctx, actor: ctx.actor }, locale)
      const headings = [...headers.map((column) => headingOf(column, locale) ?? column), ...(own ?? [])]
      const name = `${list}-${ctx.now().toISOString().slice(0, 10)}.${format}`
      return { name, ...writeSheet(format, { name: list, headers: headings, rows: counted() }) }
    },
  })
  const start: ListExport['start'] = async (ctx, { filter, format }) => {
    assertAbility(ctx, ability)
    if (!mayHaveFile(ctx, kind)) throw new AppError('not_while_impersonating')
    const parsed = schema.safeParse(filter)
    if (!parsed.success) throw new AppError('validation_failed', { errors: fieldErrorsOf(parsed.error) })
    await definition.assertMay?.(ctx, parsed.data)
    return inTransaction(ctx, async (tx) => {
      const id = await task.start(tx, { filter, format })
      const companyId = definition.auditedIn?.(parsed.data) ?? (isOfPlatform(list) ? null : (tx.company?.id ?? null))
      const action = definition.action ?? 'list.export'
      await recordAudit(tx, { action, companyId, target: { type: 'task', id }, diff: { list, filter, format } })
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
