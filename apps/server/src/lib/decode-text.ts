export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type TextEncoding = (typeof textEncodings)[number]

const starts = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, i) => bytes[i] === byte)

/** How many of the first bytes at even, or odd, places are 0: of Latin text in UTF-16 nearly all of one kind. */
const zerosAt = (bytes: Uint8Array, parity: number) => {
  let zeros = 0
  const end = Math.min(bytes.length, 2000)
  for (let i = parity; i < end; i += 2) if (bytes[i] === 0) zeros += 1
  return zeros / Math.max(1, end / 2)
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** How a file that spreadsheets save as text is written: UTF-16 by its mark or its zeros, else UTF-8, else Windows-1252. */
export const detectEncoding = (bytes: Uint8Array): TextEncoding => {
  if (starts(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (starts(bytes, 0xfe, 0xff)) return 'utf-16be'
  if (zerosAt(bytes, 1) > 0.4 && zerosAt(bytes, 0) < 0.1) return 'utf-16le'
  if (zerosAt(bytes, 0) > 0.4 && zerosAt(bytes, 1) < 0.1) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Text of a file as spreadsheets save it, without its byte order mark. */
export const decodeText = (bytes: Uint8Array, encoding: TextEncoding = detectEncoding(bytes)): string =>
  new TextDecoder(encoding).decode(bytes)
