import { randomUUID } from 'node:crypto'

export type UploadFile = { bytes: Buffer; mimeType: string; fileName: string }

const quoted = (value: string) => value.replace(/[\r\n"\\]/g, '_')

/** A multipart form with text fields and one file named `file`. */
export const multipartBody = (
  fields: Record<string, string>,
  file: UploadFile,
): { contentType: string; body: Buffer } => {
  const boundary = `recado-${randomUUID()}`
  const head = Object.entries(fields)
    .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')
  const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(file.fileName)}"\r\ncontent-type: ${quoted(file.mimeType)}\r\n\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head + fileHead), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
