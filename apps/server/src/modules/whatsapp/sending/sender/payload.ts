import { isRecord, recordsOf } from '@recado/contracts/whatsapp/template-parts'
import { addressOf } from '#server/lib/whatsapp-cloud/address.ts'
import type { MessagePayload } from '#server/lib/whatsapp-cloud/graph-types.ts'
import type { Claimed } from '../queries/claims.ts'
import type { SendFile } from '../queries/media.ts'

export type Uploaded = { file: SendFile; mediaId: string }

const mediaKinds = new Set(['image', 'video', 'audio', 'document', 'sticker'])

/** Whether a message may have a file, which has to be at Meta before it can be sent. */
export const mayHaveFile = (type: string): boolean =>
  mediaKinds.has(type) || type === 'template' || type === 'interactive'

const mediaObject = (send: Claimed, { file, mediaId }: Uploaded) => ({
  id: mediaId,
  ...(send.body ? { caption: send.body } : {}),
  ...(send.type === 'document' ? { filename: file.name } : {}),
  ...(send.type === 'audio' && file.voice ? { voice: true } : {}),
})

/** What names a file by our id names it by Meta's. */
const renamed = (part: Record<string, unknown>, uploaded: Uploaded): Record<string, unknown> => {
  const kind = String(part['type'])
  const media = part[kind]
  return isRecord(media) && media['id'] === uploaded.file.fileId
    ? { ...part, [kind]: { ...media, id: uploaded.mediaId } }
    : part
}

/** The header's file, named by our id in the stored message, gets Meta's id. */
const interactiveWith = (interactive: Record<string, unknown>, uploaded: Uploaded | null): Record<string, unknown> => {
  const { header } = interactive
  return uploaded && isRecord(header) ? { ...interactive, header: renamed(header, uploaded) } : interactive
}

/** The header's file, named by our id in the stored components, gets Meta's id. */
const withUpload = (components: unknown, uploaded: Uploaded | null): Record<string, unknown>[] =>
  recordsOf(components).map((component) => {
    if (component['type'] !== 'header' || !uploaded) return component
    return { ...component, parameters: recordsOf(component['parameters']).map((part) => renamed(part, uploaded)) }
  })

const contentOf = (send: Claimed, uploaded: Uploaded | null): Record<string, unknown> => {
  const { type, payload } = send
  if (type === 'text') return { text: { body: send.body ?? '', preview_url: payload['previewUrl'] !== false } }
  if (mediaKinds.has(type)) return uploaded ? { [type]: mediaObject(send, uploaded) } : {}
  if (type === 'location' && isRecord(payload['location'])) {
    const given = Object.entries(payload['location']).filter(([, value]) => value !== null)
    return { location: Object.fromEntries(given) }
  }
  if (type === 'template' && isRecord(payload['template'])) {
    const { name, language, components } = payload['template']
    return { template: { name, language: { code: language }, components: withUpload(components, uploaded) } }
  }
  if (type === 'interactive' && isRecord(payload['interactive']))
    return { interactive: interactiveWith(payload['interactive'], uploaded) }
  if (type === 'contacts') return { contacts: recordsOf(payload['contacts']) }
  return isRecord(payload[type]) ? { [type]: payload[type] } : {}
}

/** The body of `POST /{number}/messages`. Our message id travels in `biz_opaque_callback_data` and comes back in every status. */
export const graphPayloadOf = (send: Claimed, uploaded: Uploaded | null): MessagePayload => ({
  ...addressOf(send.recipient),
  type: send.type,
  ...contentOf(send, uploaded),
  ...(send.replyToWamid ? { context: { message_id: send.replyToWamid } } : {}),
  biz_opaque_callback_data: send.messageId,
})
