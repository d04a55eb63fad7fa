import type { Retention, RetentionLosses } from '@recado/contracts/companies/company-rules'
import { type Ctx, inTransaction } from '#server/context.ts'
import { companyPrivacyOf } from '#server/modules/companies/companies/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { deleteFiles, removeBytes } from '#server/modules/shared/files/index.ts'

const BATCH = 500
const DAY = 86_400_000

type Kind = keyof Retention
/** Something of a company that is older than a moment. */
export type Old = { companyId: string; before: Date }
/** The file that goes with a row. */
export type OldFile = { id: string; path: string }
type OldRow = { id: string; file: OldFile | null }

/** Rows that a company keeps for as long as it says, and the module that has them removes. */
export type RetainedRows = {
  kind: Kind
  list: (ctx: Ctx, old: Old, limit: number) => Promise<OldRow[]>
  remove: (tx: Ctx, companyId: string, ids: readonly string[]) => Promise<void>
  /** How many there are, and the bytes of their files. */
  measure: (ctx: Ctx, old: Old) => Promise<{ rows: number; bytes: number }>
}

const beforeOf = (ctx: Ctx, days: number) => new Date(ctx.now().getTime() - days * DAY)

const removeSome = async (ctx: Ctx, companyId: string, retained: RetainedRows, some: readonly OldRow[]) => {
  const files = [...new Map(some.flatMap(({ file }) => (file ? [[file.id, file] as const] : []))).values()]
  await removeBytes(ctx, files)
  await inTransaction(ctx, async (tx) => {
    const ids = some.map(({ id }) => id)
    await retained.remove(tx, companyId, ids)
    await deleteFiles(
      tx,
      files.map(({ id }) => id),
    )
  })
}

/** Takes away what is older than the company says now; asks before each batch, so that a longer time holds at once. */
const retireRows = async (
  ctx: Ctx,
  companyId: string,
  retained: RetainedRows,
  signal: AbortSignal,
): Promise<number> => {
  for (let gone = 0; ; ) {
    signal.throwIfAborted()
    const days = (await companyPrivacyOf(ctx, companyId)).retention[retained.kind]
    if (days === null) return gone
    const some = await retained.list(ctx, { companyId, before: beforeOf(ctx, days) }, BATCH)
    await removeSome(ctx, companyId, retained, some)
    gone += some.length
    if (some.length < BATCH) return gone
  }
}

/**
 * Takes away for good the messages and files that a company keeps no longer, in batches: where it stopped, it goes on.
 * Conversations stay, with when they were and how they ended. Throws when the signal is aborted.
 */
export const retire = async (ctx: Ctx, companyId: string, signal: AbortSignal): Promise<void> => {
  const gone = { messages: 0, media: 0 }
  for (const retained of ctx.deps.handlers.retention)
    gone[retained.kind] += await retireRows(ctx, companyId, retained, signal)
  if (gone.messages + gone.media === 0) return
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, {
      action: 'company.retention_applied',
      companyId,
      target: { type: 'company', id: companyId },
      diff: gone,
    }),
  )
}

/** What would go if a company kept messages and files for so many days. */
export const lossesOf = async (ctx: Ctx, companyId: string, days: Retention): Promise<RetentionLosses> => {
  const losses = { messages: 0, files: 0, bytes: 0 }
  // A message takes its file along.
  const shortest = Math.min(days.messages ?? Number.POSITIVE_INFINITY, days.media ?? Number.POSITIVE_INFINITY)
  const kept = { messages: days.messages ?? Number.POSITIVE_INFINITY, media: shortest }
  for (const { kind, measure } of ctx.deps.handlers.retention) {
    if (!Number.isFinite(kept[kind])) continue
    const { rows, bytes } = await measure(ctx, { companyId, before: beforeOf(ctx, kept[kind]) })
    losses[kind === 'media' ? 'files' : 'messages'] += rows
    losses.bytes += bytes
  }
  return losses
}
