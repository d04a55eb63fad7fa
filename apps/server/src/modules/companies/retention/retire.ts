import type { Retention, RetentionLosses } from '@recado/contracts/companies/company-rules'
import { type Ctx, inTransaction } from '#server/context.ts'
import { companyPrivacyOf } from '#server/modules/companies/companies/index.ts'
import {
  countOldMessages,
  deleteMessages,
  forgetMedia,
  listOldMedia,
  listOldMessages,
  type OldFile,
  sumOldMedia,
} from '#server/modules/inbox/conversations/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { deleteFiles, removeBytes } from '#server/modules/shared/files/index.ts'

const BATCH = 500
const DAY = 86_400_000

type Kind = keyof Retention
type Found = { id: string; file: OldFile | null }

const list = { messages: listOldMessages, media: listOldMedia }
const remove = { messages: deleteMessages, media: forgetMedia }

const beforeOf = (ctx: Ctx, days: number) => new Date(ctx.now().getTime() - days * DAY)

const removeSome = async (ctx: Ctx, companyId: string, kind: Kind, some: readonly Found[]) => {
  const files = [...new Map(some.flatMap(({ file }) => (file ? [[file.id, file] as const] : []))).values()]
  await removeBytes(ctx, files)
  await inTransaction(ctx, async (tx) => {
    const ids = some.map(({ id }) => id)
    await remove[kind](tx, companyId, ids)
    await deleteFiles(
      tx,
      files.map(({ id }) => id),
    )
  })
}

/** Takes away what is older than the company says now; asks before each batch, so that a longer time holds at once. */
const retireKind = async (ctx: Ctx, companyId: string, kind: Kind, signal: AbortSignal): Promise<number> => {
  for (let gone = 0; ; ) {
    signal.throwIfAborted()
    const days = (await companyPrivacyOf(ctx, companyId)).retention[kind]
    if (days === null) return gone
    const some = await list[kind](ctx, { companyId, before: beforeOf(ctx, days) }, BATCH)
    await removeSome(ctx, companyId, kind, some)
    gone += some.length
    if (some.length < BATCH) return gone
  }
}

/**
 * Takes away for good the messages and files that a company keeps no longer, in batches: where it stopped, it goes on.
 * Conversations stay, with when they were and how they ended. Throws when the signal is aborted.
 */
export const retire = async (ctx: Ctx, companyId: string, signal: AbortSignal): Promise<void> => {
  const messages = await retireKind(ctx, companyId, 'messages', signal)
  const media = await retireKind(ctx, companyId, 'media', signal)
  if (messages + media === 0) return
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, {
      action: 'company.retention_applied',
      companyId,
      target: { type: 'company', id: companyId },
      diff: { messages, media },
    }),
  )
}

/** What would go if a company kept messages and files for so many days. */
export const lossesOf = async (ctx: Ctx, companyId: string, days: Retention): Promise<RetentionLosses> => {
  const oldBy = (some: number) => ({ companyId, before: beforeOf(ctx, some) })
  const messages = days.messages === null ? 0 : await countOldMessages(ctx, oldBy(days.messages))
  const shortest = Math.min(days.messages ?? Number.POSITIVE_INFINITY, days.media ?? Number.POSITIVE_INFINITY)
  const media = Number.isFinite(shortest) ? await sumOldMedia(ctx, oldBy(shortest)) : { files: 0, bytes: 0 }
  return { messages, ...media }
}
