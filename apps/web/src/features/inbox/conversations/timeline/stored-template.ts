import type { Message } from '@recado/contracts/inbox/messages'
import type { TemplatePreview } from '@recado/contracts/whatsapp/template-preview'
import { asList, asObject, asText } from './payload.ts'

const headerOf = (value: unknown): TemplatePreview['header'] => {
  const header = asObject(value)
  const kind = asText(header?.kind)
  if (kind === 'text') return { kind, text: asText(header?.text) ?? '' }
  if (kind === 'location' || kind === 'product') return { kind }
  const mediaKind = asText(header?.mediaKind)
  if (kind !== 'media' || (mediaKind !== 'image' && mediaKind !== 'video' && mediaKind !== 'document')) return null
  return { kind, mediaKind, media: null }
}

/** The template that a message carried, as it was shown to its reader; null when only its text was kept. */
export const storedTemplate = ({ payload, body }: Message): TemplatePreview | null => {
  const source = asObject(payload.template)
  const preview = asObject(source?.preview) ?? asObject(payload.preview) ?? source
  if (!preview) return null
  return {
    header: headerOf(preview.header),
    body: asText(preview.body) ?? body ?? '',
    footer: asText(preview.footer),
    buttons: asList(preview.buttons).map((button) => ({
      type: (asText(button.type) ?? '').toUpperCase(),
      text: asText(button.text) ?? '',
      url: asText(button.url),
      code: asText(button.code),
    })),
    cards: [],
  }
}
