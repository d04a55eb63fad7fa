import type { SourceVerification } from '@recado/contracts/integrations/webhook-definition'
import { signedParts } from '@recado/contracts/integrations/webhook-definition'
import { isCurrent, isSecret, isSignatureOf, isStandardWebhook, pairsOf } from './signatures.ts'
import type { Check, Delivery } from './source.ts'

type Of<Scheme extends SourceVerification['scheme']> = Extract<SourceVerification, { scheme: Scheme }>
type Verify = (check: Omit<Check, 'settings'>) => boolean

/** Signatures that one delivery may bring at most. */
const MOST_SIGNATURES = 10

const without = (text: string | undefined, prefix: string): string | undefined =>
  text?.startsWith(prefix) ? text.slice(prefix.length) : undefined

const pairsNamed = (header: string | undefined, name: string): string[] =>
  pairsOf(header).flatMap(([key, value]) => (key === name ? [value] : []))

const token = ({ header, prefix }: Of<'token'>): Verify => {
  const name = header.toLowerCase()
  return ({ delivery, secrets }) => isSecret(without(delivery.headers[name], prefix), secrets.secret)
}

type Timestamp = NonNullable<Of<'hmac'>['timestamp']>

const timeOf = ({ header, parameter }: Timestamp, { headers }: Delivery): string | undefined => {
  const value = headers[header.toLowerCase()]
  return parameter ? pairsNamed(value, parameter)[0] : value?.trim()
}

const isFresh = ({ unit, toleranceSeconds }: Timestamp, time: string | undefined, now: Date): boolean => {
  if (unit === 'seconds') return isCurrent(time, now, toleranceSeconds)
  return /^\d{4,15}$/.test(time ?? '') && isCurrent(time?.slice(0, -3), now, toleranceSeconds)
}

/** A signature over what `signed` says, which is taken apart once. */
const hmac = ({ algorithm, encoding, header, parameter, prefix, signed, timestamp }: Of<'hmac'>): Verify => {
  const name = header.toLowerCase()
  const parts = signedParts(signed)
  const textOf = (delivery: Delivery, time: string): Buffer => {
    const pieces = parts.map(({ kind, of }) => {
      if (kind === 'body') return delivery.body
      if (kind === 'timestamp') return Buffer.from(time)
      if (kind === 'header') return Buffer.from(delivery.headers[of] ?? '')
      return Buffer.from(kind === 'query' ? (delivery.query.get(of) ?? '') : of)
    })
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
  }
  return ({ delivery, secrets, now }) => {
    const time = timestamp ? timeOf(timestamp, delivery) : ''
    if (timestamp && !isFresh(timestamp, time, now)) return false
    const value = delivery.headers[name]
    const given = (parameter ? pairsNamed(value, parameter) : [value]).slice(0, MOST_SIGNATURES)
    const text = textOf(delivery, time ?? '')
    const signing = { secret: secrets.secret ?? '', algorithm, encoding }
    return given.some((one) => isSignatureOf(text, without(one, prefix), signing))
  }
}

const basic: Verify = ({ delivery, secrets }) =>
  Boolean(secrets.secret) &&
  isSecret(
    delivery.headers.authorization,
    `Basic ${Buffer.from(`${secrets.user ?? ''}:${secrets.secret}`).toString('base64')}`,
  )

const standard: Verify = ({ delivery, secrets, now }) =>
  isStandardWebhook(delivery.body, delivery.headers, secrets.secret, now)

/** Tells whether a delivery was sent by who knows the secrets, by the scheme that a source uses. */
export const verifierOf = (verification: SourceVerification): Verify => {
  switch (verification.scheme) {
    case 'none':
      return () => true
    case 'token':
      return token(verification)
    case 'hmac':
      return hmac(verification)
    case 'basic':
      return basic
    case 'standard':
      return standard
  }
}
