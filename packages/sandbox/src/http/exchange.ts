import type { IncomingMessage, ServerResponse } from 'node:http'

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

export const sendText = (response: ServerResponse, status: number, text: string, type = 'text/plain'): void => {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

export class TooLarge extends Error {}

/** The whole body. Rejects when it is larger than the limit in bytes or breaks off. */
export const readBody = (request: IncomingMessage, limit = 110 * 1024 * 1024): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) {
        reject(new TooLarge())
        request.destroy()
        return
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', reject)
  })

export type FilePart = { name: string; fileName: string; mimeType: string; bytes: Buffer }
export type Fields = Record<string, unknown>
export type ParsedBody = { fields: Fields; file: FilePart | null }

const parameter = (header: string, name: string): string | null =>
  new RegExp(`${name}="([^"]*)"`, 'i').exec(header)?.[1] ??
  new RegExp(`${name}=([^;\\s]+)`, 'i').exec(header)?.[1] ??
  null

const readPart = (part: Buffer, parsed: ParsedBody): void => {
  const split = part.indexOf('\r\n\r\n')
  if (split < 0) return
  const head = part.subarray(0, split).toString('utf8')
  const bytes = part.subarray(split + 4)
  const name = parameter(/content-disposition:[^\r\n]*/i.exec(head)?.[0] ?? '', 'name') ?? ''
  const fileName = parameter(/content-disposition:[^\r\n]*/i.exec(head)?.[0] ?? '', 'filename')
  const mimeType = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1]?.trim()
  if (fileName === null) parsed.fields[name] = bytes.toString('utf8')
  else parsed.file = { name, fileName, mimeType: mimeType ?? 'application/octet-stream', bytes }
}

const parseMultipart = (body: Buffer, contentType: string): ParsedBody => {
  const parsed: ParsedBody = { fields: {}, file: null }
  const boundary = parameter(contentType, 'boundary')
  if (!boundary) return parsed
  const mark = Buffer.from(`--${boundary}`)
  let from = body.indexOf(mark)
  while (from >= 0) {
    const start = from + mark.length + 2
    const to = body.indexOf(mark, start)
    if (to < 0) break
    readPart(body.subarray(start, to - 2), parsed)
    from = to
  }
  return parsed
}

const jsonOrText = (text: string): unknown => {
  if (!/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Form fields; nested objects come as JSON texts, the way form-encoding clients of Meta send them. */
const parseForm = (text: string): Fields =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, jsonOrText(value)]))

/** A JSON, form or multipart body as fields. Null when it is none of them. */
export const parseBody = (body: Buffer, contentType: string): ParsedBody | null => {
  if (contentType.startsWith('multipart/form-data')) return parseMultipart(body, contentType)
  const text = body.toString('utf8')
  if (text.trim() === '') return { fields: {}, file: null }
  if (contentType.startsWith('application/x-www-form-urlencoded') && !text.startsWith('{')) {
    return { fields: parseForm(text), file: null }
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { fields: value as Fields, file: null }
      : null
  } catch {
    return null
  }
}
