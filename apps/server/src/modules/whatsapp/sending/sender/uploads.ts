import { buffer } from 'node:stream/consumers'
import { canUpload } from '@recado/contracts/whatsapp/media-rules'
import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import type { GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { fileUrl } from '#server/modules/shared/files/index.ts'
import type { Claimed } from '../queries/claims.ts'
import { findSendFile, forgetUpload, type SendFile, saveUpload } from '../queries/media.ts'
import type { Prepared } from './payload.ts'

/** An upload without a response may be repeated: a duplicate is never visible. */
const harmless = (error: unknown): unknown =>
  error instanceof GraphError && error.fate === 'unknown'
    ? new GraphError({
        message: 'The upload got no answer',
        fate: 'not_sent',
        rule: {
          policy: 'retry',
          errorClass: 'transient',
          scope: 'message',
          retry: { backoffSeconds: [5, 30, 120, 600, 1800], costsAttempt: true },
        },
        cause: error,
      })
    : error

/** Files are held in memory while they go up: only so many at once. */
const UPLOADS_AT_ONCE = 4

const createGate = (places: number) => {
  const waiting: (() => void)[] = []
  let free = places
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/**
 * Files are uploaded to Meta once per channel and sent by their id from then on. Files that Meta does not accept as an
 * upload are sent as a signed link.
 */
export const createUploads = (deps: Deps, pool: Pool) => {
  const running = new Map<string, Promise<string>>()
  const gate = createGate(UPLOADS_AT_ONCE)

  const upload = async (client: GraphClient, phoneNumberId: string, channelId: string, file: SendFile) => {
    const { id } = await gate(async () => {
      const bytes = await buffer(deps.files.read(file.path))
      return client
        .uploadMedia(phoneNumberId, { bytes, mimeType: file.mime, fileName: file.name })
        .catch((error: unknown) => Promise.reject(harmless(error)))
    })
    await saveUpload(pool, channelId, file, id)
    return id
  }

  const uploadOnce = (client: GraphClient, phoneNumberId: string, channelId: string, file: SendFile) => {
    const key = `${channelId} ${file.sha256} ${file.mime}`
    const known = running.get(key)
    if (known) return known
    const started = upload(client, phoneNumberId, channelId, file).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }

  return {
    /** The message's file as sent to Meta; null if it has none. Throws `GraphError` when Meta refuses the upload. */
    prepare: async (client: GraphClient, phoneNumberId: string, send: Claimed): Promise<Prepared | null> => {
      const file = await findSendFile(pool, send.companyId, send.messageId, send.channelId)
      if (!file) return null
      if (file.mediaId) return { file, source: { id: file.mediaId } }
      if (!canUpload(file.mime, file.size))
        return { file, source: { link: `${publicOrigin(deps.config)}${fileUrl(deps, file.fileId)}` } }
      return { file, source: { id: await uploadOnce(client, phoneNumberId, send.channelId, file) } }
    },
    /** Meta no longer knows the id: the next attempt uploads again. */
    forget: (send: Claimed, { file }: Prepared) => forgetUpload(pool, send.channelId, file),
  }
}

export type Uploads = ReturnType<typeof createUploads>
