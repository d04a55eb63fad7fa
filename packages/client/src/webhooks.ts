import { webCrypto } from './crypto.ts'

/** A delivery that is not signed with the secret, or too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type Headers = { get: (name: string) => string | null } | Record<string, string | string[] | undefined>

const isHeaders = (headers: Headers): headers is { get: (name: string) => string | null } =>
  typeof headers.get === 'function'

const read = (headers: Headers, name: string): string => {
  const value = isHeaders(headers) ? headers.get(name) : headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/**
 * Verifies a delivery of a webhook (Standard Webhooks) and answers its event. `body` is the text or the bytes exactly as they
 * came, `headers` those of the request. Throws `WebhookVerificationError` for anything else than what was signed with `secret`
 * within `toleranceSeconds` (300).
 */
export const verifyWebhook = async <Event = { type: string; timestamp: string; data: Record<string, unknown> }>(given: {
  secret: string
  headers: Headers
  body: string | Uint8Array
  toleranceSeconds?: number
  now?: Date
}): Promise<Event> => {
  const { secret, headers, body, toleranceSeconds = 300, now = new Date() } = given
  const [id, time] = [read(headers, 'webhook-id'), read(headers, 'webhook-timestamp')]
  const isRecent = /^\d+$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= toleranceSeconds
  if (!id || !isRecent) throw new WebhookVerificationError('The delivery has no id, or is not of now')
  const { subtle } = await webCrypto()
  const key = bytesOf(secret.replace(/^whsec_/, ''))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await subtle.importKey('raw', key, hmac, false, ['verify'])
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const prefix = new TextEncoder().encode(`${id}.${time}.`)
  const signed = new Uint8Array(prefix.length + content.length)
  signed.set(prefix)
  signed.set(content, prefix.length)
  // While a secret is rotated there is a signature by each.
  for (const signature of read(headers, 'webhook-signature').split(' ')) {
    if (!signature.startsWith('v1,')) continue
    if (await subtle.verify(hmac, imported, bytesOf(signature.slice(3)), signed))
      return JSON.parse(new TextDecoder().decode(content)) as Event
  }
  throw new WebhookVerificationError('The signature is not of this secret')
}
