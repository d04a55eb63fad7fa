import { captionLimit } from '@recado/contracts/inbox/messages'
import {
  fitsAsDocument,
  type MediaKind,
  type MediaProblem,
  mediaRules,
  takesCaption,
} from '@recado/contracts/whatsapp/media-rules'
import { mediaFileOf } from '#web/lib/ui/file-rules.ts'

export type Attachment = {
  key: string
  file: File
  kind: MediaKind
  problem: MediaProblem | null
  url: string | null
  /** Words of its own. */
  caption: string
  /** Sent as a document because it is too large for its kind. */
  asDocument: boolean
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

/** A chosen file with what WhatsApp will make of it, and what keeps it from being sent. */
export const attachmentOf = (file: File, key: string): Attachment => {
  const { kind, problem } = mediaFileOf(file)
  const url = kind === 'image' && typeof URL.createObjectURL === 'function' ? URL.createObjectURL(file) : null
  return { key, file, kind, problem, url, caption: '', asDocument: false }
}

/** Whether a file that is too large for its kind can be sent as a document. */
export const canBeDocument = ({ kind, problem, file }: Attachment): boolean =>
  problem === 'media_too_large' && kind !== 'image' && fitsAsDocument(kind, file.size)

/** The same file as a document. */
export const asDocument = (attachment: Attachment): Attachment => ({
  ...attachment,
  kind: 'document',
  problem: null,
  asDocument: true,
})

/** Largest size of a kind in bytes. */
export const maxBytesOf = (kind: MediaKind): number => mediaRules[kind].maxBytes
