/** Shards of what people write and of all else that is no status. */
const NUMBERS = 16

/**
 * Webhook bodies are dealt to processes by shard; one number always falls into the same one. The upper half is for bodies
 * that hold statuses alone: those of a campaign come by the hundred thousand, and no one's message waits behind them.
 */
export const shardCount = 2 * NUMBERS

export const holdsStatuses = (shard: number): boolean => shard >= NUMBERS

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

const STATUSES = Buffer.from('"statuses":')
const MESSAGES = Buffer.from('"messages":')

/** Whether nothing but statuses is in it, by its bytes; within texts of people the quotes of such keys are escaped. */
const isOfStatuses = (body: Buffer) => body.includes(STATUSES) && !body.includes(MESSAGES)

const numberOf = (body: Buffer): number => {
  for (const key of keys) {
    const hash = hashAfter(body, key)
    if (hash !== null) return ((hash ^ (hash >>> 16)) >>> 0) % NUMBERS
  }
  return 0
}

/** The shard of a raw body: by the first phone number id in it, else by the account's id, without parsing it. */
export const shardOf = (body: Buffer): number => numberOf(body) + (isOfStatuses(body) ? NUMBERS : 0)
