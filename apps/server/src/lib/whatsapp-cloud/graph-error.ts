import { classifyGraphError, type GraphErrorRule } from '@recado/contracts/whatsapp/graph-errors'

/**
 * What became of the request. `not_sent`: it never left this machine. `rejected`: Meta answered that it did not accept
 * it. `unknown`: it was written and no answer that settles it came back, so a send must not be repeated by itself.
 */
export type RequestFate = 'not_sent' | 'rejected' | 'unknown'

export type GraphErrorInit = {
  message: string
  fate: RequestFate
  code?: number | null
  httpStatus?: number
  isTransient?: boolean
  details?: string | null
  userTitle?: string | null
  userMessage?: string | null
  fbtraceId?: string | null
  rule?: GraphErrorRule
  cause?: unknown
}

/**
 * The one error of the Graph client. `code` is Meta's code, null when Meta gave none. `details` may name what was sent:
 * keep it in the database, not in logs.
 */
export class GraphError extends Error {
  readonly code: number | null
  readonly httpStatus: number | null
  readonly fate: RequestFate
  readonly rule: GraphErrorRule
  readonly details: string | null
  readonly userTitle: string | null
  readonly userMessage: string | null
  readonly fbtraceId: string | null

  constructor(init: GraphErrorInit) {
    super(init.message, { cause: init.cause })
    this.name = 'GraphError'
    this.code = init.code ?? null
    this.httpStatus = init.httpStatus ?? null
    this.fate = init.fate
    this.rule =
      init.rule ?? classifyGraphError(this.code, { isTransient: init.isTransient, httpStatus: init.httpStatus })
    this.details = init.details ?? null
    this.userTitle = init.userTitle ?? null
    this.userMessage = init.userMessage ?? null
    this.fbtraceId = init.fbtraceId ?? null
  }
}

type Loose = Record<string, unknown>
const asObject = (value: unknown): Loose | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : null
const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const parseBody = (body: Buffer): Loose | null => {
  try {
    return asObject(JSON.parse(body.toString('utf8')))
  } catch {
    return null
  }
}

/**
 * Turns an answer that is not a success into a `GraphError`.
 *
 * An answer with Meta's error object settles the matter whatever its HTTP status: the request was rejected and the code
 * says what to do. A 5xx without one comes from something in front of Meta and does not say whether the request was
 * passed on: its fate is `unknown` (reference §1.1: nothing twice). Any other status without one is a rejection.
 */
export const graphErrorFromAnswer = (httpStatus: number, body: Buffer): GraphError => {
  const error = asObject(parseBody(body)?.error)
  const code = error && Number.isSafeInteger(Number(error.code)) && error.code !== null ? Number(error.code) : null
  if (!error || code === null) {
    const fate: RequestFate = httpStatus >= 500 ? 'unknown' : 'rejected'
    return new GraphError({ message: `Answer ${httpStatus} without an error object`, fate, httpStatus })
  }
  // Template creation hides the useful number in error_subcode of code 100.
  const subcode = Number(error.error_subcode)
  const telling = code === 100 && Number.isSafeInteger(subcode) && subcode >= 2_388_000 && subcode < 2_389_000
  return new GraphError({
    message: asText(error.message) ?? `Graph error ${code}`,
    fate: 'rejected',
    code: telling ? subcode : code,
    httpStatus,
    isTransient: error.is_transient === true,
    details: asText(asObject(error.error_data)?.details),
    userTitle: asText(error.error_user_title),
    userMessage: asText(error.error_user_msg),
    fbtraceId: asText(error.fbtrace_id),
  })
}
