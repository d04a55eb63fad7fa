import type { Media } from '../state/types.ts'
import { checkInteractive } from './check-interactive.ts'
import {
  type Fields,
  invalid,
  isFields,
  listAt,
  missing,
  numberAt,
  objectAt,
  optionalTextAt,
  textAt,
} from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'

export type FindMedia = (id: string) => Media | null

/** Refuses a media object without a usable id or link. */
export const mediaCheck =
  (find: FindMedia) =>
  (media: Fields, kind: string): void => {
    if (media.id !== undefined && media.id !== null && media.id !== '') {
      if (!find(String(media.id)))
        throw new GraphFault(131053, { details: `${kind}: media id ${String(media.id)} does not exist` })
      return
    }
    const link = textAt(media, 'link', 2048, `${kind}.link`)
    if (!/^https?:\/\//.test(link)) throw invalid(`${kind}.link`, 'is no web address')
  }

const checkMediaMessage = (type: string, media: Fields, find: FindMedia): void => {
  mediaCheck(find)(media, type)
  if (type === 'audio' || type === 'sticker') {
    if (media.caption !== undefined) throw new GraphFault(100, { details: `Param ${type}.caption is not allowed` })
    return
  }
  optionalTextAt(media, 'caption', 1024, `${type}.caption`)
  if (type === 'document') optionalTextAt(media, 'filename', 240, 'document.filename')
}

const checkContacts = (payload: Fields): void => {
  for (const contact of listAt(payload, 'contacts', [1, 257])) {
    const name = objectAt(contact, 'name', 'contacts.name')
    textAt(name, 'formatted_name', 1024, 'contacts.name.formatted_name')
    const parts = ['first_name', 'last_name', 'middle_name', 'prefix', 'suffix']
    if (!parts.some((part) => typeof name[part] === 'string' && name[part] !== ''))
      throw missing('contacts.name.first_name')
  }
}

const checkLocation = (location: Fields): void => {
  numberAt(location, 'latitude', [-90, 90], 'location.latitude')
  numberAt(location, 'longitude', [-180, 180], 'location.longitude')
}

const checkReaction = (reaction: Fields): void => {
  textAt(reaction, 'message_id', 512, 'reaction.message_id')
  if (reaction.emoji === undefined || reaction.emoji === null) throw missing('reaction.emoji')
  if (typeof reaction.emoji !== 'string' || /[\w\s]{2,}/.test(reaction.emoji))
    throw invalid('reaction.emoji', 'is no emoji')
}

/** Refuses the content of a send that Meta would refuse (reference §1.2); templates are checked elsewhere. */
export const checkContent = (type: string, payload: Fields, find: FindMedia): void => {
  if (type === 'text') {
    textAt(objectAt(payload, 'text'), 'body', 4096, 'text.body')
    return
  }
  if (type === 'contacts') {
    checkContacts(payload)
    return
  }
  const object = objectAt(payload, type)
  if (type === 'interactive') checkInteractive(object, mediaCheck(find))
  else if (type === 'location') checkLocation(object)
  else if (type === 'reaction') checkReaction(object)
  else checkMediaMessage(type, object, find)
}

const known = new Set([
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'interactive',
  'template',
])

/** The type of a send, checked. */
export const messageTypeOf = (payload: Fields): string => {
  const type = payload.type === undefined ? 'text' : String(payload.type)
  if (!known.has(type)) throw new GraphFault(100, { details: `Param type must be one of ${[...known].join(', ')}` })
  return type
}

/** The envelope of a send (reference §1.1). */
export const checkEnvelope = (payload: Fields): void => {
  if (payload.messaging_product !== 'whatsapp')
    throw new GraphFault(100, { details: 'The parameter messaging_product is required.' })
  if (!payload.to && !payload.recipient) throw new GraphFault(100, { details: 'The parameter to is required.' })
  if (
    payload.recipient_type !== undefined &&
    payload.recipient_type !== 'individual' &&
    payload.recipient_type !== 'group'
  ) {
    throw new GraphFault(100, { details: 'Param recipient_type must be one of individual, group' })
  }
  if (payload.context !== undefined && payload.context !== null) {
    const context = isFields(payload.context) ? payload.context : {}
    textAt(context, 'message_id', 512, 'context.message_id')
  }
  optionalTextAt(payload, 'biz_opaque_callback_data', 512)
}
