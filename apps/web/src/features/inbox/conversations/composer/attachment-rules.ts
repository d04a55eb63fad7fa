import { captionLimit } from '@recado/contracts/inbox/messages'
import {
  checkMedia,
  type MediaKind,
  type MediaProblem,
  mediaKindOf,
  mediaRules,
  takesCaption,
} from '@recado/contracts/whatsapp/media-rules'

export type Attachment = {
  key: string
  file: File
  kind: MediaKind
  problem: MediaProblem | null
  url: string | null
  /** Words of its own. */
  caption: string
}

export const maxAttachments = 10

/**
 * Where the words of the field go beside files: under the first one, if it can have words, has none of its own and they
 * are no longer than a caption; else before the files, as a message of their own. Answers those words, or null, and what
 * stands under each file.
 */
export const placeWords = (text: string, files: readonly Pick<Attachment, 'kind' | 'caption'>[]) => {
  const captions = files.map(({ kind, caption }) => (takesCaption(kind) ? caption.trim() : ''))
  const [first] = files
  const fits = first && takesCaption(first.kind) && captions[0] === '' && text.length <= captionLimit
  if (fits) captions[0] = text
  return { apart: fits || text === '' ? null : text, captions }
}

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
