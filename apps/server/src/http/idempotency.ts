import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#server/context.ts'
import { hashToken } from '#server/lib/seal.ts'
import type { Http } from './surface.ts'

export const LONGEST_KEY = 255
const RUNNING_MS = 5 * 60 * 1000
const KEPT_MS = 24 * 60 * 60 * 1000

/** An answer as it goes out: a JSON text, or nothing. */
export type Answer = { status: number; text: string | null }

/** A use of a key. `createdAt` tells one claim of it from a later one. */
export type KeyUse = { key: string; bodyHash: string; createdAt: Date; expiresAt: Date }

/** A use of a key with its answer, sealed; `status` is null while the first request runs. */
export type KeptUse = { bodyHash: string; expiresAt: Date; status: number | null; body: string | null }

/** Where the keys of one caller are kept. */
export type KeyStore = {
  /** Claims a key that was never used; false when it was. */
  claim: (use: KeyUse) => Promise<boolean>
  find: (use: KeyUse) => Promise<KeptUse | null>
  /** Claims an expired key; false if another request has just claimed it. */
  claimExpired: (use: KeyUse) => Promise<boolean>
  /** Keeps the answer, unless the key was claimed by a later request. */
  keep: (use: KeyUse & { status: number; body: string | null }) => Promise<void>
  /** Gives a key back whose request came to nothing. */
  release: (use: KeyUse) => Promise<void>
}

/** How a way into the API keeps keys and refuses them. */
export type Idempotency = {
  store: KeyStore
  /** What besides the request has to be the same for it to be repeated. */
  scope: string
  /** `long`: the key is too long; `running`: its first request still runs; `another`: it was for another request. */
  refusal: (reason: 'long' | 'running' | 'another') => Error
}

const repeatable = new Set(['POST', 'PATCH'])

/** Whether a request names a key under which it may be repeated without being done twice. */
export const namesKey = ({ headers, method }: FastifyRequest): boolean =>
  Boolean(headers['idempotency-key']) && repeatable.has(method)

/** The use that was kept for an earlier request; null when its time is over and the key is ours now. */
const findEarlier = async ({ store, refusal }: Idempotency, use: KeyUse): Promise<KeptUse | null> => {
  const first = await store.find(use)
  const over = !first || first.expiresAt <= use.createdAt
  const claimed = over && (first ? await store.claimExpired(use) : await store.claim(use))
  if (claimed) return null
  if (over) throw refusal('running')
  return first
}

/**
 * Runs a request once for its key and keeps the answer for a day, errors too; a repetition is given the kept answer. What
 * `run` throws is kept by nobody, and a repetition runs.
 * Throws when the key was used for another request, and while the first one runs.
 */
export const runOnce = async (
  ctx: Ctx,
  idempotency: Idempotency,
  { request, reply }: Http,
  run: () => Promise<Answer>,
): Promise<Answer> => {
  const { store, scope, refusal } = idempotency
  const { sealer } = ctx.deps
  const key = String(request.headers['idempotency-key'])
  if (key.length > LONGEST_KEY) throw refusal('long')
  reply.header('idempotency-key', key)
  const createdAt = ctx.now()
  const bodyHash = hashToken(`${scope} ${request.method} ${request.url}\n${JSON.stringify(request.body)}`)
  const use: KeyUse = { key, bodyHash, createdAt, expiresAt: new Date(createdAt.getTime() + RUNNING_MS) }
  const earlier = (await store.claim(use)) ? null : await findEarlier(idempotency, use)
  if (earlier) {
    if (earlier.bodyHash !== bodyHash) throw refusal('another')
    if (earlier.status === null) throw refusal('running')
    reply.header('idempotency-replay', 'true')
    return { status: earlier.status, text: earlier.body === null ? null : sealer.open(earlier.body) }
  }
  const { status, text } = await run().catch(async (error: unknown) => {
    await store.release(use)
    throw error
  })
  // Sealed: answers can carry keys and credentials.
  const body = text === null ? null : sealer.seal(text)
  await store.keep({ ...use, status, body, expiresAt: new Date(ctx.now().getTime() + KEPT_MS) })
  return { status, text }
}
