import type { Ctx } from '#server/context.ts'
import { deleteFiles, dropFile, listFilesOfCompany } from './queries.ts'

/** Takes a file away: its row with the transaction, its bytes after it. Bytes that cannot be removed are logged. */
export const removeFile = async (tx: Ctx, id: string): Promise<void> => {
  const path = await dropFile(tx, id)
  if (!path) return
  const { files, log } = tx.deps
  tx.afterCommit(
    () => void files.remove(path).catch((err: unknown) => log.warn({ err, fileId: id }, 'a file could not be removed')),
  )
}

/** Removes the bytes of files whose rows are about to go: in this order nothing is left that no row knows. */
export const removeBytes = async (ctx: Ctx, some: readonly { path: string }[]): Promise<void> => {
  for (const { path } of some) await ctx.deps.files.remove(path)
}

const BATCH = 200

/**
 * Takes away all files of a company, bytes before rows: where it stopped it goes on. Throws when the signal is aborted,
 * and when bytes cannot be removed.
 */
export const removeFilesOfCompany = async (ctx: Ctx, companyId: string, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted()
    const some = await listFilesOfCompany(ctx, companyId, BATCH)
    if (some.length === 0) return
    await removeBytes(ctx, some)
    await deleteFiles(
      ctx,
      some.map(({ id }) => id),
    )
  }
}
