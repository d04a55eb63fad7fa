import { type GuardedRequest, OutboundError } from '@recado/providers/outbound'
import { sanitizeText } from '#server/lib/sanitize-text.ts'
import type { DueDelivery } from '../queries/sending.ts'
import { signatureOf } from '../secrets.ts'

/** For the whole exchange. */
const TIMEOUT_MS = 15_000
/** So much of an answer is read, and so many characters of it are kept. */
const READ_BYTES = 16_384
const KEPT_CHARACTERS = 1000
const keptHeaders = ['content-type', 'content-length', 'location', 'retry-after', 'server', 'date']

/** What became of an attempt, as the log keeps it. */
export type Attempt = {
  at: string
  status: number | null
  error: string | null
  durationMs: number
  headers: Record<string, string>
  body: string
}

type Said = Pick<DueDelivery, 'eventId' | 'type' | 'data' | 'happenedAt'>

/** The body of a delivery: the same in every attempt. */
export const bodyOf = ({ type, data, happenedAt }: Pick<Said, 'type' | 'data' | 'happenedAt'>): string =>
  JSON.stringify({ type, timestamp: happenedAt.toISOString(), data })

/** The headers of an attempt. */
export const headersOf = (id: string, timestamp: number, signature: string): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Recado-Webhooks/1.0',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
})

const readable = (body: Buffer) => sanitizeText(body.toString('utf8').slice(0, KEPT_CHARACTERS))

const kept = (headers: Record<string, string>) =>
  Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, sanitizeText(value.slice(0, 200))]]
    }),
  )

const codeOf = (error: unknown): string => {
  if (!(error instanceof OutboundError)) return 'no_answer'
  if (error.kind === 'no_answer' && error.cause instanceof DOMException) return 'timeout'
  return error.kind
}

/** Calls a receiver once. Never throws: whatever comes of it is an attempt. */
export const attempt = async (
  request: GuardedRequest,
  { url, keys, now, timeoutMs = TIMEOUT_MS }: { url: string; keys: readonly Buffer[]; now: Date; timeoutMs?: number },
  said: Said,
): Promise<Attempt> => {
  const began = performance.now()
  const timestamp = Math.floor(now.getTime() / 1000)
  const body = bodyOf(said)
  const headers = headersOf(said.eventId, timestamp, signatureOf(keys, said.eventId, timestamp, body))
  const ended = () => ({ at: now.toISOString(), durationMs: Math.round(performance.now() - began) })
  try {
    const answer = await request({
      ...{ url, method: 'POST', headers, body, timeoutMs },
      ...{ maxBytes: READ_BYTES, cut: true, redirects: false },
    })
    return {
      ...ended(),
      ...{ status: answer.status, error: null, headers: kept(answer.headers), body: readable(answer.body) },
    }
  } catch (error) {
    return { ...ended(), status: null, error: codeOf(error), headers: {}, body: '' }
  }
}
