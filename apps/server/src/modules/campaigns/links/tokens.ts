import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/context.ts'
import { equalTexts } from '#server/lib/equal-texts.ts'

const PURPOSE = 'tracked-link'
const LINK_BYTES = 6
const SEQ_BYTES = 4
const MAC_BYTES = 8
const BYTES = LINK_BYTES + SEQ_BYTES + MAC_BYTES
/** Letters and digits alone: apps that make links of texts leave out other characters at an end. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const values = new Map([...digits].map((digit, value) => [digit, BigInt(value)]))
const BASE = BigInt(digits.length)
const LENGTH = Math.ceil((BYTES * 8) / Math.log2(digits.length))

/** In the place of a recipient: a message that was sent to try it. */
const TEST_SEQ = 0

type Signer = Pick<Deps, 'sealer'>
/** What an address of ours names. `seq` is the recipient's place in the campaign. */
export type NamedLink = { token: string; seq: number; isTest: boolean }

/** The name of a new link: half of what its addresses are made of. */
export const newLinkToken = (): string => randomBytes(LINK_BYTES).toString('hex')

const signed = (token: string, seq: number) => `${token} ${seq}`

/** What stands behind `/l/` for one recipient of a link; `seq` null for a message that is sent to try it. */
export const addressToken = ({ sealer }: Signer, token: string, seq: number | null): string => {
  const place = seq ?? TEST_SEQ
  const mac = sealer.sign(PURPOSE, signed(token, place)).slice(0, MAC_BYTES * 2)
  let rest = BigInt(`0x${token}${place.toString(16).padStart(SEQ_BYTES * 2, '0')}${mac}`)
  let text = ''
  for (let n = 0; n < LENGTH; n++) {
    text = `${digits[Number(rest % BASE)]}${text}`
    rest /= BASE
  }
  return text
}

/** What such an address names; null for one that we did not make. */
export const readAddressToken = ({ sealer }: Signer, text: string): NamedLink | null => {
  if (text.length !== LENGTH) return null
  let number = 0n
  for (const digit of text) {
    const value = values.get(digit)
    if (value === undefined) return null
    number = number * BASE + value
  }
  const hex = number.toString(16).padStart(BYTES * 2, '0')
  if (hex.length > BYTES * 2) return null
  const token = hex.slice(0, LINK_BYTES * 2)
  const seq = Number.parseInt(hex.slice(LINK_BYTES * 2, -MAC_BYTES * 2), 16)
  const mac = hex.slice(-MAC_BYTES * 2)
  const isOurs = sealer
    .signatures(PURPOSE, signed(token, seq))
    .some((one) => equalTexts(one.slice(0, MAC_BYTES * 2), mac))
  return isOurs ? { token, seq, isTest: seq === TEST_SEQ } : null
}
