import type { Ctx } from '#server/context.ts'
import { dropFile } from './queries.ts'

/** Takes a file away: its row with the transaction, its bytes after it. Bytes that cannot be removed are logged. */
export const removeFile = async (tx: Ctx, id: string): Promise<void> => {
  const path = await dropFile(tx, id)
  if (!path) return
  const { files, log } = tx.deps
  tx.afterCommit(
    () => void files.remove(path).catch((err: unknown) => log.warn({ err, fileId: id }, 'a file could not be removed')),
  )
}
