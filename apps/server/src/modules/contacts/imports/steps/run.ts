import type { ImportAction, ImportProblem, ImportRules, importFailures } from '@recado/contracts/contacts/imports'
import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { readChunk } from '#server/lib/table-files/rows-file.ts'
import {
  announceContacts,
  batches,
  confirmationEnd,
  withPeopleLocked,
} from '#server/modules/contacts/contacts/index.ts'
import { lookForDuplicates } from '#server/modules/contacts/duplicates/index.ts'
import { addToList } from '#server/modules/contacts/lists/index.ts'
import { ensureTags } from '#server/modules/contacts/tags/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitImport } from '../change-events.ts'
import {
  countActions,
  findAllTags,
  findDuplicateRows,
  type ImportRow,
  isList,
  lockImport,
  saveOutcomes,
  setRestAside,
  updateImport,
} from '../queries.ts'
import type { Draft, Plan } from '../rows/draft.ts'
import { isDraft, judgeRows, readRows, type Said, type Verdict } from '../rows/judge.ts'
import { CHUNK, outcomeOf } from './check.ts'

export type Failure = (typeof importFailures)[number]

/** Ids of all tags that some rows name; those that are missing are made. */
const tagsOf = async (tx: CompanyCtx, rows: readonly Said[]): Promise<Map<string, string>> => {
  const known = await findAllTags(tx)
  const named = rows.flatMap(({ said }) => (isDraft(said) ? said.tags : []))
  const missing = named.filter((tag) => !known.has(tag.toLowerCase()))
  for (const [name, id] of await ensureTags(tx, missing)) known.set(name, id)
  return known
}

type Applied = Verdict & { contactId: string; draft: Draft }
const isApplied = (verdict: Verdict): verdict is Applied =>
  verdict.problem === null && verdict.contactId !== null && verdict.draft !== null

const saveConsents = async (tx: CompanyCtx, row: ImportRow, verdicts: readonly Applied[], { consent }: ImportRules) => {
  if (!consent) return
  const known = await batches.findMany(
    tx,
    verdicts.map(({ contactId }) => contactId),
  )
  const confirmUntil = consent.confirm ? await confirmationEnd(tx) : null
  const given = verdicts.flatMap(({ contactId, draft, row: { rowNo } }) => {
    const said = draft.consent
    // A file never ends what a person has said themselves.
    if (!said || (said.state === 'granted' && known.get(contactId)?.marketing !== 'unknown')) return []
    const evidence = { importId: row.id, row: rowNo, fileName: row.fileName, source: consent.source }
    const pending = said.state === 'granted' && confirmUntil !== null
    return [
      {
        ...{ contactId, at: said.at, textVersion: consent.textVersion, evidence },
        ...{ state: pending ? ('pending' as const) : said.state, expiresAt: pending ? confirmUntil : null },
      },
    ]
  })
  await batches.insertConsents(tx, 'import', given)
  if (given.some(({ state }) => state === 'pending')) await emit(tx, 'consent.pending', { companyId: tx.company.id })
}

const write = async (tx: CompanyCtx, row: ImportRow, verdicts: readonly Verdict[], plan: Plan): Promise<void> => {
  const applied = verdicts.filter(isApplied)
  const changed = (action: ImportAction) =>
    applied.flatMap((verdict) => (verdict.action === action && verdict.next ? [verdict.next] : []))
  await batches.insertMany(tx, changed('created'), 'import')
  await batches.updateMany(tx, changed('updated'))
  await batches.insertPoints(
    tx,
    applied.flatMap(({ contactId, points }) => points.map((point) => ({ ...point, contactId }))),
  )
  const listed = applied.filter((verdict) => verdict.listed).map(({ contactId }) => contactId)
  if (plan.mapping.listId !== null && listed.length > 0) await addToList(tx, plan.mapping.listId, listed, 'import')
  await saveConsents(tx, row, applied, plan.rules)
  const touched = applied.filter(({ action }) => action === 'created' || action === 'updated')
  await recordContactEvents(
    tx,
    touched.map(({ contactId, action }) => ({
      companyId: tx.company.id,
      contactId,
      kind: 'imported',
      data: { importId: row.id, fileName: row.fileName, action },
    })),
  )
  if (touched.length > 0) announceContacts(tx, [])
}

