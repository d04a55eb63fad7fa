import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Credentials, ReceiptHeaders } from './provider.ts'

/** The header that carries the signature of a webhook, in either direction. */
export const signatureHeader = 'x-novu-signature'

/** HMAC-SHA256 of a body in hex. */
export const signatureOf = (secret: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/**
 * Whether a receipt is signed with the secret key of the integration, in hex after a prefix. Without a key no one can say
 * who reports, so that nothing is taken.
 */
const isSignedIn =
  (header: string, prefix = '') =>
  (credentials: Credentials, body: Buffer, headers: ReceiptHeaders): boolean => {
    const secret = credentials['secretKey']
    if (typeof secret !== 'string' || secret === '') return false
    const given = Buffer.from(String(headers[header] ?? ''))
    const expected = Buffer.from(`${prefix}${signatureOf(secret, body)}`)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

export const isSignedWithSecretKey = isSignedIn(signatureHeader)

/** As Meta signs webhooks, with the secret of the app. */
export const isSignedByMeta = isSignedIn('x-hub-signature-256', 'sha256=')
