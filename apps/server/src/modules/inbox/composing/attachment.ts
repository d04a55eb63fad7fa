import { Readable } from 'node:stream'
import {
  bareMimeType,
  checkMedia,
  type MediaKind,
  mediaKindOf,
  mediaRules,
  storedKindOf,
} from '@recado/contracts/whatsapp/media-rules'
import { fileTypeFromStream } from 'file-type'
import sharp from 'sharp'
import { AppError } from '#server/http/app-error.ts'
import { oggOpusFile, oggOpusHeadOf, opusHeadOf } from '#server/lib/opus/ogg-opus.ts'
import { readWebmOpus } from '#server/lib/opus/webm-opus.ts'

/** Largest file that may come up: that of a document. */
export const MAX_ATTACHMENT_BYTES = mediaRules.document.maxBytes

const TEXT_PROBE_BYTES = 4096
const MAX_IMAGE_SIDE = 4096

const renamed: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/opus': 'audio/ogg',
  'application/x-zip-compressed': 'application/zip',
}

const textTypes = new Set(['text/plain', 'text/csv', 'text/html', 'text/xml', 'application/json', 'image/svg+xml'])

const readStart = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    chunks.push(chunk)
    if (chunks.reduce((sum, part) => sum + part.length, 0) >= TEXT_PROBE_BYTES) break
  }
  return Buffer.concat(chunks)
}

const isText = (bytes: Buffer): boolean => {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** What a file is by its content; the type that was claimed counts only to tell one kind of text from another. */
export const sniffType = async (open: () => Readable, claimed: string): Promise<string> => {
  const found = await fileTypeFromStream(Readable.toWeb(open()) as ReadableStream<Uint8Array<ArrayBuffer>>)
  if (found) {
    const mime = bareMimeType(found.mime)
    return renamed[mime] ?? mime
  }
  if (!isText(await readStart(open()))) return 'application/octet-stream'
  const claim = bareMimeType(claimed)
  return textTypes.has(claim) ? claim : 'text/plain'
}

const foreignImages = new Set(['image/webp', 'image/heic', 'image/heif', 'image/avif', 'image/tiff', 'image/bmp'])

/** Whether a picture must become a JPEG first: WhatsApp refuses its type, or its size. */
export const needsJpeg = (mime: string, size: number): boolean =>
  foreignImages.has(mime) || ((mime === 'image/png' || mime === 'image/jpeg') && size > mediaRules.image.maxBytes)

/** A picture as a JPEG that WhatsApp takes: upright, on white, at most 4,096 pixels wide or high. */
export const toJpeg = async (bytes: Buffer): Promise<Buffer> => {
  try {
    return await sharp(bytes, { limitInputPixels: 100_000_000 })
      .rotate()
      .resize({ width: MAX_IMAGE_SIDE, height: MAX_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch (cause) {
    throw new AppError('file_type_refused', { data: { reason: 'image_unreadable' }, cause })
  }
}

/** Whether a file may be a sound that a browser recorded, which WhatsApp takes only in another wrapping. */
export const mayBeRecording = (mime: string, size: number): boolean =>
  (mime === 'video/webm' || mime === 'audio/webm') && size <= mediaRules.audio.maxBytes

const assertMono = (channels: number) => {
  if (channels !== 1) throw new AppError('file_type_refused', { data: { reason: 'not_mono' } })
}

/** A recorded sound as Ogg with Opus, its packets untouched; null for a film. Throws `file_type_refused` for two channels. */
export const toVoiceNote = (bytes: Buffer): Buffer | null => {
  const sound = readWebmOpus(bytes)
  const head = sound && opusHeadOf(sound.head)
  if (!sound || !head) return null
  assertMono(head.channels)
  return oggOpusFile(sound.head, sound.packets)
}

/** WhatsApp takes Ogg only with Opus in one channel. Throws `file_type_refused`; takes the file's first bytes. */
export const assertVoiceNote = (start: Buffer): void => {
  const head = oggOpusHeadOf(start)
  if (!head) throw new AppError('file_type_refused', { data: { reason: 'not_opus' } })
  assertMono(head.channels)
}

/** The first bytes of a file, enough to know it by. */
export const startOf = (open: () => Readable): Promise<Buffer> => readStart(open())

/**
 * The media kind that a file is sent as. A file too large for its kind is sent as a document if the sender agrees.
 * Throws `file_type_refused` or `file_too_large`.
 */
export const assertSendableFile = (mime: string, size: number, asDocument = false): MediaKind => {
  const kind = asDocument ? storedKindOf(mime, size) : mediaKindOf(mime)
  const problem = checkMedia(kind, mime, size)
  if (problem === 'media_too_large')
    throw new AppError('file_too_large', { data: { kind, size, maxBytes: mediaRules[kind].maxBytes } })
  if (problem) throw new AppError('file_type_refused', { data: { kind, mime, reason: problem } })
  return kind
}

/** The name with the ending of its new type. */
export const renamedTo = (name: string, ending: string): string =>
  `${name.replace(/\.[^.]*$/, '') || 'image'}.${ending}`

/** A name that is safe to show and to send: no path, no control characters, at most 200 characters. */
export const cleanName = (name: string): string => {
  const last = name.split(/[\\/]/).pop() ?? ''
  const printable = [...last.toWellFormed().normalize('NFC')].filter((c) => c >= ' ' && c !== '\u007f').join('')
  return printable.trim().slice(-200) || 'file'
}
