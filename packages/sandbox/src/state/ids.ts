import { createHash, randomBytes } from 'node:crypto'

let counter = 0

/** A message id in the look of WhatsApp's. Unique in this process and, with its random part, over restarts. */
const processPart = randomBytes(6).toString('hex').toUpperCase()
export const newWamid = (waId: string): string => {
  counter += 1
  return `wamid.${Buffer.from(`${waId}:${processPart}${counter.toString(16).toUpperCase().padStart(8, '0')}`).toString('base64')}`
}

/** A numeric id with 15 to 17 digits, as text. */
export const newNumericId = (): string => {
  const digits = (randomBytes(6).readUIntBE(0, 6) % 1e13).toString().padStart(13, '0')
  return `${1 + ((randomBytes(1)[0] ?? 0) % 8)}0${digits}`
}

const countries: [string, string][] = [
  ['55', 'BR'],
  ['351', 'PT'],
  ['54', 'AR'],
  ['52', 'MX'],
  ['34', 'ES'],
  ['44', 'GB'],
  ['49', 'DE'],
  ['91', 'IN'],
  ['1', 'US'],
]

const countryOf = (waId: string): string => countries.find(([prefix]) => waId.startsWith(prefix))?.[1] ?? 'BR'

/**
 * An id that goes out as a JSON number with all its digits, the way Meta sends template ids, which can be larger than a
 * JavaScript number is exact.
 */
export const wireNumber = (id: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(id)

/** The business-scoped id of a number; the same for all numbers of one business. */
export const bsuidOf = (waId: string, businessId: string): string => {
  const hash = createHash('sha256').update(`${businessId}:${waId}`).digest('hex')
  return `${countryOf(waId)}.${BigInt(`0x${hash.slice(0, 16)}`).toString()}`
}

/**
 * The number as WhatsApp knows it. Brazilian mobiles of areas from 31 up are known without the ninth digit (reference
 * §5.3), Mexican ones with 521.
 */
export const waIdOf = (typed: string): string => {
  const digits = typed.replace(/\D/g, '')
  const brazil = /^55([3-9]\d)9([6-9]\d{7})$/.exec(digits)
  if (brazil && brazil[1] !== '30') return `55${brazil[1]}${brazil[2]}`
  return /^52\d{10}$/.test(digits) ? `521${digits.slice(2)}` : digits
}
