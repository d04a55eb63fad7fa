import { isRecord, recordsOf } from '@recado/contracts/whatsapp/template-parts'
import { addressOf } from '#server/lib/whatsapp-cloud/address.ts'
import type { MessagePayload } from '#server/lib/whatsapp-cloud/graph-types.ts'
import type { Claimed } from '../queries/claims.ts'
import type { SendFile } from '../queries/media.ts'

/** A message's file, and its reference for Meta: the id of its upload, or a link that Meta fetches it from. */
export type Prepared = { file: SendFile; source: { id: string } | { link: string } }

const mediaKinds = new Set(['image', 'video', 'audio', 'document', 'sticker'])

const isMedia = (part: Record<string, unknown>) => mediaKinds.has(String(part['type']))

/** Whether a message may have a file, which has to be at Meta before it can be sent. */
export const mayHaveFile = ({ type, payload }: Pick<Claimed, 'type' | 'payload'>): boolean => {
  const { template, interactive } = payload
  if (type === 'template' && isRecord(template))
    return recordsOf(template['components']).some(({ parameters }) => recordsOf(parameters).some(isMedia))
  if (type === 'interactive' && isRecord(interactive))
    return isRecord(interactive['header']) && isMedia(interactive['header'])
  return mediaKinds.has(type)
}

const mediaObject = (send: Claimed, { file, source }: Prepared) => ({
  ...source,
  ...(send.body ? { caption: send.body } : {}),
  ...(send.type === 'document' ? { filename: file.name } : {}),
  ...(send.type === 'audio' && file.voice ? { voice: true } : {}),
})

/** Replaces our file id by the reference that Meta knows. */
const renamed = (part: Record<string, unknown>, { file, source }: Prepared): Record<string, unknown> => {
  const kind = String(part['type'])
  const media = part[kind]
  if (!isRecord(media) || media['id'] !== file.fileId) return part
  const { id: _, ...rest } = media
  return { ...part, [kind]: { ...rest, ...source } }
}

/** Replaces our id of the header's file in the stored message by the reference that Meta knows. */
const interactiveWith = (interactive: Record<string, unknown>, prepared: Prepared | null): Record<string, unknown> => {
  const { header } = interactive
  return prepared && isRecord(header) ? { ...interactive, header: renamed(header, prepared) } : interactive
}

/** Replaces our id of the header's file in the stored components by the reference that Meta knows. */
const withFile = (components: unknown, prepared: Prepared | null): Record<string, unknown>[] =>
  recordsOf(components).map((component) => {
    if (component['type'] !== 'header' || !prepared) return component
    return { ...component, parameters: recordsOf(component['parameters']).map((part) => renamed(part, prepared)) }
  })

const contentOf = (send: Claimed, prepared: Prepared | null): Record<string, unknown> => {
  const { type, payload } = send
  if (type === 'text') return { text: { body: send.body ?? '', preview_url: payload['previewUrl'] !== false } }
  if (mediaKinds.has(type)) return prepared ? { [type]: mediaObject(send, prepared) } : {}
  if (type === 'location' && isRecord(payload['location'])) {
    const given = Object.entries(payload['location']).filter(([, value]) => value !== null)
    return { location: Object.fromEntries(given) }
  }
  if (type === 'template' && isRecord(payload['template'])) {
    const { name, language, components } = payload['template']
    return { template: { name, language: { code: language }, components: withFile(components, prepared) } }
  }
  if (type === 'interactive' && isRecord(payload['interactive']))
    return { interactive: interactiveWith(payload['interactive'], prepared) }
  if (type === 'contacts') return { contacts: recordsOf(payload['contacts']) }
  return isRecord(payload[type]) ? { [type]: payload[type] } : {}
}

/** The body of `POST /{number}/messages`. Our message id travels in `biz_opaque_callback_data` and comes back in every status. */
export const graphPayloadOf = (send: Claimed, prepared: Prepared | null): MessagePayload => ({
  ...addressOf(send.recipient),
  type: send.type,
  ...contentOf(send, prepared),
  ...(send.replyToWamid ? { context: { message_id: send.replyToWamid } } : {}),
  biz_opaque_callback_data: send.messageId,
})
