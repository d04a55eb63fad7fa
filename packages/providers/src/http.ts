import { type OutboundAnswer, OutboundError, type OutboundRequest } from './outbound.ts'
import { type Credentials, ProviderError, type ProviderErrorKind, type ProviderPorts } from './provider.ts'

const MAX_RAW = 2000
/** Whatever a vendor says, a message is tried again within a day. */
const LONGEST_PAUSE_SECONDS = 86_400

export type Answer = { status: number; headers: Record<string, string>; text: string; json: unknown }

const kinds: Record<OutboundError['kind'], ProviderErrorKind> = {
  forbidden: 'refused',
  unreachable: 'unreachable',
  no_answer: 'unknown',
  too_large: 'unknown',
}

/** What an error of the network means for the message. */
export const asProviderError = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  if (!(error instanceof OutboundError)) throw error
  return new ProviderError(kinds[error.kind], error.message, { code: error.code, cause: error })
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const answerOf = ({ status, headers, body }: OutboundAnswer): Answer => {
  const text = body.toString('utf8')
  return { status, headers, text, json: jsonOf(text) }
}

export const call = async (ports: ProviderPorts, request: OutboundRequest): Promise<Answer> => {
  try {
    return answerOf(await ports.request(request))
  } catch (error) {
    throw asProviderError(error)
  }
}

export const postJson = (
  ports: ProviderPorts,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call(ports, {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const retryAfterOf = ({ headers }: Answer, now: Date): number | undefined => {
  const given = headers['retry-after']
  if (!given) return undefined
  const seconds = /^\d+$/.test(given.trim()) ? Number(given) : (Date.parse(given) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

export type Refusal = {
  message?: string | undefined
  code?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** An answer that says no. A server that failed may have done its work before: then nothing is known. */
export const refusalOf = (answer: Answer, now: Date, refusal: Refusal = {}): ProviderError => {
  const certain = answer.status < 500 || answer.status === 501 || answer.status === 503
  const pause = refusal.retryAfterSeconds ?? retryAfterOf(answer, now)
  return new ProviderError(
    certain ? 'refused' : 'unknown',
    refusal.message || answer.text.slice(0, 200) || `Status ${answer.status}`,
    {
      code: refusal.code ?? String(answer.status),
      raw: answer.text.slice(0, MAX_RAW),
      retryAfterSeconds: pause === undefined ? undefined : Math.min(pause, LONGEST_PAUSE_SECONDS),
    },
  )
}

/** The answer, if its status is one of success; throws what it refuses otherwise. */
export const expectSuccess = (answer: Answer, now: Date, describe: (json: unknown) => Refusal = () => ({})): Answer => {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw refusalOf(answer, now, describe(answer.json))
}

/** The value at a dotted path, as text; undefined when there is none. */
export const textAt = (value: unknown, path: string): string | undefined => {
  let found = value
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}

/** A date as ISO 8601; undefined when it is none. */
export const isoOf = (value: string | undefined): string | undefined => {
  const ms = value === undefined ? Number.NaN : Date.parse(value)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

const LONGEST_ID = 500

/** A result without the parts that are not known. What is longer than any vendor's id is none. */
export const resultOf = (id: string | undefined, date?: string | undefined) => ({
  ...(id && id.length <= LONGEST_ID ? { id } : {}),
  ...(date ? { date } : {}),
})

/** What a trigger adds for a provider, when it is an object. */
export const customDataOf = ({ customData }: { customData?: unknown }): Record<string, unknown> =>
  typeof customData === 'object' && customData !== null && !Array.isArray(customData) ? { ...customData } : {}

export const credentialText = (credentials: Credentials, key: string): string | undefined => {
  const value = credentials[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const requiredText = (credentials: Credentials, key: string): string => {
  const value = credentialText(credentials, key)
  if (value === undefined) throw new ProviderError('refused', `The credential ${key} is missing`)
  return value
}

/** Whether something listens at an address that may be called; nothing is sent. */
export const checkAddress = async (ports: ProviderPorts, address: string): Promise<void> => {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ProviderError('refused', 'The address must begin with https://')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  try {
    const socket = await ports.connect({ host: url.hostname, port })
    socket.destroy()
  } catch (error) {
    throw asProviderError(error)
  }
}
