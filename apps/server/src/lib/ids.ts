import { createHash, randomFillSync } from 'node:crypto'

const POOL_BYTES = 8192
const RANDOM_BYTES = 8
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES
let last = 0
let sequence = 0

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * UUID version 7 (RFC 9562), for the paths that make thousands a second: random bytes come from a large pool. Ids of
 * this process sort in the order in which they were made, by a counter of 12 bits within the millisecond.
 */
export const newId = (): string => {
  if (used + RANDOM_BYTES > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  const now = Date.now()
  if (now > last) {
    last = now
    sequence = 0
  } else if (++sequence > 0xfff) {
    last++
    sequence = 0
  }
  const time = last.toString(16).padStart(12, '0')
  const h = (offset: number) => hex[pool[used + offset] as number] as string
  const variant = hex[((pool[used] as number) & 0x3f) | 0x80] as string
  const text = `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${variant}${h(1)}-${h(2)}${h(3)}${h(4)}${h(5)}${h(6)}${h(7)}`
  used += RANDOM_BYTES
  return text
}

/** UUID version 8 (RFC 9562) made of a text: the same for the same text. */
export const idOfText = (text: string): string => {
  const digest = createHash('sha256').update(text).digest('hex')
  const variant = hex[(Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80]
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`
}

/** When an id of ours was made, in milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text is a UUID as the database writes them. */
export const isUuid = (text: string): boolean => uuid.test(text)
