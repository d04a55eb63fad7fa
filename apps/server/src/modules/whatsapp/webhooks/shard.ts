/** Webhook bodies are dealt to processes by shard; one number always falls into the same one. */
export const shardCount = 16

const keys = ['"phone_number_id"', '"id"'].map((key) => Buffer.from(key))
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57
const SCAN_BYTES = 64

/** The digits that follow a key, as a hash; null when there are none close by. */
const hashAfter = (body: Buffer, key: Buffer): number | null => {
  const at = body.indexOf(key)
  if (at < 0) return null
  let i = at + key.length
  const end = Math.min(body.length, i + SCAN_BYTES)
  while (i < end && !isDigit(body[i])) i++
  if (i >= end) return null
  let hash = 2_166_136_261
  for (; isDigit(body[i]); i++) hash = Math.imul(hash ^ (body[i] ?? 0), 16_777_619)
  return hash >>> 0
}

/** The shard of a raw body: by the first phone number id in it, else by the account's id, without parsing it. */
export const shardOf = (body: Buffer): number => {
  for (const key of keys) {
    const hash = hashAfter(body, key)
    if (hash !== null) return ((hash ^ (hash >>> 16)) >>> 0) % shardCount
  }
  return 0
}
