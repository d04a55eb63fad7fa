import dns from 'node:dns'
import { isIP, type LookupFunction, createConnection as openTcp, type Socket } from 'node:net'
import {
  type GuardedConnect,
  type GuardedRequest,
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
} from '@recado/providers/outbound'
import { Agent, buildConnector, type Dispatcher, request as undiciRequest } from 'undici'
import { errorCodeOf } from './error-code.ts'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5000
const MAX_BYTES = 1024 * 1024
const MAX_REDIRECTS = 3
const CONNECTIONS_PER_ORIGIN = 50
/** A connection that the other side closes at the moment of the next call leaves the fate of that call unknown. */
const IDLE_MS = 1000
const redirects = new Set([301, 302, 303, 307, 308])

type Addresses = dns.LookupAddress[]
export type ResolveHost = (
  host: string,
  options: dns.LookupAllOptions,
  done: (error: Error | null, found: Addresses) => void,
) => void

export type Outbound = { request: GuardedRequest; connect: GuardedConnect; close: () => Promise<void> }

const bare = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
const forbidden = (what: string) => new OutboundError('forbidden', `${what} may not be called`)
const unreachable = (host: string, cause: unknown) =>
  cause instanceof OutboundError
    ? cause
    : new OutboundError('unreachable', `No connection to ${host}`, { code: errorCodeOf(cause), cause })

/** Resolves names and checks what they resolve to, so that the address checked is the one that gets connected. */
const createGuard = (allowedHosts: readonly string[], resolve: ResolveHost) => {
  const allowed = new Set(allowedHosts.map(bare))
  const lookup: LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true } as dns.LookupAllOptions, (error, found) => {
      const failure = error ?? (found.length === 0 ? new Error(`${host} has no address`) : null)
      if (failure) return done(failure, '', 0)
      const isForbidden = !allowed.has(bare(host)) && found.some(({ address }) => !isPublicAddress(address))
      if (isForbidden) return done(forbidden(host), '', 0)
      if (options.all) return done(null, found)
      const [first] = found
      return done(null, first?.address ?? '', first?.family)
    })
  }
  /** Literal addresses are never looked up. */
  const assertHost = (host: string) => {
    const name = bare(host)
    if (isIP(name) && !allowed.has(name) && !isPublicAddress(name)) throw forbidden(host)
  }
  return { lookup, assertHost }
}

const urlOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutboundError('forbidden', 'Only http and https are called')
  return url
}

const headersOf = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

