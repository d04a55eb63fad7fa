import { type BinaryToTextEncoding, createHmac, timingSafeEqual } from 'node:crypto'
import { equalTexts } from '#server/lib/equal-texts.ts'

type Algorithm = 'sha1' | 'sha256' | 'sha512'
type Signing = { secret: string; algorithm?: Algorithm; encoding?: 'hex' | 'base64' }

/** Seconds by which a signed time may differ from ours. */
const TOLERANCE_SECONDS = 300

const digest = (text: string | Buffer, { secret, algorithm = 'sha256' }: Signing): Buffer =>
  createHmac(algorithm, secret).update(text).digest()

const decoded = (signature: string, encoding: BinaryToTextEncoding): Buffer => Buffer.from(signature, encoding)

/** Whether this is the signature of a text. How long that takes tells nothing of where it differs. */
export const isSignatureOf = (text: string | Buffer, signature: string | undefined, signing: Signing): boolean => {
  if (!signature || signing.secret === '') return false
  const [given, right] = [decoded(signature.trim(), signing.encoding ?? 'hex'), digest(text, signing)]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Whether a text is the secret; never when there is none. */
export const isSecret = (given: string | undefined | null, secret: string | undefined): boolean =>
  Boolean(given) && Boolean(secret) && equalTexts(given as string, secret as string)

/** Whether a time in seconds is close to now. */
export const isCurrent = (seconds: string | undefined, now: Date, tolerance = TOLERANCE_SECONDS): boolean =>
  /^\d{1,12}$/.test(seconds ?? '') && Math.abs(now.getTime() / 1000 - Number(seconds)) <= tolerance

/** `a=1,b=2` as pairs; a name may come several times. */
export const pairsOf = (header: string | undefined): [string, string][] =>
  (header ?? '').split(',').flatMap((part) => {
    const at = part.indexOf('=')
    return at < 1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as [string, string]]
  })

const STANDARD_PREFIX = 'whsec_'

/** Standard Webhooks: several signatures may stand beside each other while a secret is replaced. */
export const isStandardWebhook = (
  body: Buffer,
  headers: Readonly<Record<string, string | undefined>>,
  secret: string | undefined,
  now: Date,
): boolean => {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (!secret || !id || !isCurrent(time, now)) return false
  const key = Buffer.from(secret.startsWith(STANDARD_PREFIX) ? secret.slice(STANDARD_PREFIX.length) : secret, 'base64')
  if (key.length === 0) return false
  const right = createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(`${id}.${time}.`), body]))
    .digest()
  return (signatures ?? '').split(' ').some((one) => {
    const given = one.startsWith('v1,') ? Buffer.from(one.slice(3), 'base64') : Buffer.alloc(0)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
