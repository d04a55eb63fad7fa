/** What a sender does after an error: try again, give this message up, stop the sender, wait for a condition, or only tell. */
export const graphPolicies = ['retry', 'never', 'stop', 'wait', 'show'] as const
export type GraphPolicy = (typeof graphPolicies)[number]

/** The product's classes of delivery errors; they drive retry and wording. */
export const graphErrorClasses = [
  'permanent_recipient',
  'policy',
  'request',
  'window',
  'template',
  'rate',
  'auth',
  'billing',
  'media',
  'transient',
  /** Not one of WhatsApp's: we refused it, since no place of the portfolio's limit was left. */
  'limit',
  'unknown',
] as const
export type GraphErrorClass = (typeof graphErrorClasses)[number]

/** How far a stop, a wait or a slow-down reaches. */
export const graphErrorScopes = ['message', 'pair', 'channel', 'account', 'app', 'company', 'campaign'] as const
export type GraphErrorScope = (typeof graphErrorScopes)[number]

/** Seconds to wait before try 2, 3, …; its length bounds the tries. A rate entry costs no attempt of the message. */
export type GraphRetry = { readonly backoffSeconds: readonly number[]; readonly costsAttempt: boolean }

export type GraphErrorRule = {
  readonly policy: GraphPolicy
  readonly errorClass: GraphErrorClass
  readonly scope: GraphErrorScope
  readonly retry: GraphRetry | null
}

const transient: GraphRetry = { backoffSeconds: [5, 30, 120, 600, 1800], costsAttempt: true }
const shortly: GraphRetry = { backoffSeconds: [5, 30, 120], costsAttempt: true }
const throttled: GraphRetry = { backoffSeconds: [1, 4, 15, 30, 60], costsAttempt: false }
const slowly: GraphRetry = { backoffSeconds: [60, 300, 900, 1800, 3600], costsAttempt: false }
const pair: GraphRetry = { backoffSeconds: [4, 16, 64, 256, 1024], costsAttempt: false }
const aMinute: GraphRetry = { backoffSeconds: [60, 60, 60, 120, 300], costsAttempt: false }
const marketingCap: GraphRetry = { backoffSeconds: [86_400, 172_800], costsAttempt: true }

const rule = (
  policy: GraphPolicy,
  errorClass: GraphErrorClass,
  scope: GraphErrorScope = 'message',
  retry: GraphRetry | null = null,
): GraphErrorRule => Object.freeze({ policy, errorClass, scope, retry })

const badRequest = rule('never', 'request')
const badRecipient = rule('never', 'permanent_recipient')
const noRight = rule('stop', 'auth', 'channel')
const marketingOff = rule('stop', 'policy', 'campaign')
const stopCampaign = rule('stop', 'template', 'campaign')
const badTemplate = rule('never', 'template')
const onlyShow = rule('show', 'unknown')