const readBody = async (
  body: AsyncIterable<Buffer>,
  { maxBytes = MAX_BYTES, cut }: OutboundRequest,
): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes && cut) return Buffer.concat([...chunks, chunk]).subarray(0, maxBytes)
    if (size > maxBytes) throw new OutboundError('too_large', `The answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** What a redirect asks for, by the rules of fetch: 303, and 301 and 302 to a POST, go on as GET. */
const redirected = (call: OutboundRequest, url: URL, status: number, location: string): OutboundRequest => {
  const target = URL.canParse(location, url.href) ? new URL(location, url) : null
  if (!target) throw new OutboundError('no_answer', 'The address redirects to nowhere')
  const method = call.method ?? 'GET'
  const turnsToGet = (status === 303 && method !== 'GET') || (status < 303 && method === 'POST')
  const { body, headers = {}, ...rest } = call
  // Keys belong to the origin they were given for.
  const kept = Object.entries(headers).filter(
    ([name]) => target.origin === url.origin || /^(accept|user-agent|content-type)$/i.test(name),
  )
  const plain = { ...rest, url: target.href }
  if (turnsToGet)
    return { ...plain, method: 'GET', headers: Object.fromEntries(kept.filter(([name]) => !/^content-/i.test(name))) }
  return { ...plain, headers: Object.fromEntries(kept), ...(body === undefined ? {} : { body }) }
}

/** Notes whether a request got as far as a connection: before that, nothing was sent. */
const noting = (dispatcher: Dispatcher, state: { started: boolean }) =>
  dispatcher.compose((dispatch) => (options, handler) => {
    const noted: Dispatcher.DispatchHandler = {
      onRequestStart: (...args) => {
        state.started = true
        handler.onRequestStart?.(...args)
      },
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    }
    return dispatch(options, noted)
  })

type Pooling = {
  /** Most connections to one origin. */
  connections?: number
  /** How long one without a call is kept. */
  idleMs?: number
}

const createAgent = (
  guard: ReturnType<typeof createGuard>,
  { connections = CONNECTIONS_PER_ORIGIN, idleMs = IDLE_MS }: Pooling,
) => {
  const connect = buildConnector({ lookup: guard.lookup, timeout: CONNECT_TIMEOUT_MS, allowH2: false })
  return new Agent({
    connections,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    connect: (options, done) => {
      try {
        guard.assertHost(options.hostname)
      } catch (error) {
        return done(error as Error, null)
      }
      return connect(options, done)
    },
  })
}

/** While a connection is being made, the client does not listen to the signal: it only sends nothing afterwards. */
const lateness = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const createRequest = (agent: Agent): GuardedRequest => {
  const exchange = async (call: OutboundRequest, url: URL, signal: AbortSignal): Promise<OutboundAnswer> => {
    const state = { started: false }
    try {
      const answering = undiciRequest(url, {
        dispatcher: noting(agent, state),
        method: call.method ?? 'GET',
        headers: call.headers ?? {},
        body: call.body ?? null,
        signal,
      })
      const answer = await Promise.race([answering, lateness(signal)])
      const body = await readBody(answer.body, call)
      return { status: answer.statusCode, headers: headersOf(answer.headers), body }
    } catch (error) {
      if (error instanceof OutboundError) throw error
      if (errorCodeOf(error) === 'UND_ERR_INVALID_ARG')
        throw new OutboundError('forbidden', `${url.host} cannot be called with these headers`, { cause: error })
      if (!state.started) throw unreachable(url.host, error)
      throw new OutboundError('no_answer', `${url.host} did not answer`, { code: errorCodeOf(error), cause: error })
    }
  }
  return async (given) => {
    const signal = AbortSignal.timeout(given.timeoutMs ?? TIMEOUT_MS)
    let call = given
    for (let hops = 0; ; hops++) {
      const url = urlOf(call.url)
      const answer = await exchange(call, url, signal)
      const { location } = answer.headers
      if (!redirects.has(answer.status) || !location || given.redirects === false) return answer
      if (hops === MAX_REDIRECTS) throw new OutboundError('no_answer', 'The address redirects too often')
      call = redirected(call, url, answer.status, location)
    }
  }
}

const createConnect =
  (guard: ReturnType<typeof createGuard>): GuardedConnect =>
  ({ host, port, timeoutMs = CONNECT_TIMEOUT_MS }) =>
    new Promise<Socket>((resolve, reject) => {
      guard.assertHost(host)
      const socket = openTcp({ host: bare(host), port, lookup: guard.lookup })
      const fail = (error: unknown) => {
        socket.destroy()
        reject(unreachable(`${host}:${port}`, error))
      }
      socket.setTimeout(timeoutMs, () => fail(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
      socket.once('error', fail)
      socket.once('connect', () => {
        socket.setTimeout(0)
        socket.removeAllListeners('timeout')
        socket.off('error', fail)
        resolve(socket)
      })
    })

/**
 * The only way to call addresses that people type. Names are resolved and checked when the connection is made, and hosts
 * that are not on the public internet are refused, except `allowedHosts`.
 */
export const createOutbound = (
  options: { allowedHosts: readonly string[]; resolve?: ResolveHost } & Pooling,
): Outbound => {
  const guard = createGuard(options.allowedHosts, options.resolve ?? dns.lookup)
  const agent = createAgent(guard, options)
  return { request: createRequest(agent), connect: createConnect(guard), close: () => agent.destroy() }
}
