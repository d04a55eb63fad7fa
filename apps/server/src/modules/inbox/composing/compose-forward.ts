import { fitsForward, isForwardableType } from '@recado/contracts/inbox/forwarding'
import type { MessageDraft } from '@recado/contracts/inbox/messages'
import { checkMedia, mediaKinds } from '@recado/contracts/whatsapp/media-rules'
import { recordsOf, textOf } from '@recado/contracts/whatsapp/template-parts'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { findMedia, findMessage, previewOf, type StoredMessage } from '#server/modules/inbox/messages/index.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import type { Composed, MediaPart } from './composed.ts'
import { findAttachment } from './queries/attachments.ts'

type Draft = Extract<MessageDraft, { type: 'forward' }>

const refused = (code: string) =>
  new AppError('validation_failed', {
    errors: [{ path: 'messageId', code, message: 'This message cannot be forwarded' }],
  })

const isForwardable = ({ type, direction, revokedAt }: StoredMessage): boolean =>
  (direction === 'in' || direction === 'out') && revokedAt === null && isForwardableType(type)

/** The message, if the actor may see its conversation and the message can be forwarded. */
const loadForwardable = async (ctx: CompanyCtx, id: string): Promise<StoredMessage> => {
  const message = await findMessage(ctx, id)
  if (!message) throw refused('not_found')
  await assertVisible(ctx, message.conversationId)
  if (!isForwardable(message)) throw refused('not_forwardable')
  if (!fitsForward(message.type, message.body)) throw refused('too_big')
  return message
}

const mediaOf = async (ctx: CompanyCtx, message: StoredMessage): Promise<MediaPart> => {
  const media = await findMedia(ctx, ctx.company.id, message.id)
  const file = media?.fileId ? await findAttachment(ctx, ctx.company.id, media.fileId) : null
  if (!media || !file) throw refused('file_gone')
  const kind = mediaKinds.find((one) => one === media.kind)
  if (!kind || checkMedia(kind, file.mime, file.size, media.animated)) throw refused('file_not_sendable')
  return {
    kind,
    mime: file.mime,
    filename: media.filename ?? file.name,
    sha256: file.sha256,
    voice: media.voice,
    fileId: file.id,
  }
}

/** A received or sent contact card in the format of the Cloud API. */
const cardOf = (card: Record<string, unknown>) => {
  const [name = {}] = recordsOf([card['name']])
  const full = textOf(name['formatted_name']) || textOf(name['first_name'])
  const [org] = recordsOf([card['org']])
  const phones = recordsOf(card['phones'])
  const emails = recordsOf(card['emails'])
  return {
    name: { formatted_name: full, first_name: textOf(name['first_name']) || full },
    ...(phones.length > 0 && { phones }),
    ...(emails.length > 0 && { emails }),
    ...(org && { org }),
  }
}

const cardsOf = (ctx: CompanyCtx, { payload }: StoredMessage) => {
  if (!seesPersonalData(ctx)) throw refused('forbidden')
  return recordsOf(payload['contacts']).map(cardOf)
}

/**
 * Composes a copy of a message for another conversation: its text, file, location or contact cards. Throws
 * `not_found` for a conversation that the actor may not see, `validation_failed` for what cannot be forwarded.
 */
export const composeForward = async (ctx: CompanyCtx, { messageId }: Draft): Promise<Composed> => {
  const message = await loadForwardable(ctx, messageId)
  const { type, body, payload } = message
  if (type === 'text') return { type, body, payload: {}, preview: previewOf(body), media: null }
  if (type === 'location') {
    const [{ latitude, longitude, name = null, address = null } = payload] = recordsOf([payload['location']])
    const preview = previewOf(textOf(name) || textOf(address))
    return { type, body: null, payload: { location: { latitude, longitude, name, address } }, preview, media: null }
  }
  if (type === 'contacts') {
    const contacts = cardsOf(ctx, message)
    const preview = previewOf(contacts.map(({ name }) => name.formatted_name).join(', '))
    return { type, body: null, payload: { contacts }, preview, media: null }
  }
  return { type, body, payload: {}, preview: previewOf(body), media: await mediaOf(ctx, message) }
}
