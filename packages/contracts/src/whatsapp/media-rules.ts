export const mediaKinds = ['audio', 'image', 'video', 'sticker', 'document'] as const
export type MediaKind = (typeof mediaKinds)[number]

export type MediaRule = { readonly mimeTypes: readonly string[]; readonly maxBytes: number }

const KB = 1024
const MB = 1024 * KB

/** Largest file that WhatsApp hands over from a contact, in bytes. */
export const maxInboundMediaBytes = 100 * MB

/** What WhatsApp accepts per kind. Documents may have any type; the listed types can be uploaded. */
export const mediaRules: Readonly<Record<MediaKind, MediaRule>> = {
  audio: { mimeTypes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], maxBytes: 16 * MB },
  image: { mimeTypes: ['image/jpeg', 'image/png'], maxBytes: 5 * MB },
  video: { mimeTypes: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MB },
  sticker: { mimeTypes: ['image/webp'], maxBytes: 500 * KB },
  document: {
    mimeTypes: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    maxBytes: 100 * MB,
  },
}

/** Largest sticker that does not move, in bytes; the rule above allows what an animated one may have. */
export const maxStillStickerBytes = 100 * KB

/** Kinds that can have words with them. */
export const takesCaption = (kind: MediaKind): boolean => kind === 'image' || kind === 'video' || kind === 'document'

export type MediaProblem = 'media_type_refused' | 'media_too_large' | 'media_empty'

/** The mime type without its parameters, in lower case: `audio/ogg; codecs=opus` becomes `audio/ogg`. */
export const bareMimeType = (mime: string): string => (mime.split(';', 1)[0] ?? '').trim().toLowerCase()

/** Checks a file against the rules before it is uploaded; null when WhatsApp will take it. Size in bytes. */
export const checkMedia = (kind: MediaKind, mime: string, size: number, animated = true): MediaProblem | null => {
  const rule = mediaRules[kind]
  if (size <= 0) return 'media_empty'
  const type = bareMimeType(mime)
  if (kind !== 'document' && !rule.mimeTypes.includes(type)) return 'media_type_refused'
  const max = kind === 'sticker' && !animated ? maxStillStickerBytes : rule.maxBytes
  return size > max ? 'media_too_large' : null
}

/** The kind under which a file is sent: by its type when that kind takes it, else as a document. */
export const mediaKindOf = (mime: string): MediaKind => {
  const type = bareMimeType(mime)
  const kind = mediaKinds.find(
    (candidate) => candidate !== 'document' && mediaRules[candidate].mimeTypes.includes(type),
  )
  return kind ?? 'document'
}

/** Whether a file that is too large for its kind can be sent as a document. */
export const fitsAsDocument = (kind: MediaKind, size: number): boolean =>
  kind !== 'document' && size > mediaRules[kind].maxBytes && size <= mediaRules.document.maxBytes

/** Whether Meta accepts a file as an upload, which depends on its type alone; other documents are sent as links. */
export const canUpload = (mime: string, size: number): boolean => {
  const kind = mediaKindOf(mime)
  return mediaRules[kind].mimeTypes.includes(bareMimeType(mime)) && size <= mediaRules[kind].maxBytes
}

/** The kind that a stored file is sent as: that of its type, or a document if it is too large for that kind. */
export const storedKindOf = (mime: string, size: number): MediaKind => {
  const kind = mediaKindOf(mime)
  return fitsAsDocument(kind, size) ? 'document' : kind
}
