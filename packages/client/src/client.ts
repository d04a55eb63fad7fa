import { webCrypto } from './crypto.ts'
import { type Operations, operations } from './operations.gen.ts'
import { type Problem, RecadoError } from './problem.ts'

export type RecadoOptions = {
  /** Where Recado is, such as `https://recado.example`. */
  url: string
  /** The secret of an API key. */
  key: string
  /** How often a call is repeated that could not be answered; 2. */
  retries?: number
  /** For one attempt; 30,000. */
  timeoutMs?: number
  fetch?: typeof fetch
}

export type CallOptions = {
  /** Names the call, so that it is performed once however often it is repeated. Without it, each call has one of its own. */
  idempotencyKey?: string
  signal?: AbortSignal
}

type Name = keyof Operations
type Input<N extends Name> = Operations[N]['input']
type Parts = { params?: object; query?: object; body?: object; file?: Blob }

type Call<N extends Name> =
  Record<never, never> extends Input<N>
    ? (input?: Input<N>, options?: CallOptions) => Promise<Operations[N]['response']>
    : (input: Input<N>, options?: CallOptions) => Promise<Operations[N]['response']>

type Page = { data: unknown[]; page: { next: string | null } }
type Listed = { [N in Name]: Operations[N]['response'] extends Page ? N : never }[Name]
type Item<N extends Listed> = Operations[N]['response'] extends { data: (infer I)[] } ? I : never

/** Every call of the public API by its name, and `each` for lists of any length. */
export type RecadoClient = { [N in Name]: Call<N> } & {
  /** The items of a list, page by page as they are needed. */
  each: <N extends Listed>(name: N, input?: Input<N>, options?: Pick<CallOptions, 'signal'>) => AsyncGenerator<Item<N>>
}

const addressOf = (url: string, path: string, { params = {}, query = {} }: Parts): string => {
  const named = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(named.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `${url.replace(/\/+$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`
}

const bodyOf = ({ body, file }: Parts): { body?: RequestInit['body']; type?: string } => {
  if (file) {
    const form = new FormData()
    for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value))
    form.set('file', file)
    return { body: form }
  }
  return body ? { body: JSON.stringify(body), type: 'application/json' } : {}
}

const problemOf = async (answer: Response): Promise<Problem> => {
  const unknown = { status: answer.status, code: 'internal', title: `HTTP ${answer.status}` } as const
  const text = await answer.text()
  try {
    const problem = JSON.parse(text) as Partial<Problem>
    return { ...unknown, ...problem }
  } catch {
    return unknown
  }
}

const MOST_WAIT_MS = 60_000

/** How long to wait before the next attempt, in ms; null when it would fare no better. */
const waitAfter = (answer: Response | null, attempt: number): number | null => {
  const growing = Math.min(MOST_WAIT_MS, 500 * 2 ** attempt) * (0.5 + Math.random() / 2)
  if (!answer) return growing
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds)) return Math.min(MOST_WAIT_MS, seconds * 1000)
  return answer.status === 429 || answer.status >= 500 ? growing : null
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

/**
 * Makes a client of the Recado API. Calls throw `RecadoError` for what the API refuses. Every call may be repeated safely, so those
 * without an answer, and those answered 429 or 5xx, are repeated.
 */
export const createClient = ({ url, key, retries = 2, timeoutMs = 30_000, ...own }: RecadoOptions): RecadoClient => {
  const ask = own.fetch ?? globalThis.fetch.bind(globalThis)

  const attempt = async (address: string, init: RequestInit, signal: AbortSignal | undefined) => {
    const limit = new AbortController()
    const stop = () => limit.abort(signal?.reason)
    const timer = setTimeout(() => limit.abort(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const answer = await ask(address, { ...init, signal: limit.signal })
      if (!answer.ok) return { answer, problem: await problemOf(answer) }
      return { answer, value: answer.status === 204 ? undefined : await answer.json() }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }

  const call = async (name: Name, input: Parts = {}, { idempotencyKey, signal }: CallOptions = {}) => {
    const [method, path] = operations[name]
    const { body, type } = bodyOf(input)
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: 'application/json' }
    if (type) headers['content-type'] = type
    if (method === 'POST' || method === 'PATCH')
      headers['idempotency-key'] = idempotencyKey ?? (await webCrypto()).randomUUID()
    const init: RequestInit = { method, headers, ...(body !== undefined && { body }) }
    for (let tried = 0; ; tried++) {
      signal?.throwIfAborted()
      const outcome = await attempt(addressOf(url, path, input), init, signal).catch((error: unknown) => {
        if (signal?.aborted || tried >= retries) throw error
        return null
      })
      if (outcome?.answer.ok) return outcome.value
      const wait = waitAfter(outcome?.answer ?? null, tried)
      if (outcome?.problem && (wait === null || tried >= retries)) throw new RecadoError(outcome.problem)
      await sleep(wait ?? 0, signal)
    }
  }

  async function* each(name: Listed, input: Parts = {}, options: CallOptions = {}): AsyncGenerator<unknown> {
    let cursor: string | null | undefined
    do {
      const query = { ...input.query, ...(cursor && { cursor }) }
      const { data, page } = (await call(name, { ...input, query }, options)) as Page
      yield* data
      cursor = page.next
    } while (cursor)
  }

  const names = Object.keys(operations) as Name[]
  const calls = names.map((name) => [name, (input?: Parts, options?: CallOptions) => call(name, input, options)])
  return { ...Object.fromEntries(calls), each } as RecadoClient
}
