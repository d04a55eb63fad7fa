const inlineTypes = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'audio/aac',
  'audio/amr',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/ogg',
  'audio/opus',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/3gpp',
  'video/webm',
  'video/quicktime',
  'application/pdf',
])

const bare = (mime: string) => (mime.split(';', 1)[0] ?? '').trim().toLowerCase()

/** Types that a browser shows without running anything in them; all others are only offered for download. */
export const isShownInline = (mime: string): boolean => inlineTypes.has(bare(mime))

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Content-Disposition of a file (RFC 6266), with a plain form of its name for old clients. */
export const dispositionOf = (mime: string, name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_') || 'file'
  return `${isShownInline(mime) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeName(name.toWellFormed())}`
}

export type ByteRange = { start: number; end: number }

/** The one range a Range header asks for; null to send everything, `unsatisfiable` past the end. Several ranges count as none. */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const last = size - 1
  if (match[1] === '') {
    const length = Number(match[2])
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: last }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? last : Math.min(Number(match[2]), last)
  return start > last || end < start ? 'unsatisfiable' : { start, end }
}
