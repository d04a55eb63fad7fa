import type { HeldMessage } from '@recado/contracts/inbox/held-messages'
import type { MediaKind } from '@recado/contracts/whatsapp/media-rules'
import type { CompanyCtx } from '#server/context.ts'
import type { HeldContent } from '#server/db/schema/inbox/held-messages.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import type { Composed } from '#server/modules/inbox/composing/index.ts'
import { type Author, findAuthors } from '#server/modules/inbox/scheduled/index.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import { fileUrl } from '#server/modules/shared/files/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { type HeldRow, listHeld } from '../queries.ts'

/** What a bubble shows of a message that was composed. */
export const contentOf = ({ type, body, preview, media }: Composed): HeldContent => {
  const file = media && { fileId: media.fileId, kind: media.kind, mime: media.mime, name: media.filename }
  return { type, text: body ?? (preview || null), file }
}

const returnedOf = (row: HeldRow, people: ReadonlyMap<string, Author>): HeldMessage['returned'] => {
  if (row.state !== 'returned' || row.reason === null) return null
  const by = row.reasonUserId === null ? null : (people.get(row.reasonUserId)?.name ?? null)
  return { reason: row.reason, by, code: row.error }
}

const shown = (ctx: CompanyCtx, row: HeldRow, people: ReadonlyMap<string, Author>): HeldMessage => {
  const { id, clientKey, kind, name, state, authorId } = row
  const author = people.get(authorId)
  const contents = row.contents.map(({ file, ...content }) => ({
    ...content,
    file: file && { ...file, kind: file.kind as MediaKind, url: fileUrl(ctx.deps, file.fileId) },
  }))
  return {
    ...{ id, clientKey, kind, name, contents, state },
    forward: row.draft.type === 'forward',
    author: { id: authorId, name: author?.name ?? '', avatarUrl: avatarUrl(authorId, author?.avatarFileId ?? null) },
    createdAt: row.createdAt.toISOString(),
    heldUntil: row.heldUntil.toISOString(),
    returned: returnedOf(row, people),
  }
}

export const showAll = async (ctx: CompanyCtx, rows: readonly HeldRow[]): Promise<HeldMessage[]> => {
  const people = await findAuthors(
    ctx,
    rows.flatMap(({ authorId, reasonUserId }) => (reasonUserId ? [authorId, reasonUserId] : [authorId])),
  )
  return rows.map((row) => shown(ctx, row, people))
}

export const showOne = async (ctx: CompanyCtx, row: HeldRow): Promise<HeldMessage> => {
  const [one] = await showAll(ctx, [row])
  if (!one) throw new Error('One row is shown as one')
  return one
}

/** What members send in a conversation and can still take back, and what came back. Throws `not_found`. */
export const readHeld = async (ctx: CompanyCtx, conversationId: string): Promise<HeldMessage[]> => {
  await assertVisible(ctx, conversationId)
  return showAll(ctx, await listHeld(ctx, conversationId))
}

/** Tells browsers that something is held, went out, was taken back or came back. */
export const announceHeld = (tx: CompanyCtx, conversationId: string): void =>
  emitChange(tx, 'held.updated', { companyId: tx.company.id, conversationIds: [conversationId] })
