import { asInstant, asNumber, asObject, asObjects, asText, asWords, type Loose } from './loose-json.ts'
import type { InboundMediaKind, MessageContent } from './webhook-types.ts'
import { whatsappUser } from './whatsapp-user.ts'

const unsupported = (type: string | null, detail: string | null = null): MessageContent => ({
  kind: 'unsupported',
  type,
  detail,
})

const media = (kind: InboundMediaKind, object: Loose): MessageContent => ({
  kind,
  mediaId: asText(object.id),
  mimeType: asText(object.mime_type),
  sha256: asText(object.sha256),
  caption: asWords(object.caption),
  fileName: asWords(object.filename, 'name'),
  voice: object.voice === true,
  animated: object.animated === true,
  url: asText(object.url),
})

const location = (object: Loose): MessageContent | null => {
  const latitude = asNumber(object.latitude)
  const longitude = asNumber(object.longitude)
  if (latitude === null || longitude === null) return null
  return {
    kind: 'location',
    latitude,
    longitude,
    name: asWords(object.name, 'name'),
    address: asWords(object.address, 'name'),
    url: asText(object.url),
  }
}

const parsedOrNull = (text: string | null): unknown => {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const interactive = (object: Loose): MessageContent | null => {
  const reply = asObject(object[asText(object.type) ?? ''])
  if (!reply) return null
  if (object.type === 'button_reply')
    return { kind: 'button_reply', id: asText(reply.id) ?? '', title: asWords(reply.title, 'name') ?? '' }
  if (object.type === 'list_reply') {
    const description = asWords(reply.description)
    return { kind: 'list_reply', id: asText(reply.id) ?? '', title: asWords(reply.title, 'name') ?? '', description }
  }
  if (object.type === 'nfm_reply') {
    const responseJson = asText(reply.response_json)
    const response = parsedOrNull(responseJson)
    return { kind: 'flow_reply', name: asWords(reply.name, 'name'), body: asWords(reply.body), responseJson, response }
  }
  if (object.type === 'call_permission_reply') {
    return {
      kind: 'call_permission_reply',
      response: asText(reply.response),
      expiresAt: asInstant(reply.expiration_timestamp),
    }
  }
  return null
}

const order = (object: Loose): MessageContent => ({
  kind: 'order',
  catalogId: asText(object.catalog_id),
  text: asWords(object.text),
  items: asObjects(object.product_items).map((item) => ({
    productId: asText(item.product_retailer_id),
    quantity: asNumber(item.quantity),
    price: asNumber(item.item_price),
    currency: asText(item.currency),
  })),
})

const system = (object: Loose): MessageContent => {
  const { phone, bsuid, parentBsuid } = whatsappUser({
    phone: asText(object.wa_id) ?? asText(object.new_wa_id),
    bsuid: object.user_id,
    parentBsuid: object.parent_user_id,
  })
  return {
    kind: 'system',
    systemType: asText(object.type),
    body: asWords(object.body),
    newUser: { phone, bsuid, parentBsuid },
  }
}

const reaction = (object: Loose): MessageContent | null => {
  const targetWamid = asText(object.message_id)
  return targetWamid === null ? null : { kind: 'reaction', targetWamid, emoji: asText(object.emoji) }
}

const edit = (object: Loose, depth: number): MessageContent | null => {
  const originalWamid = asText(object.original_message_id)
  const message = asObject(object.message)
  if (originalWamid === null) return null
  return { kind: 'edit', originalWamid, content: message && depth === 0 ? messageContent(message, depth + 1) : null }
}

const revoke = (object: Loose): MessageContent | null => {
  const originalWamid = asText(object.original_message_id)
  return originalWamid === null ? null : { kind: 'revoke', originalWamid }
}

const button = (object: Loose): MessageContent => ({
  kind: 'template_button',
  payload: asText(object.payload),
  text: asWords(object.text) ?? '',
})

const text = (object: Loose): MessageContent | null =>
  typeof object.body === 'string' ? { kind: 'text', body: asWords(object.body) ?? '' } : null

const readers: Readonly<Record<string, (object: Loose, depth: number) => MessageContent | null>> = {
  text,
  image: (object) => media('image', object),
  video: (object) => media('video', object),
  audio: (object) => media('audio', object),
  voice: (object) => media('audio', { ...object, voice: true }),
  document: (object) => media('document', object),
  sticker: (object) => media('sticker', object),
  location,
  reaction,
  interactive,
  button,
  order,
  system,
  edit,
  revoke,
}

/** What a message of any type says. A type or shape that we do not know becomes `unsupported`, with the word kept. */
export const messageContent = (message: Loose, depth = 0): MessageContent => {
  const type = asText(message.type)
  if (type === 'contacts' && Array.isArray(message.contacts)) {
    return { kind: 'contacts', contacts: asObjects(message.contacts) }
  }
  const object = type === null ? null : asObject(message[type])
  const reader = type !== null && Object.hasOwn(readers, type) ? readers[type] : undefined
  const content = object && reader ? reader(object, depth) : null
  if (content) return content
  if (type === 'unsupported') return unsupported(asText(asObject(message.unsupported)?.type), null)
  return unsupported(type)
}
