import { trackedButtonProblems } from '@recado/contracts/campaigns/tracked-buttons'
import type { MessageDraft } from '@recado/contracts/inbox/messages'
import { type HeaderMedia, interactiveMessage, interactiveObject } from '@recado/contracts/whatsapp/interactive'
import { storedKindOf, takesCaption } from '@recado/contracts/whatsapp/media-rules'
import type { TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { validateTemplateValues } from '@recado/contracts/whatsapp/template-validation'
import type { SendableTemplate, TemplateValues } from '@recado/contracts/whatsapp/template-variables'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import type { OutboundConversation } from '#server/modules/inbox/conversations/index.ts'
import { previewOf } from '#server/modules/inbox/messages/index.ts'
import { findChannelTemplate } from '#server/modules/whatsapp/templates/index.ts'
import { composeCards } from './compose-contacts.ts'
import { composeForward } from './compose-forward.ts'
import type { Composed, MediaPart } from './composed.ts'
import { findAttachment, type StoredAttachment } from './queries/attachments.ts'
import { templateMessageOf, templateValuesOf } from './template-message.ts'
import { withLeadingButtons } from './tracked-buttons.ts'

type Draft<T extends MessageDraft['type']> = Extract<MessageDraft, { type: T }>

/** An attached file, one that any message may take, or the sample of a template. */
const isSendable = ({ ownerKind, ownerId }: StoredAttachment): boolean =>
  ownerKind === 'template_sample' || ownerKind === 'upload' || (ownerKind === 'attachment' && ownerId !== null)

const loadAttachment = async (ctx: Ctx, companyId: string, fileId: string, path: string): Promise<StoredAttachment> => {
  const file = await findAttachment(ctx, companyId, fileId)
  if (!file || !isSendable(file))
    throw new AppError('validation_failed', { errors: [{ path, code: 'not_found', message: 'No such attachment' }] })
  return file
}

const mediaPartOf = (file: StoredAttachment): MediaPart => {
  const kind = storedKindOf(file.mime, file.size)
  return {
    kind,
    mime: file.mime,
    filename: file.name,
    sha256: file.sha256,
    voice: kind === 'audio' && file.mime.startsWith('audio/ogg'),
    fileId: file.id,
  }
}

const composeMedia = async (ctx: Ctx, companyId: string, draft: Draft<'media'>): Promise<Composed> => {
  const file = await loadAttachment(ctx, companyId, draft.fileId, 'fileId')
  const media = mediaPartOf(file)
  const caption = (draft.caption ?? '').trim()
  if (caption !== '' && !takesCaption(storedKindOf(file.mime, file.size)))
    throw new AppError('validation_failed', {
      errors: [{ path: 'caption', code: 'no_caption', message: 'This kind of file takes no words' }],
    })
  return { type: media.kind, body: caption || null, payload: {}, preview: previewOf(caption), media }
}

const composeLocation = (draft: Draft<'location'>): Composed => {
  const { latitude, longitude, name = '', address = '' } = draft
  return {
    type: 'location',
    body: null,
    payload: { location: { latitude, longitude, name: name || null, address: address || null } },
    preview: previewOf(name || address),
    media: null,
  }
}

const composeContacts = async (ctx: CompanyCtx, draft: Draft<'contacts'>): Promise<Composed> => {
  const contacts = await composeCards(ctx, draft)
  const names = contacts.map(({ name }) => name.formatted_name).join(', ')
  return { type: 'contacts', body: null, payload: { contacts }, preview: previewOf(names), media: null }
}

const headerKinds = ['image', 'video', 'document'] as const

const headerMediaOf = ({ kind, fileId, filename }: MediaPart): HeaderMedia => {
  const known = headerKinds.find((one) => one === kind)
  if (!known) throw new AppError('file_type_refused', { data: { kind, allowed: headerKinds } })
  return { kind: known, id: fileId, filename }
}

const composeInteractive = async (ctx: Ctx, companyId: string, draft: Draft<'interactive'>): Promise<Composed> => {
  // The draft may come from a row that was stored before: it is checked again.
  const message = interactiveMessage.parse(draft.interactive)
  const fileId = 'headerFileId' in message ? message.headerFileId : undefined
  const path = 'interactive.headerFileId'
  const media = fileId ? mediaPartOf(await loadAttachment(ctx, companyId, fileId, path)) : null
  /** The header's file stands in it by our id until it is uploaded. */
  const payload = { interactive: interactiveObject(message, media && headerMediaOf(media)) }
  return { type: 'interactive', body: message.body, payload, preview: previewOf(message.body), media }
}

const HEADER_MEDIA = 'header.media'

const assertValues = (ctx: Ctx, template: SendableTemplate, values: TemplateValues) => {
  const problems = [
    ...validateTemplateValues(template, values, ctx.now().getTime()),
    ...trackedButtonProblems(template, values, publicOrigin(ctx.deps.config)),
  ]
  if (problems.some(({ code }) => code === 'unsupported'))
    throw new AppError('template_not_sendable', { data: { reason: 'unsupported' } })
  if (problems.length === 0) return
  const errors = problems.map(({ key, code }) => ({
    path: key === HEADER_MEDIA ? 'template.headerFileId' : `template.values.${key}`,
    code,
    message: `${key}: ${code}`,
  }))
  throw new AppError('template_parameters_invalid', { errors })
}

const composeTemplate = async (
  ctx: Ctx,
  conversation: Pick<OutboundConversation, 'companyId' | 'channelId'>,
  draft: Draft<'template'>,
): Promise<Composed> => {
  const { name, language, values: given = {}, headerFileId } = draft.template
  const row = await findChannelTemplate(ctx, conversation.channelId, name, language)
  if (row?.status !== 'APPROVED')
    throw new AppError('template_not_sendable', { data: { status: row?.status ?? 'MISSING' } })
  const template = {
    components: row.components as TemplateComponent[],
    parameterFormat: row.parameterFormat,
    category: row.category,
  }
  const file = headerFileId
    ? await loadAttachment(ctx, conversation.companyId, headerFileId, 'template.headerFileId')
    : null
  const values: TemplateValues = {
    ...templateValuesOf(template, given),
    ...(file && { [HEADER_MEDIA]: { id: file.id, mimeType: file.mime, size: file.size, filename: file.name } }),
  }
  assertValues(ctx, template, values)
  const shown = withLeadingButtons(ctx, template, values)
  const { body, payload, mediaKind } = templateMessageOf({ ...template, name, language }, shown)
  return {
    type: 'template',
    body,
    payload,
    preview: previewOf(body),
    media: file ? { ...mediaPartOf(file), kind: mediaKind ?? 'document' } : null,
  }
}

/**
 * Turns what a member wrote into a message, checked as WhatsApp would check it. Throws `template_not_sendable`,
 * `template_parameters_invalid`, or `validation_failed` for a file that is not there or a contact that cannot be shared.
 */
export const composeDraft = async (
  ctx: CompanyCtx,
  conversation: Pick<OutboundConversation, 'companyId' | 'channelId'>,
  draft: MessageDraft,
): Promise<Composed> => {
  switch (draft.type) {
    case 'text': {
      const payload = draft.previewUrl === false ? { previewUrl: false } : {}
      return { type: 'text', body: draft.body, payload, preview: previewOf(draft.body), media: null }
    }
    case 'media':
      return composeMedia(ctx, conversation.companyId, draft)
    case 'location':
      return composeLocation(draft)
    case 'contacts':
      return composeContacts(ctx, draft)
    case 'interactive':
      return composeInteractive(ctx, conversation.companyId, draft)
    case 'template':
      return composeTemplate(ctx, conversation, draft)
    case 'forward':
      return composeForward(ctx, draft)
  }
}
