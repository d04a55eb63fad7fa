import {
  checkMedia,
  type MediaKind,
  type MediaProblem,
  mediaKindOf,
  mediaRules,
} from '@recado/contracts/whatsapp/media-rules'

export type Attachment = {
  key: string
  file: File
  kind: MediaKind
  problem: MediaProblem | null
  url: string | null
  /** Words of its own; the first file without any takes those of the field. */
  caption: string
}

export const maxAttachments = 10
export const maxCaption = 1024

const mimeOf = (file: File): string => (file.type === '' ? 'application/octet-stream' : file.type)

/** Pictures that the server turns into a JPEG of a size that WhatsApp takes. */
const pictures: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'webp', 'heic', 'heif', 'avif', 'tiff', 'bmp'].map((type) => `image/${type}`),
)

/** A chosen file with what WhatsApp will make of it, and what keeps it from being sent. */
export const attachmentOf = (file: File, key: string): Attachment => {
  const mime = mimeOf(file)
  const isPicture = pictures.has(mime)
  const kind = isPicture ? 'image' : mediaKindOf(mime)
  const problem =
    isPicture && file.size > 0 ? checkMedia('document', mime, file.size) : checkMedia(kind, mime, file.size)
  const url = kind === 'image' && typeof URL.createObjectURL === 'function' ? URL.createObjectURL(file) : null
  return { key, file, kind, problem, url, caption: '' }
}

/** Largest size of a kind in bytes. */
export const maxBytesOf = (kind: MediaKind): number => mediaRules[kind].maxBytes