/** Every known code of WhatsApp's Cloud API with what to do about it. Ranges are spelled out where they are short. */
export const graphErrorRules: Readonly<Record<number, GraphErrorRule>> = {
  0: noRight,
  1: rule('retry', 'transient', 'message', shortly),
  2: rule('retry', 'transient', 'message', transient),
  3: noRight,
  4: rule('retry', 'rate', 'app', slowly),
  10: noRight,
  17: rule('retry', 'rate', 'account', slowly),
  33: rule('stop', 'request', 'channel'),
  100: badRequest,
  104: noRight,
  190: noRight,
  200: noRight,
  368: rule('stop', 'policy', 'account'),
  803: badRequest,
  80007: rule('retry', 'rate', 'account', slowly),
  130403: badRecipient,
  130429: rule('retry', 'rate', 'channel', throttled),
  130472: rule('never', 'policy'),
  130497: rule('never', 'policy'),
  131000: rule('retry', 'transient', 'message', shortly),
  131005: noRight,
  131008: badRequest,
  131009: badRequest,
  131016: rule('retry', 'transient', 'message', transient),
  131021: badRecipient,
  131026: badRecipient,
  131030: badRecipient,
  131031: rule('stop', 'policy', 'account'),
  131037: rule('stop', 'policy', 'channel'),
  131042: rule('stop', 'billing', 'company'),
  131045: rule('stop', 'auth', 'channel'),
  131047: rule('never', 'window'),
  131048: rule('stop', 'policy', 'channel'),
  131049: rule('wait', 'policy', 'pair', marketingCap),
  131050: rule('never', 'policy'),
  131051: badRecipient,
  131052: rule('show', 'media'),
  131053: rule('never', 'media'),
  131055: badRequest,
  131056: rule('retry', 'rate', 'pair', pair),
  131057: rule('retry', 'transient', 'channel', aMinute),
  131060: rule('show', 'media'),
  131062: badRecipient,
  131063: marketingOff,
  131064: rule('wait', 'policy', 'account'),
  132000: badTemplate,
  132001: stopCampaign,
  132005: badTemplate,
  132007: stopCampaign,
  132012: badTemplate,
  132015: rule('wait', 'template', 'campaign'),
  132016: stopCampaign,
  132018: badTemplate,
  132068: stopCampaign,
  132069: rule('retry', 'template', 'message', slowly),
  133000: rule('retry', 'transient', 'channel', shortly),
  133004: rule('retry', 'transient', 'channel', transient),
  133005: rule('never', 'auth', 'channel'),
  133006: rule('never', 'auth', 'channel'),
  133008: rule('wait', 'auth', 'channel'),
  133009: rule('wait', 'auth', 'channel'),
  133010: rule('stop', 'auth', 'channel'),
  133015: rule('wait', 'auth', 'channel', { backoffSeconds: [300], costsAttempt: false }),
  133016: rule('wait', 'auth', 'channel', { backoffSeconds: [259_200], costsAttempt: false }),
  134011: rule('stop', 'billing', 'company'),
  134100: marketingOff,
  134101: marketingOff,
  134102: marketingOff,
  135000: badRequest,
  138000: onlyShow,
  139100: badRequest,
  139101: badRequest,
  139102: badRequest,
  139103: badRequest,
  147001: badRequest,
  147002: badRequest,
  147003: badRequest,
  147004: badRequest,
  147005: badRequest,
  200005: onlyShow,
  200006: onlyShow,
  200007: onlyShow,
  1752041: onlyShow,
  2388019: badTemplate,
  2388023: rule('wait', 'template'),
  2388024: badTemplate,
  2388025: rule('wait', 'template'),
  2388039: badTemplate,
  2388040: badTemplate,
  2388047: badTemplate,
  2388072: badTemplate,
  2388073: badTemplate,
  2388293: badTemplate,
  2388299: badTemplate,
  2494010: badRequest,
  2593107: badRequest,
  2593108: badRequest,
  2593109: onlyShow,
}

const serverTrouble = rule('retry', 'transient', 'message', transient)
const tooFast = rule('retry', 'rate', 'channel', throttled)
const unknownTransient = rule('retry', 'unknown', 'message', shortly)
const unknownFinal = rule('never', 'unknown')

const rangeOf = (code: number): number => {
  if (code >= 200 && code <= 299) return 200
  if (code >= 138_000 && code <= 138_999) return 138_000
  return code
}

export type GraphErrorFacts = { isTransient?: boolean | undefined; httpStatus?: number | undefined }

/**
 * What to do about an error code. The code decides; HTTP status and `is_transient` are only read for codes that the
 * table does not know (an unknown one is retried at most three times, and only when Meta hints that it may pass).
 */
export const classifyGraphError = (code: number | null, facts: GraphErrorFacts = {}): GraphErrorRule => {
  const known = code === null ? undefined : graphErrorRules[rangeOf(code)]
  if (known) return known
  if (facts.httpStatus === 429) return tooFast
  if (code === null && facts.httpStatus !== undefined && facts.httpStatus >= 500) return serverTrouble
  return facts.isTransient ? unknownTransient : unknownFinal
}

/** Whether the table names this code; an unknown one is worth telling the operator about. */
export const isKnownGraphError = (code: number): boolean => graphErrorRules[rangeOf(code)] !== undefined

/** Key of the texts of a code: `whatsapp/graph-errors:<key>.reason` and `whatsapp/graph-errors:<key>.next`. */
export const graphErrorTextKey = (code: number | null): string => {
  const key = code === null ? undefined : rangeOf(code)
  return key !== undefined && graphErrorRules[key] ? String(key) : 'unknown'
}
