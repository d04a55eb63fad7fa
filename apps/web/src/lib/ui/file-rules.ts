import {
  checkMedia,
  type MediaKind,
  type MediaProblem,
  mediaKindOf,
  mediaRules,
} from '@recado/contracts/whatsapp/media-rules'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../i18n/file-size.ts'

/** What an upload accepts: MIME types or file extensions (any if absent), and the maximum size in bytes. */
export type FileRule = { types?: readonly string[]; maxBytes: number }

const isOfType = ({ type, name }: File, wanted: string): boolean =>
  wanted.startsWith('.') ? name.toLowerCase().endsWith(wanted) : type === wanted

/** Explains why a file cannot be uploaded, before uploading it; null if it can. */
export const useFileProblem = () => {
  const { t, i18n } = useTranslation()
  return (file: File, { types, maxBytes }: FileRule): string | null => {
    const sizes = { size: fileSize(file.size, i18n.language), max: fileSize(maxBytes, i18n.language) }
    if (types && !types.some((type) => isOfType(file, type))) return t('file.wrongType')
    if (file.size === 0) return t('file.empty')
    return file.size > maxBytes ? t('file.tooLarge', sizes) : null
  }
}

/** Images that the server converts to a JPEG within WhatsApp's limits. */
const pictures: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'webp', 'heic', 'heif', 'avif', 'tiff', 'bmp'].map((type) => `image/${type}`),
)

/** The media kind of a file on WhatsApp, and what prevents it from being sent as that kind. */
export const mediaFileOf = ({ type, size }: File): { kind: MediaKind; problem: MediaProblem | null } => {
  const mime = type === '' ? 'application/octet-stream' : type
  const isPicture = pictures.has(mime)
  const kind = isPicture ? 'image' : mediaKindOf(mime)
  return { kind, problem: isPicture && size > 0 ? checkMedia('document', mime, size) : checkMedia(kind, mime, size) }
}

/** Explains why WhatsApp would not accept a file, in general or here; null if it would. */
export const useMediaRefusal = (isKindTaken: (kind: MediaKind) => boolean) => {
  const { t, i18n } = useTranslation()
  return (file: File): string | null => {
    const { kind, problem } = mediaFileOf(file)
    if (!isKindTaken(kind) || problem === 'media_type_refused') return t('file.wrongType')
    if (problem === 'media_empty') return t('file.empty')
    const { maxBytes } = mediaRules[kind === 'image' ? 'document' : kind]
    const sizes = { size: fileSize(file.size, i18n.language), max: fileSize(maxBytes, i18n.language) }
    return problem ? t('file.tooLarge', sizes) : null
  }
}
