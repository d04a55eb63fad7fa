import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Credentials, ReceiptHeaders } from './provider.ts'

/** The header that carries the signature of a webhook, in either direction. */
export const signatureHeader = 'x-novu-signature'

/** HMAC-SHA256 of a body in hex. */
export const signatureOf = (secret: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** Whether a receipt is signed with the secret key that the integration has; without a key there is nothing to check. */
export const isSignedWithSecretKey = (credentials: Credentials, body: Buffer, headers: ReceiptHeaders): boolean => {
  const secret = credentials['secretKey']
  if (typeof secret !== 'string' || secret === '') return true
  const given = Buffer.from(String(headers[signatureHeader] ?? ''))
  const expected = Buffer.from(signatureOf(secret, body))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
