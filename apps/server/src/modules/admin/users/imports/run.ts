import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { assertAbility, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { dropFile, findLinkedFile } from '#server/modules/shared/files/index.ts'
import { defineTask, type TaskProgress } from '#server/modules/shared/tasks/index.ts'
import { applyLine, type LineOutcome, readLine } from './line.ts'
import { type ImportLine, parseLines } from './parse.ts'
import * as queries from './queries.ts'

const asUser = (ctx: Ctx): UserCtx => {
  assertAbility(ctx, 'admin.platform')
  if (ctx.actor.kind !== 'user') throw new AppError('forbidden')
  return { ...ctx, actor: ctx.actor }
}

const readLines = async (ctx: Ctx, { fileId }: queries.ImportRow): Promise<ImportLine[]> => {
  const file = await findLinkedFile(ctx, fileId)
  if (!file) throw new AppError('not_found')
  return parseLines(await buffer(ctx.deps.files.read(file.path)))
}

const isMember = (ctx: Ctx) => (companyId: string, userId: string) => queries.isMember(ctx, companyId, userId)

/** What becomes of a line, done or only told; an address counts once in a file. */
const takeLine = async (
  tx: UserCtx,
  row: queries.ImportRow,
  line: ImportLine,
  { dryRun, seen }: { dryRun: boolean; seen: Set<string> },
): Promise<LineOutcome> => {
  const wanted = await readLine(tx, line)
  if (typeof wanted === 'string') return { outcome: 'failed', code: wanted }
  if (seen.has(wanted.email)) return { outcome: 'skipped', code: 'email_twice' }
  seen.add(wanted.email)
  return applyLine(tx, wanted, { invite: row.invite, dryRun, isMember: isMember(tx) })
}

/** Addresses of lines that were taken before, so that the same address further down is still the second one. */
const addressesOf = (lines: readonly ImportLine[], done: ReadonlyMap<number, queries.OutcomeRow>) =>
  new Set(
    lines.flatMap(({ line, email }) => {
      const outcome = done.get(line)
      return outcome && outcome.outcome !== 'failed' && email ? [email.normalize('NFKC').trim().toLowerCase()] : []
    }),
  )

const reportRows = (lines: readonly ImportLine[], outcomes: readonly queries.OutcomeRow[]) => {
  const byLine = new Map(outcomes.map((outcome) => [outcome.line, outcome]))
  return (async function* (): AsyncGenerator<Cell[]> {
    for (const { line, name, email } of lines) {
      const { outcome, code } = byLine.get(line) ?? {}
      yield [line, name ?? null, email ?? null, outcome ?? null, code ?? null]
    }
  })()
}

const report = async (ctx: Ctx, row: queries.ImportRow, lines: readonly ImportLine[], suffix: string) => {
  const name = `${row.fileName.replace(/\.[^.]*$/, '')}-${suffix}.csv`
  const headers = ['line', 'name', 'email', 'outcome', 'reason']
  const rows = reportRows(lines, await queries.listOutcomes(ctx, row.id))
  return { name, ...writeSheet('csv', { name: 'Report', headers, rows }) }
}

const load = async (ctx: Ctx, id: string) => {
  const row = await queries.findImport(ctx, id)
  if (!row) throw new AppError('not_found')
  return row
}

const check = async (ctx: UserCtx, row: queries.ImportRow, lines: readonly ImportLine[], progress: TaskProgress) => {
  const seen = new Set<string>()
  const outcomes: queries.OutcomeRow[] = []
  for (const [i, line] of lines.entries()) {
    const outcome = await inTransaction(ctx, (tx) => takeLine(tx, row, line, { dryRun: true, seen }))
    outcomes.push({ importId: row.id, line: line.line, ...outcome })
    await progress.report(i + 1, lines.length)
  }
  await inTransaction(ctx, async (tx) => {
    const current = await queries.lockImport(tx, row.id)
    if (!current || current.startedAt) return
    await queries.clearOutcomes(tx, row.id)
    for (let from = 0; from < outcomes.length; from += 1000)
      await queries.insertOutcomes(tx, outcomes.slice(from, from + 1000))
    await queries.updateImport(tx, row.id, { checkedAt: tx.now() })
  })
}

const input = z.object({ importId: z.uuid() })

/** Finds out what a file would do, and changes nothing. */
export const checkTask = defineTask({
  kind: 'user-import.check',
  input,
  run: async (systemCtx, { importId }, progress) => {
    const ctx = asUser(systemCtx)
    const row = await load(ctx, importId)
    const lines = await readLines(ctx, row)
    await check(ctx, row, lines, progress)
    return report(ctx, row, lines, 'check')
  },
})

const bringIn = async (ctx: UserCtx, row: queries.ImportRow, lines: readonly ImportLine[], progress: TaskProgress) => {
  const done = new Map((await queries.listOutcomes(ctx, row.id)).map((outcome) => [outcome.line, outcome]))
  const seen = addressesOf(lines, done)
  for (const [i, line] of lines.entries()) {
    if (done.has(line.line)) continue
    await inTransaction(ctx, async (tx) => {
      // One run after the other, even when two were asked for.
      await queries.lockImport(tx, row.id)
      if (await queries.hasOutcome(tx, row.id, line.line)) return
      const outcome = await takeLine(tx, row, line, { dryRun: false, seen })
      await queries.insertOutcomes(tx, [{ importId: row.id, line: line.line, ...outcome }])
    })
    await progress.report(i + 1, lines.length)
  }
}

/** Brings in a file line by line. Each line is written with what became of it, so that a new try goes on after it. */
export const runTask = defineTask({
  kind: 'user-import.run',
  input,
  run: async (systemCtx, { importId }, progress) => {
    const ctx = asUser(systemCtx)
    const row = await load(ctx, importId)
    const lines = await readLines(ctx, row)
    await bringIn(ctx, row, lines, progress)
    await inTransaction(ctx, async (tx) => {
      const current = await queries.lockImport(tx, row.id)
      if (current?.finishedAt === null) await queries.updateImport(tx, row.id, { finishedAt: tx.now() })
    })
    return report(ctx, row, lines, 'report')
  },
})

const KEPT_MS = 7 * 86_400_000
const AT_ONCE = 100

/** Removes files of customers after a week, with what became of their lines. */
export const forgetImports = async (ctx: Ctx): Promise<void> => {
  for (;;) {
    const old = await queries.listOldImports(ctx, new Date(ctx.now().getTime() - KEPT_MS), AT_ONCE)
    for (const { id, fileId } of old) {
      const path = await inTransaction(ctx, async (tx) => {
        await queries.deleteImport(tx, id)
        return dropFile(tx, fileId)
      })
      if (path) await ctx.deps.files.remove(path)
    }
    if (old.length < AT_ONCE) return
  }
}
