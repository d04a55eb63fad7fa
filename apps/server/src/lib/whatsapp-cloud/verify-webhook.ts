import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const prefix = 'sha256='

/**
 * Whether `X-Hub-Signature-256` was made over exactly these bytes with the app secret. Constant time. Verify the bytes as
 * they arrived: Meta escapes non-ASCII, so a re-serialised body does not match.
 */
export const verifySignature = (rawBody: Uint8Array, header: string | undefined, appSecret: string): boolean => {
  if (!header?.startsWith(prefix) || appSecret === '') return false
  const given = header.slice(prefix.length)
  if (!/^[0-9a-f]{64}$/i.test(given)) return false
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