const auditFact = (row: ImportRow, counts: object) => ({
  action: 'contact.import' as const,
  // The log keeps what it has, and files are called after people.
  target: { type: 'import', id: row.id },
  diff: { ...counts, rows: row.rows },
})

/** Ends a run whose rows are all done. */
const finish = async (tx: CompanyCtx, row: ImportRow): Promise<void> => {
  const counts = await countActions(tx, row.id)
  const state = counts.failed > 0 ? 'completed_with_errors' : 'completed'
  await updateImport(tx, row.id, { state, counts, finishedAt: tx.now() })
  await recordAudit(tx, auditFact(row, counts))
  const { created, updated, failed, skipped } = counts
  const facts = { companyId: tx.company.id, importId: row.id, userId: row.authorId ?? '', fileName: row.fileName }
  await emit(tx, 'import.finished', { ...facts, created, updated, failed, skipped })
  await lookForDuplicates(tx.deps, tx.db, tx.company.id)
}

/** Ends a run before its last row: what was taken in stays, and the rest is set aside. */
export const stopRun = async (
  tx: CompanyCtx,
  row: ImportRow,
  { state, code, error }: { state: 'failed' | 'canceled'; code: ImportProblem; error: Failure | null },
): Promise<void> => {
  await setRestAside(tx, row.id, { after: row.progress, code })
  const counts = await countActions(tx, row.id)
  await updateImport(tx, row.id, { state, error, counts, finishedAt: tx.now() })
  await recordAudit(tx, auditFact(row, { ...counts, ...(error ? { error } : { canceled: true }) }))
  if (error !== null) {
    const facts = { companyId: tx.company.id, importId: row.id, userId: row.authorId ?? '', fileName: row.fileName }
    await emit(tx, 'import.failed', { ...facts, reason: error })
  }
  emitImport(tx, row.id)
}

const takeIn = async (tx: CompanyCtx, row: ImportRow, said: readonly Said[], plan: Plan): Promise<void> => {
  const range = { from: row.progress + 1, to: row.progress + said.length }
  const aside = await findDuplicateRows(tx, row.id, range)
  const rest = said.filter((one) => !aside.has(one.row.rowNo))
  const tags = await tagsOf(tx, rest)
  const verdicts = await judgeRows({ tx, plan, tags, inOrder: true }, rest)
  await write(tx, row, verdicts, plan)
  await saveOutcomes(
    tx,
    row.id,
    verdicts.map((verdict) => outcomeOf(verdict, null)),
  )
}

/**
 * Takes the next rows in, in one transaction with how far it is: whatever ends the process, it resumes after the last
 * row that is there. False when it is over.
 */
export const runChunk = async (ctx: CompanyCtx, current: ImportRow, plan: Plan, path: string): Promise<boolean> => {
  const { rows, offset } = await readChunk(ctx.deps, path, { ...current, limit: CHUNK })
  const said = readRows(rows, plan)
  return withPeopleLocked(ctx, async (tx) => {
    const row = await lockImport(tx, current.id)
    if (row?.state !== 'running' || row.progress !== current.progress) return row?.state === 'running'
    const { listId } = plan.mapping
    if (listId !== null && !(await isList(tx, listId))) {
      await stopRun(tx, row, { state: 'failed', code: 'list_gone', error: 'list_gone' })
      return false
    }
    await takeIn(tx, row, said, plan)
    const progress = row.progress + rows.length
    const isOver = progress >= row.rows || rows.length === 0
    await updateImport(tx, row.id, { progress, offset })
    if (isOver) await finish(tx, row)
    emitImport(tx, row.id)
    return !isOver
  })
}

/** What an error says about why an import cannot go on; null for one that may pass. */
export const failureOf = (error: unknown): Failure | null =>
  error instanceof AppError && error.code === 'limit_reached' ? 'tag_limit' : null
