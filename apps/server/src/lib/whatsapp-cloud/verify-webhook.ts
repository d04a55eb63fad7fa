import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const pattern = /^sha256=([0-9a-f]{64})$/i

/** Whether a header could be a signature at all. */
export const isSignature = (header: unknown): header is string => typeof header === 'string' && pattern.test(header)

/**
 * Whether `X-Hub-Signature-256` was made over exactly these bytes with the app secret. Constant time. Verify the bytes as
 * they arrived: Meta escapes non-ASCII, so a re-serialised body does not match.
 */
export const verifySignature = (rawBody: Uint8Array, header: string | undefined, appSecret: string): boolean => {
  const given = header === undefined ? undefined : pattern.exec(header)?.[1]
  if (given === undefined || appSecret === '') return false
  return timingSafeEqual(createHmac('sha256', appSecret).update(rawBody).digest(), Buffer.from(given, 'hex'))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The challenge to answer (200, text/plain) to Meta's subscription check, or null (403). Constant time in the token. */
export const verifyHandshake = (query: Readonly<Record<string, unknown>>, verifyToken: string): string | null => {
  const token = query['hub.verify_token']
  const challenge = query['hub.challenge']
  if (query['hub.mode'] !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return null
  if (verifyToken === '' || !timingSafeEqual(digest(token), digest(verifyToken))) return null
  return challenge
}
