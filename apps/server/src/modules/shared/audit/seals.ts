import { createHash } from 'node:crypto'
import { NIL } from 'uuid'
import { type Ctx, inTransaction } from '#server/context.ts'
import * as queries from './queries.seals.ts'

// Each row is covered by a hash over itself and the hash before it in its company's chain, so that no row can be
// changed, taken out or put in between without the rest of the chain telling.

const BATCH = 1000
const FIRST = ''

const hashOf = (prevHash: string, text: string) => createHash('sha256').update(`${prevHash}\n${text}`).digest('hex')

const sealBatch = (ctx: Ctx): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    await queries.lockSealing(tx)
    const rows = await queries.listUnsealed(tx, BATCH)
    const tips = await queries.listTips(tx, [...new Set(rows.map((row) => row.scope))])
    const seals = rows.map((row) => {
      const tip = tips.get(row.scope) ?? { position: 0, hash: FIRST }
      const next = { position: tip.position + 1, hash: hashOf(tip.hash, row.text) }
      tips.set(row.scope, next)
      return { ...next, scope: row.scope, auditId: row.id, rowAt: new Date(row.rowAt), prevHash: tip.hash }
    })
    await queries.insertSeals(tx, seals)
    return rows.length
  })

/** Seals whatever has been written since the last time. Answers how many rows. */
export const sealAudit = async (ctx: Ctx): Promise<number> => {
  let sealed = 0
  for (;;) {
    const count = await sealBatch(ctx)
    sealed += count
    if (count < BATCH) return sealed
  }
}

type Breach = { company: string | null; entryId: string; kind: 'changed' | 'missing' | 'chain' }
/** How many rows are sealed, and which of them do not fit. */
export type AuditCheck = { sealed: number; broken: Breach[] }

const MOST_BREACHES = 100

/** Walks every chain and answers what does not fit. A chain may begin late, where old rows have been forgotten. */
export const verifyAudit = async (ctx: Ctx): Promise<AuditCheck> => {
  const broken: Breach[] = []
  let sealed = 0
  let place: { scope: string; position: number } = { scope: NIL, position: -1 }
  let tip: { scope: string; position: number; hash: string } | null = null
  for (;;) {
    const rows = await queries.listSealed(ctx, place, BATCH)
    for (const row of rows) {
      const company = row.scope === NIL ? null : row.scope
      const position = Number(row.position)
      const follows = tip?.scope !== row.scope || (tip.hash === row.prevHash && tip.position + 1 === position)
      const fits = row.text !== null && hashOf(row.prevHash, row.text) === row.hash
      const kind = row.text === null ? 'missing' : fits ? 'chain' : 'changed'
      if (!(follows && fits) && broken.length < MOST_BREACHES) broken.push({ company, entryId: row.auditId, kind })
      tip = { scope: row.scope, position, hash: row.hash }
      place = { scope: row.scope, position }
    }
    sealed += rows.length
    if (rows.length < BATCH) return { sealed, broken }
  }
}

const KEEP_MONTHS = 24

/** Removes what is older than two years, the oldest first. */
export const forgetAudit = async (ctx: Ctx): Promise<void> => {
  const before = ctx.now()
  before.setUTCMonth(before.getUTCMonth() - KEEP_MONTHS)
  while ((await inTransaction(ctx, (tx) => queries.forgetRows(tx, before, BATCH))) === BATCH);
}
