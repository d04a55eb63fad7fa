import { detectEncoding, type TextEncoding } from '#server/lib/decode-text.ts'

/** The bytes of a file in pieces, from its beginning each time they are asked for. */
export type Source = () => AsyncIterable<Uint8Array>

/** So much of a file tells what it is. */
const HEAD = 64 * 1024

/** The beginning of a file. */
export const headOf = async (source: Source): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of source()) {
    pieces.push(piece)
    size += piece.length
    if (size >= HEAD) break
  }
  return Buffer.concat(pieces).subarray(0, HEAD)
}

/** The whole of a file, for formats that cannot be read from their beginning. */
export const wholeOf = async (source: Source): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  for await (const piece of source()) pieces.push(piece)
  return Buffer.concat(pieces)
}

const isUtf8 = async (source: Source): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of source()) decoder.decode(piece, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** How a text is encoded: UTF-16 shows in its beginning, and UTF-8 only in all of it. */
export const encodingOf = async (source: Source, head: Uint8Array): Promise<TextEncoding> => {
  const found = detectEncoding(head)
  if (found === 'utf-16le' || found === 'utf-16be') return found
  return (await isUtf8(source)) ? 'utf-8' : 'windows-1252'
}

/** The text of a file in pieces, without its byte order mark. */
export async function* textOf(source: Source, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of source()) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}
