import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forgiveUnknown, refuseFlood } from '#server/http/public-throttle.ts'
import { newId } from '#server/lib/ids.ts'
import { isWithin } from '#server/lib/networks.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { type Delivery, deliveryOf, type Facts } from '#server/modules/integrations/webhook-sources/index.ts'
import { addressBook, type Receiver } from './addresses.ts'
import { createIntake } from './intake.ts'
import { keptHeaders, keptQuery } from './kept.ts'
import type { NewInboundEvent } from './queries/inbound.ts'
import { shardOf } from './shard.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** One address may bring so many at once, and so many more each second. */
const PER_SECOND = 100
/** What cannot be verified is kept for looking at: the beginning of it, and a few a minute. */
const REJECTED_BYTES = 64 * 1024
const REJECTED_KEPT = { capacity: 20, refillSeconds: 3 }
/** The same bytes count as one for so long where their source gives them no id. */
const SAME_MS = 10 * 60_000

declare module 'fastify' {
  interface FastifyRequest {
    receiver?: Receiver
  }
}

type Asked = { Params: { token: string } }

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

type Keys = Pick<NewInboundEvent, 'dedupeKey' | 'formerKey'>

/** By what an event is known when it comes again. `formerKey`: what it was in the stretch of time before this one. */
const keysOf = (id: string | null, body: Buffer, now: Date): Keys => {
  if (id !== null) return { dedupeKey: `id ${id}`, formerKey: null }
  const [hash, stretch] = [hashOf(body), Math.floor(now.getTime() / SAME_MS)]
  return { dedupeKey: `${hash} ${stretch}`, formerKey: `${hash} ${stretch - 1}` }
}

const nothing: Facts = { event: null, id: null, objectKey: null, isTest: false }

const factsOf = ({ source, settings }: Receiver, delivery: Delivery): Facts =>
  delivery.json() === undefined ? nothing : source.read(delivery, settings)

/** Whether who sent it knows the secrets of now, or those they have just replaced. */
const isVerified = ({ source, settings, secrets }: Receiver, delivery: Delivery, now: Date): boolean =>
  secrets.some(
    ({ until, values }) =>
      (until === null || until > now) && source.verify({ delivery, settings, secrets: values, now }),
  )

type State = Pick<NewInboundEvent, 'state' | 'reason'>

const stateOf = ({ held }: Receiver, delivery: Delivery): State => {
  if (delivery.json() === undefined) return { state: 'failed', reason: 'not_readable' }
  return held === null ? { state: 'received', reason: null } : { state: 'suspended', reason: held }
}

const deliveryFrom = ({ body, headers, url }: FastifyRequest): Delivery => {
  const named = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])
  return deliveryOf({
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    headers: Object.fromEntries(named),
    query: new URLSearchParams(url.split('?', 2)[1] ?? ''),
    contentType: (headers['content-type'] ?? '').toLowerCase(),
  })
}

/** Where systems tell companies things. Bodies are taken as bytes: signatures are over exactly these. */
export const receiveRoutes = async (app: FastifyInstance): Promise<void> => {
  const { deps } = app
  const intake = createIntake(deps)
  const addresses = addressBook(deps)
  const now = () => deps.now().getTime()
  const calls = createTokenBuckets({ capacity: PER_SECOND, refillSeconds: 1 / PER_SECOND, now })
  const rejected = createTokenBuckets({ ...REJECTED_KEPT, now })
  app.addHook('onClose', () => intake.idle())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  )

  /** Before the body is read: whose address it is, and whether more may come by it. */
  const admit = async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    refuseFlood(deps, request.ip)
    const receiver = await addresses.find(request.params.token)
    if (!receiver) return reply.code(404).send('')
    forgiveUnknown(deps, request.ip)
    if (!isWithin(receiver.addresses, request.ip)) return reply.code(403).send('')
    const wait = calls.take(receiver.id)
    if (wait > 0)
      return reply
        .code(429)
        .header('retry-after', String(Math.ceil(wait)))
        .send('')
    request.receiver = receiver
  }

  const eventOf = (receiver: Receiver, delivery: Delivery, facts: Facts): NewInboundEvent => ({
    ...{ id: newId(), companyId: receiver.companyId, integrationId: receiver.id, shard: shardOf(receiver.id) },
    ...{ receivedAt: deps.now(), ...keysOf(facts.id, delivery.body, deps.now()) },
    ...{ event: facts.event, objectKey: facts.objectKey, isTest: facts.isTest, ...stateOf(receiver, delivery) },
    headers: keptHeaders(delivery.headers, receiver.settings, receiver.source.secretHeader),
    query: keptQuery(delivery.query),
    ...{ contentType: delivery.contentType, body: delivery.body, isWatched: receiver.isWatched },
  })

  /** Kept for a day, so that whoever connects the system sees that it calls and is not believed. */
  const reject = async (receiver: Receiver, delivery: Delivery): Promise<void> => {
    if (rejected.take(receiver.id) > 0) return
    const body = delivery.body.subarray(0, REJECTED_BYTES)
    const event = eventOf(receiver, { ...delivery, body }, nothing)
    await intake.store({ ...event, dedupeKey: null, formerKey: null, state: 'rejected', reason: 'not_verified' })
  }

  app.post<Asked>('/hooks/in/:token', { helmet: false, onRequest: admit }, async (request, reply) => {
    const { receiver } = request
    if (!receiver) throw new Error('a request without its receiver')
    const delivery = deliveryFrom(request)
    if (receiver.source.isPing?.(delivery)) return reply.code(200).send('')
    if (!isVerified(receiver, delivery, deps.now())) {
      request.log.warn({ integrationId: receiver.id }, 'a webhook of an integration could not be verified')
      await reject(receiver, delivery)
      return reply.code(401).send('')
    }
    await intake.store(eventOf(receiver, delivery, factsOf(receiver, delivery)))
    return reply.code(200).send('')
  })
}
