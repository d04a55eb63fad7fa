import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '#server/context.ts'

const PREFIX = 'whsec_'
const BYTES = 32

/** A new secret as Standard Webhooks writes them. */
export const newSecret = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64')}`

type Stored = { secret: string; previousSecret: string | null; previousUntil: Date | null }

/** The keys by which an endpoint's deliveries are signed now, that of the present secret first. */
export const signingKeys = (
  deps: Pick<Deps, 'sealer'>,
  { secret, previousSecret, previousUntil }: Stored,
  now: Date,
) => {
  const sealed = [secret, ...(previousSecret && previousUntil && previousUntil > now ? [previousSecret] : [])]
  return sealed.map((one) => Buffer.from(deps.sealer.open(one).slice(PREFIX.length), 'base64'))
}

/** The header `webhook-signature` (Standard Webhooks 1.0): one signature for each key. */
export const signatureOf = (keys: readonly Buffer[], id: string, timestamp: number, body: string): string =>
  keys.map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`).join(' ')
