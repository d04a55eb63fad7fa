import type { ErasureMode } from '@recado/contracts/contacts/privacy'
import { type Ctx, inTransaction } from '#server/context.ts'
import { containing, type ErasureSubject, identifiersOf, namesInJson } from '#server/lib/erasure.ts'
import { newId } from '#server/lib/ids.ts'
import { insertFile } from '#server/modules/shared/files/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { certificateOf } from './certificate.ts'
import { addCounts, closeRequests, type ErasureRow, endErasure, findRunning } from './queries/erasures.ts'

/** What comes in while people are being erased is found by a further round. */
const MOST_ROUNDS = 10
const LARGEST_CERTIFICATE = 5_000_000

const eraseOnce = async (ctx: Ctx, id: string, subject: ErasureSubject, signal: AbortSignal): Promise<number> => {
  let found = 0
  for (const erase of ctx.deps.handlers.erase.toReversed()) {
    signal.throwIfAborted()
    const erased = await erase(ctx, subject, signal)
    const count = Object.values(erased).reduce((sum, one) => sum + one, 0)
    if (count > 0) await addCounts(ctx, id, erased)
    found += count
  }
  return found
}

const storeCertificate = async (ctx: Ctx, row: ErasureRow): Promise<{ id: string; path: string }> => {
  const stored = await ctx.deps.files.put(await certificateOf(ctx, row), LARGEST_CERTIFICATE)
  const name = `erasure-${row.id.slice(-12)}.pdf`
  const file = { ...stored, id: newId(), companyId: row.companyId, ownerKind: 'erasure', ownerId: row.id, name }
  await insertFile(ctx, { ...file, mime: 'application/pdf', createdAt: ctx.now() })
  return file
}

const finish = async (ctx: Ctx, id: string, { contactIds }: ErasureSubject): Promise<void> => {
  const row = await findRunning(ctx, id)
  if (!row) return
  // No one asks for the proof of what went from the bin.
  const fileId = row.actorId === null ? null : (await storeCertificate(ctx, row)).id
  await inTransaction(ctx, async (tx) => {
    if (!(await endErasure(tx, id, fileId))) return
    await closeRequests(tx, row, contactIds)
    emitChange(tx, 'contact.updated', { companyId: row.companyId, ids: [...contactIds] })
  })
}

/**
 * Forgets a person in every module, from the top down, until no module finds anything more. It resumes where
 * it stopped; one that is done has nothing left to do. Throws when the signal is aborted.
 */
export const runErasure = async (ctx: Ctx, id: string, signal: AbortSignal): Promise<void> => {
  const row = await findRunning(ctx, id)
  if (!row?.subject) return
  const subject: ErasureSubject & { mode: ErasureMode } = JSON.parse(ctx.deps.sealer.open(row.subject))
  for (let round = 0; round < MOST_ROUNDS; round++) if ((await eraseOnce(ctx, id, subject, signal)) === 0) break
  const names = namesInJson(subject.names)
  await ctx.deps.jobs.forget(ctx.db, subject.companyId, containing([...identifiersOf(subject), ...names]))
  await finish(ctx, id, subject)
}
