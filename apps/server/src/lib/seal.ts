import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Sealer = {
  /** Encrypts with AES-256-GCM; the result names its key: `v1.<key id>.<base64url>`. */
  seal: (plain: string) => string
  /** Opens what this or a former secret sealed; throws when no key fits or the text was changed. */
  open: (sealed: string) => string
  /** Keyed hash in hex for a purpose, e.g. a subscriber hash or a signed URL. */
  sign: (purpose: string, text: string) => string
  /** The same hash with each secret, the current one first: what was signed with a former one can still be checked. */
  signatures: (purpose: string, text: string) => string[]
  /** The two blocks that `sign` hashes before a text and before that hash (RFC 2104), for signing where the texts are. */
  padsOf: (purpose: string) => { inner: Buffer; outer: Buffer }
}

/** What SHA-256 reads at a time. */
const BLOCK_BYTES = 64

const keyOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'recado', purpose, 32))
const keyId = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, 8)

/** Seals secrets at rest with keys derived from `secret`; `previous` secrets can still open. */
export const createSealer = (secret: string, previous: readonly string[] = []): Sealer => {
  const current = keyOf(secret, 'seal')
  const keys = new Map([secret, ...previous].map((s) => keyOf(s, 'seal')).map((key) => [keyId(key), key]))
  const signing = new Map<string, Buffer>()
  const signingKey = (purpose: string, of = secret) => {
    const name = `${of} ${purpose}`
    const key = signing.get(name) ?? keyOf(of, `sign:${purpose}`)
    signing.set(name, key)
    return key
  }
  const hashed = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')
  return {
    seal: (plain) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${keyId(current)}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open: (sealed) => {
      const [version, id, text] = sealed.split('.')
      const key = id ? keys.get(id) : undefined
      if (version !== 'v1' || !key || !text) throw new Error('The secret was sealed with a key that is not configured')
      const raw = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, raw.subarray(0, 12))
      decipher.setAuthTag(raw.subarray(12, 28))
      return Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]).toString('utf8')
    },
    padsOf: (purpose) => {
      const block = Buffer.concat([signingKey(purpose)], BLOCK_BYTES)
      const padded = (pad: number) => Buffer.from(block.map((byte) => byte ^ pad))
      return { inner: padded(0x36), outer: padded(0x5c) }
    },
    sign: (purpose, text) => hashed(signingKey(purpose), text),
    signatures: (purpose, text) => [secret, ...previous].map((one) => hashed(signingKey(purpose, one), text)),
  }
}

/** SHA-256 in hex; how tokens are stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A random token of 32 bytes in base64url. */
export const createToken = (): string => randomBytes(32).toString('base64url')
