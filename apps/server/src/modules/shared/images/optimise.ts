import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from '#server/http/app-error.ts'

const MOST_PIXELS = 50_000_000
const allowed = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

const refused = (cause?: unknown) => new AppError('file_type_refused', { cause, data: { allowed } })

/**
 * A picture no wider than `width`, upright, without metadata and never enlarged: WebP for whoever takes it, else PNG where
 * something may be transparent and JPEG elsewhere. Throws `file_type_refused` for anything but a picture of pixels.
 */
export const optimise = async (
  source: Buffer,
  { width, quality, webp }: { width: number; quality: number; webp: boolean },
): Promise<{ mime: string; body: Buffer }> => {
  const type = await fileTypeFromBuffer(source)
  if (!type || !allowed.includes(type.mime)) throw refused()
  try {
    const picture = sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    const { hasAlpha } = await picture.metadata()
    const sized = picture.rotate().resize({ width, withoutEnlargement: true })
    if (webp) return { mime: 'image/webp', body: await sized.webp({ quality }).toBuffer() }
    if (hasAlpha) return { mime: 'image/png', body: await sized.png().toBuffer() }
    return { mime: 'image/jpeg', body: await sized.jpeg({ quality }).toBuffer() }
  } catch (cause) {
    throw refused(cause)
  }
}
