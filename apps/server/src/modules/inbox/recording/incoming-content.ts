import type { MessageType } from '@recado/contracts/inbox/messages'
import type {
  InboundMedia,
  MessageContent,
  MessageContext,
  Referral,
} from '#server/lib/whatsapp-cloud/webhook-types.ts'

type Shown = { type: MessageType; body: string | null; payload: Record<string, unknown>; media: InboundMedia | null }

const shown = (
  type: MessageType,
  body: string | null,
  payload: Record<string, unknown> = {},
  media: InboundMedia | null = null,
): Shown => ({
  type,
  body,
  payload,
  media,
})

/** How a message's content is kept: our type, its readable text, and the rest by a key named after the type. */
export const shownContent = (content: MessageContent, raw: Record<string, unknown>): Shown | null => {
  switch (content.kind) {
    case 'text':
      return shown('text', content.body)
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return shown(content.kind, content.caption, {}, content)
    case 'location': {
      const { latitude, longitude, name, address, url } = content
      return shown('location', name ?? address, { location: { latitude, longitude, name, address, url } })
    }
    case 'contacts':
      return shown('contacts', null, { contacts: content.contacts })
    case 'button_reply':
    case 'list_reply':
      return shown('interactive', content.title, { interactive: { ...content } })
    case 'flow_reply': {
      const { kind, name, body, response } = content
      return shown('interactive', body, { interactive: { kind, name, response } })
    }
    case 'call_permission_reply':
      return shown('interactive', null, { interactive: { ...content } })
    case 'template_button':
      return shown('button', content.text, { button: { payload: content.payload } })
    case 'order':
      return shown('order', content.text, { order: { catalogId: content.catalogId, items: content.items } })
    case 'system':
      return shown('system', null, { system: { kind: content.systemType } })
    case 'unsupported':
      return shown('unsupported', null, { unsupported: { type: content.type, detail: content.detail }, raw })
    case 'reaction':
    case 'edit':
    case 'revoke':
      return null
  }
}

/** What else the message tells: where it came from, and whether it was passed on. */
export const shownExtras = (context: MessageContext | null, referral: Referral | null): Record<string, unknown> => ({
  ...(referral && { referral }),
  ...(context?.forwarded && { forwarded: context.frequentlyForwarded ? 'often' : 'once' }),
  ...(context?.product && { product: context.product }),
})
