import type { Deps } from '#server/context.ts'
import { equalTexts } from './equal-texts.ts'

const PURPOSE = 'sent-link'
const MAC_CHARACTERS = 20

type Signer = Pick<Deps, 'sealer'>

/** What stands behind `/l/` in a message that no campaign sends: the address itself, signed, so that nothing is stored of it. */
export const sentLinkToken = ({ sealer }: Signer, url: string): string =>
  `${Buffer.from(url).toString('base64url')}.${sealer.sign(PURPOSE, url).slice(0, MAC_CHARACTERS)}`

/** The address in such a text; null for one that we did not sign. */
export const readSentLinkToken = ({ sealer }: Signer, text: string): string | null => {
  const [address = '', mac = '', ...more] = text.split('.')
  if (more.length > 0 || mac.length !== MAC_CHARACTERS) return null
  const url = Buffer.from(address, 'base64url').toString()
  const isOurs = sealer.signatures(PURPOSE, url).some((one) => equalTexts(one.slice(0, MAC_CHARACTERS), mac))
  return isOurs ? url : null
}
