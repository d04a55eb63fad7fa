import { AppError } from '#server/http/app-error.ts'

/** Reads an upload whole. Throws `file_too_large` once it passes the limit, in bytes. */
export const readUpload = async (stream: NodeJS.ReadableStream, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array)
    size += bytes.length
    if (size > maxBytes) throw new AppError('file_too_large', { data: { maxBytes } })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
