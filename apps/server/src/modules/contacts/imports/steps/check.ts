import type { CompanyCtx } from '#server/context.ts'
import { inTransaction } from '#server/context.ts'
import { readChunk } from '#server/lib/table-files/rows-file.ts'
import { emitImport } from '../change-events.ts'
import {
  countActions,
  findAllTags,
  type ImportRow,
  lockImport,
  type NewOutcome,
  saveOutcomes,
  setDuplicatesAside,
  updateImport,
} from '../queries.ts'
import type { Plan } from '../rows/draft.ts'
import { judgeRows, readRows, rowKeys, type Verdict } from '../rows/judge.ts'

/** Rows that are checked, or taken in, by one transaction. */
export const CHUNK = 500

/** What a verdict is written down as. */
export const outcomeOf = ({ row, draft, ...verdict }: Verdict, keys: string[] | null): NewOutcome => ({
  rowNo: row.rowNo,
  offset: row.offset,
  action: verdict.action,
  contactId: verdict.action === 'created' && keys ? null : verdict.contactId,
  before: keys ? null : verdict.before,
  after: keys ? null : verdict.after,
  errorCode: verdict.problem?.code ?? null,
  errorField: verdict.problem?.field ?? null,
  phone: draft?.fixed ? (draft.phone ?? null) : null,
  keys,
})

const finish = async (tx: CompanyCtx, { id }: ImportRow, { rules }: Plan): Promise<void> => {
  const keep = rules.onDuplicate === 'last' ? 'last' : 'first'
  await setDuplicatesAside(tx, id, { keep, action: rules.onDuplicate === 'report' ? 'failed' : 'skipped' })
  await updateImport(tx, id, { state: 'ready', counts: await countActions(tx, id) })
}

/** Checks the next rows; writes nothing to contacts. False when it is over. */
export const checkChunk = async (ctx: CompanyCtx, current: ImportRow, plan: Plan, path: string): Promise<boolean> => {
  const { rows, offset } = await readChunk(ctx.deps, path, { ...current, limit: CHUNK })
  const said = readRows(rows, plan)
  return inTransaction(ctx, async (tx) => {
    const row = await lockImport(tx, current.id)
    if (row?.state !== 'validating' || row.progress !== current.progress) return row?.state === 'validating'
    const judge = { tx, plan, tags: await findAllTags(tx), inOrder: false }
    const verdicts = await judgeRows(judge, said)
    const keys = (verdict: Verdict) =>
      verdict.problem ? [] : rowKeys(judge, verdict.action === 'created' ? { ...verdict, contactId: null } : verdict)
    await saveOutcomes(
      tx,
      row.id,
      verdicts.map((verdict) => outcomeOf(verdict, keys(verdict))),
    )
    const progress = row.progress + rows.length
    const isOver = progress >= row.rows || rows.length === 0
    await updateImport(tx, row.id, { progress, offset })
    if (isOver) await finish(tx, row, plan)
    emitImport(tx, row.id)
    return !isOver
  })
}
