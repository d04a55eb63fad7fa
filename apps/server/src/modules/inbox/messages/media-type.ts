import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { bareMimeType } from '@recado/contracts/whatsapp/media-rules'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

const HEAD_BYTES = 8192
const plainTexts = new Set(['text/plain', 'text/csv'])

/**
 * The type of a file by its content. What carries no mark of its type is text when it was announced as plain text, and
 * else unknown bytes, whatever was announced.
 */
export const sniffType = async (
  read: (range: { start: number; end: number }) => Readable,
  announced: string | null,
): Promise<string> => {
  const head = await buffer(read({ start: 0, end: HEAD_BYTES - 1 }))
  const found = await fileTypeFromBuffer(head)
  if (found) return bareMimeType(found.mime)
  const said = bareMimeType(announced ?? '')
  return plainTexts.has(said) && !head.includes(0) ? said : 'application/octet-stream'
}

const MOST_PIXELS = 100_000_000

/** Width and height of an image as it is shown, or null for what is none or cannot be read. */
export const measureImage = async (
  stream: Readable,
  mime: string,
): Promise<{ width: number; height: number } | null> => {
  if (!mime.startsWith('image/')) return null
  try {
    const { autoOrient } = await sharp(await buffer(stream), { limitInputPixels: MOST_PIXELS }).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    // A picture that cannot be measured is shown without a reserved place.
    return null
  }
}
