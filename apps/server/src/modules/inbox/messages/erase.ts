import { type Ctx, inTransaction } from '#server/context.ts'
import type { EraseHandler, ErasureSubject } from '#server/lib/erasure.ts'
import { deleteFiles, removeBytes } from '#server/modules/shared/files/index.ts'
import { removeSend } from '#server/modules/whatsapp/sending/index.ts'
import { blankMessages, listFilesOf, listMessagesOf } from './queries/erase.ts'
import { deleteMessages } from './queries/retire.ts'

const BATCH = 500

const eraseFiles = async (ctx: Ctx, subject: ErasureSubject, signal: AbortSignal): Promise<number> => {
  for (let gone = 0; ; ) {
    signal.throwIfAborted()
    const some = await listFilesOf(ctx, subject, BATCH)
    await removeBytes(ctx, some)
    await deleteFiles(
      ctx,
      some.map(({ id }) => id),
    )
    gone += some.length
    if (some.length < BATCH) return gone
  }
}

/** What they wrote and were written, and the files; the team's notes go in any case. Counts stay unless all goes. */
export const eraseMessages: EraseHandler = async (ctx, subject, signal) => {
  const files = await eraseFiles(ctx, subject, signal)
  const { companyId } = subject
  for (let messages = 0; ; ) {
    signal.throwIfAborted()
    const some = await listMessagesOf(ctx, subject, BATCH)
    const [blank, gone] = [some.filter(({ stays }) => stays), some.filter(({ stays }) => !stays)]
    await inTransaction(ctx, async (tx) => {
      for (const { id: messageId } of some) await removeSend(tx, { companyId, messageId })
      await blankMessages(
        tx,
        companyId,
        blank.map(({ id }) => id),
      )
      await deleteMessages(
        tx,
        companyId,
        gone.map(({ id }) => id),
      )
    })
    messages += some.length
    if (some.length < BATCH) return { messages, files }
  }
}
