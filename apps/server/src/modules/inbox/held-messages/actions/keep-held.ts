import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { findHeldByKey, type HeldRow, insertHeld, undoKind } from '../queries.ts'
import { releaseJob } from '../release-job.ts'
import { announceHeld } from './show-held.ts'

type ToHold = Pick<HeldRow, 'kind' | 'draft' | 'name' | 'contents' | 'afterwards' | 'anyway' | 'clientKey'>

/** Seconds in which what members of the company send can be taken back. */
export const holdSeconds = async (tx: CompanyCtx): Promise<number> =>
  (await settingsOf(tx.deps, tx.company.id, tx))?.chat.undoSeconds ?? 0

/** What this client key holds already. Throws `idempotency_mismatch` when that is in another conversation. */
export const findKnown = async (tx: CompanyCtx, conversationId: string, clientKey: string) => {
  const known = await findHeldByKey(tx, clientKey)
  if (known && known.conversationId !== conversationId) throw new AppError('idempotency_mismatch')
  return known
}

/** Keeps something until its time is over; the job that lets it go is written with it. */
export const keepHeld = async (
  tx: CompanyCtx,
  place: { conversationId: string; authorId: string },
  held: ToHold & Partial<Pick<HeldRow, 'reason' | 'reasonUserId'>>,
  seconds: number,
): Promise<HeldRow> => {
  const companyId = tx.company.id
  const state = held.reason ? ('returned' as const) : ('held' as const)
  const row = await insertHeld(tx, { companyId, id: newId(), ...place, ...held, state }, seconds)
  if (!row) throw new AppError('conflict')
  const input = { companyId, conversationId: place.conversationId }
  if (state === 'held')
    await tx.deps.jobs.enqueue(tx.db, releaseJob, input, { companyId, priority: 0, runAt: row.heldUntil })
  announceHeld(tx, place.conversationId)
  return row
}

/** Takes back what waits in a conversation and is of this kind. */
export const dropHeld = async (tx: CompanyCtx, conversationId: string, kind: HeldRow['kind']): Promise<void> => {
  if (await undoKind(tx, conversationId, kind)) announceHeld(tx, conversationId)
}
