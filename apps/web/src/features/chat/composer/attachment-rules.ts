import {
  checkMedia,
  type MediaKind,
  type MediaProblem,
  mediaKindOf,
  mediaRules,
} from '@recado/contracts/whatsapp/media-rules'

export type Attachment = { key: string; file: File; kind: MediaKind; problem: MediaProblem | null; url: string | null }

export const maxAttachments = 10
export const maxCaption = 1024

const mimeOf = (file: File): string => (file.type === '' ? 'application/octet-stream' : file.type)

/** A chosen file with what WhatsApp will make of it. A picture that is no JPEG or PNG goes as a document. */
export const attachmentOf = (file: File, key: string): Attachment => {
  const mime = mimeOf(file)
  const kind = mime === 'image/webp' ? 'document' : mediaKindOf(mime)
  const problem = checkMedia(kind, mime, file.size)
  const url = kind === 'image' && typeof URL.createObjectURL === 'function' ? URL.createObjectURL(file) : null
  return { key, file, kind, problem, url }
}

/** Largest size of a kind in bytes. */
export const maxBytesOf = (kind: MediaKind): number => mediaRules[kind].maxBytes
