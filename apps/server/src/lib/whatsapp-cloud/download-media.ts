import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { classifyGraphError } from '@recado/contracts/whatsapp/graph-errors'
import { request } from 'undici'
import { GraphError, graphErrorFromAnswer } from './graph-error.ts'
import type { GraphTransport } from './graph-request.ts'

export type MediaDownload = {
  /** From `getMediaUrl` or the webhook; lives five minutes. */
  url: string
  /** Largest size in bytes that is read. */
  maxBytes: number
  /** As Meta gave it, in hex or base64; the stream fails when the bytes do not match. */
  sha256?: string | null
}

const mediaRule = classifyGraphError(131052)
const retryRule = classifyGraphError(null, { httpStatus: 503 })

const mediaError = (message: string, httpStatus?: number) =>
  new GraphError({ message, fate: 'rejected', rule: mediaRule, ...(httpStatus !== undefined && { httpStatus }) })

const isAllowedHost = (host: string, allowed: readonly string[]) =>
  allowed.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern))

const matches = (digest: Buffer, expected: string) =>
  expected.toLowerCase() === digest.toString('hex') ||
  expected.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '') === digest.toString('base64').replace(/=+$/, '')

const checked = (download: MediaDownload): Transform => {
  const hash = createHash('sha256')
  let size = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      if (size > download.maxBytes) return done(mediaError('The file is larger than allowed'))
      hash.update(chunk)
      done(null, chunk)
    },
    flush: (done) => {
      const good = !download.sha256 || matches(hash.digest(), download.sha256)
      done(good ? null : mediaError('The file does not match its checksum'))
    },
  })
}

/**
 * Fetches the bytes behind a media address. The token goes only to the given hosts (`*.` for any subdomain, with the port
 * when there is one); any other address is refused before a request leaves. Redirects are not followed. The stream fails
 * with a `GraphError` when the file is too large or does not match its checksum, so use what it wrote only at its end.
 */
export const downloadMedia = async (
  transport: GraphTransport,
  hosts: readonly string[],
  download: MediaDownload,
): Promise<{ mimeType: string | null; stream: Readable }> => {
  const url = URL.canParse(download.url) ? new URL(download.url) : null
  if (!url || !/^https?:$/.test(url.protocol) || !isAllowedHost(url.host, hosts)) {
    throw mediaError('The media address is not one of WhatsApp')
  }
  const answer = await request(url, {
    dispatcher: transport.dispatcher,
    headers: { authorization: transport.authorization },
    headersTimeout: transport.headersTimeoutMs,
    bodyTimeout: transport.bodyTimeoutMs,
  }).catch((cause: unknown) => {
    throw new GraphError({ message: 'The media address did not answer', fate: 'not_sent', rule: retryRule, cause })
  })
  if (answer.statusCode !== 200) {
    const body = Buffer.from(await answer.body.arrayBuffer())
    if (answer.statusCode >= 500) throw graphErrorFromAnswer(answer.statusCode, body)
    throw mediaError('The media address was refused', answer.statusCode)
  }
  const type = answer.headers['content-type']
  const stream = checked(download)
  answer.body.on('error', (cause) =>
    stream.destroy(new GraphError({ message: 'The download broke off', fate: 'unknown', rule: retryRule, cause })),
  )
  answer.body.pipe(stream)
  stream.on('close', () => answer.body.destroy())
  return { mimeType: typeof type === 'string' ? type : null, stream }
}
