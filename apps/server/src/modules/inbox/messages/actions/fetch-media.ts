import { maxInboundMediaBytes } from '@recado/contracts/whatsapp/media-rules'
import { type Ctx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { JobFailed } from '#server/jobs/define.ts'
import { newId } from '#server/lib/ids.ts'
import { FileTooLarge, type StoredFile } from '#server/lib/storage/file-store.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { insertFile } from '#server/modules/shared/files/index.ts'
import { graphClientOf } from '#server/modules/whatsapp/directory/index.ts'
import { emitMessages } from '../change-events.ts'
import { measureImage, sniffType } from '../media-type.ts'
import { findMediaOf, type MediaToFetch, updateUnstoredMedia } from '../queries/media.ts'

type Wanted = { companyId: string; messageId: string }
type Fetched = StoredFile & { mime: string; size: number; width: number | null; height: number | null }

const download = async (deps: Deps, companyId: string, { media, channelId }: MediaToFetch): Promise<Fetched> => {
  const client = await graphClientOf(deps, companyId, channelId)
  const info = await client.getMediaUrl(media.metaMediaId ?? '')
  if ((info.fileSize ?? 0) > maxInboundMediaBytes) throw new FileTooLarge('announced as too large')
  const sha256 = media.sha256 ?? info.sha256
  const { stream } = await client.downloadMedia({ url: info.url, maxBytes: maxInboundMediaBytes, sha256 })
  const stored = await deps.files.put(stream, maxInboundMediaBytes)
  const mime = await sniffType((range) => deps.files.read(stored.path, range), media.mime ?? info.mimeType)
  const size = await measureImage(deps.files.read(stored.path), mime)
  return { ...stored, mime, width: size?.width ?? null, height: size?.height ?? null }
}

const nameOf = ({ media }: MediaToFetch, mime: string) =>
  media.filename ?? `${media.kind}.${mime.split('/')[1]?.replace(/[^a-z0-9]/g, '') ?? 'bin'}`

const keep = (ctx: Ctx, companyId: string, found: MediaToFetch, file: Fetched): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const id = newId()
    const { messageId } = found.media
    const change = { state: 'stored', error: null, fileId: id, mime: file.mime } as const
    if (!(await updateUnstoredMedia(tx, companyId, messageId, change))) return false
    const { path, size, sha256, mime, width, height } = file
    const name = nameOf(found, mime)
    await insertFile(tx, {
      id,
      companyId,
      ownerKind: 'message',
      ownerId: messageId,
      path,
      name,
      mime,
      size,
      sha256,
      width,
      height,
    })
    return true
  })

/** Where the file is gone, or the number; a token that is refused may be replaced while Meta keeps the file. */
const isGone = (error: unknown): boolean => {
  if (error instanceof AppError) return error.code === 'not_found'
  if (!(error instanceof GraphError)) return false
  const missing = error.httpStatus === 404 || error.httpStatus === 410
  return missing || (error.rule.policy === 'never' && error.code !== null)
}

/** What the chat says about a failure, by code. */
const problemOf = (error: unknown): string => {
  if (error instanceof FileTooLarge) return 'media_too_large'
  if (error instanceof AppError) return error.code
  return 'media_unavailable'
}

/** Shows that a message's file will not come. */
export const giveUpMedia = async (deps: Deps, { companyId, messageId }: Wanted): Promise<void> => {
  const ctx = systemCtx(deps, 'media.fetch')
  const found = await findMediaOf(ctx, companyId, messageId)
  const change = { state: 'failed', error: 'media_unavailable' } as const
  if (!found || !(await updateUnstoredMedia(ctx, companyId, messageId, change))) return
  emitMessages(deps, 'message.updated', [{ companyId, conversationId: found.conversationId, id: messageId }])
}

/**
 * Fetches a message's file from WhatsApp and stores it. Each failure is shown with the message; it stays waiting while
 * further tries follow, and is failed with the last one or when the file is gone. Throws what went wrong, so that the
 * job is tried again.
 */
export const fetchMedia = async (deps: Deps, input: Wanted, lastTry: boolean): Promise<void> => {
  const ctx = systemCtx(deps, 'media.fetch')
  const found = await findMediaOf(ctx, input.companyId, input.messageId)
  if (!found || found.media.state === 'stored' || found.media.metaMediaId === null) return
  const tell = () =>
    emitMessages(deps, 'message.updated', [
      { companyId: input.companyId, conversationId: found.conversationId, id: input.messageId },
    ])
  try {
    const file = await download(deps, input.companyId, found)
    if (!(await keep(ctx, input.companyId, found, file))) await deps.files.remove(file.path)
  } catch (error) {
    const problem = problemOf(error)
    const final = lastTry || problem === 'media_too_large' || isGone(error)
    await updateUnstoredMedia(ctx, input.companyId, input.messageId, {
      state: final ? 'failed' : 'waiting',
      error: problem,
    })
    tell()
    throw final ? new JobFailed(problem, { cause: error }) : new Error(problem, { cause: error })
  }
  tell()
}
