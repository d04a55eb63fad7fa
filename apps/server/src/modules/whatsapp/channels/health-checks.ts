import { type ChannelHealth, type HealthCheck, healthChecks } from '@recado/contracts/whatsapp/channel-health'
import type { ChannelStatus } from '@recado/contracts/whatsapp/channels'
import type { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import type {
  AccountNode,
  HealthStatus,
  PhoneNumberNode,
  SubscribedApp,
} from '#server/lib/whatsapp-cloud/graph-types.ts'

export type Check = ChannelHealth['checks'][number]
export type Read<T> = { value: T; error: null } | { value: null; error: GraphError }

/** What we know of a channel without asking Meta. */
export type LocalFacts = {
  coexistence: boolean
  connectedAt: Date
  lastEventAt: Date | null
  /** The first send that no webhook has followed. */
  unheardSince: Date | null
  lastAppEventAt: Date | null
  lagSeconds: number | null
  templatesSyncedAt: Date | null
  /** Since when Meta refuses messages for want of payment; null when it does not. */
  unpaidSince: Date | null
  /** Part of the portfolio's limit that is used, 1 for all of it; null when there is no limit. */
  limitUsed: number | null
  /** Webhook fields that the platform's app lacks; null when the app is not ours, or Meta did not say. */
  missingFields: readonly string[] | null
  hasOwnApp: boolean
}

/** What was read at Meta; a part that could not be read carries its error. */
export type HealthReading = {
  token: Read<{ valid: boolean; expiresAt: Date | null }>
  subscription: Read<SubscribedApp[]>
  number: Read<PhoneNumberNode>
  account: Read<AccountNode>
  facts: LocalFacts
  now: Date
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const QUIET_MS = 3 * DAY_MS
const STALE_MS = 15 * MINUTE_MS
const LAG_SECONDS = 300
/** A lag says nothing any more when the last webhook is older than this. */
const LAG_COUNTS_MS = 60 * MINUTE_MS
const EXPIRES_SOON_MS = 7 * DAY_MS
/** Templates are read every quarter of an hour. */
const TEMPLATES_MS = 60 * MINUTE_MS
const APP_IDLE_MS = 10 * DAY_MS
const NEARLY = 0.9

/** Meta's words for want of payment: of a send, and of the health of an account. */
const paymentCodes: ReadonlySet<number | null> = new Set([131042, 141006])

const check = (
  name: HealthCheck,
  state: Check['state'],
  value: string | null = null,
  errorCode: number | null = null,
): Check => ({ name, state, value, errorCode })

/** What could not be read says nothing about what it is: not known, with the code of Meta's error. */
const unread = (name: HealthCheck, error: GraphError, state: Check['state'] = 'unknown'): Check =>
  check(name, state, null, error.code)

const isTokenDead = ({ token }: HealthReading): boolean =>
  token.error ? token.error.fate === 'rejected' : !token.value.valid

/** That Meta refuses a good token to read something is a problem of that thing. */
const refused = (reading: HealthReading, error: GraphError): Check['state'] =>
  error.fate === 'rejected' && !isTokenDead(reading) ? 'problem' : 'unknown'

const since = (at: Date, now: Date) => now.getTime() - at.getTime()

const tokenCheck = ({ token, now }: HealthReading): Check => {
  if (token.error) return unread('token', token.error, token.error.fate === 'rejected' ? 'problem' : 'unknown')
  const { valid, expiresAt } = token.value
  if (!valid) return check('token', 'problem')
  const soon = expiresAt !== null && since(expiresAt, now) > -EXPIRES_SOON_MS
  return check('token', soon ? 'warning' : 'ok', expiresAt?.toISOString() ?? null)
}

const subscriptionCheck = (reading: HealthReading): Check => {
  const { value, error } = reading.subscription
  return error
    ? unread('subscription', error, refused(reading, error))
    : check('subscription', value.length > 0 ? 'ok' : 'problem')
}

/** Fields of an app that is not ours are not for us to read. */
const fieldsCheck = ({ facts }: HealthReading): Check[] => {
  if (facts.hasOwnApp) return []
  const missing = facts.missingFields
  if (missing === null) return [check('fields', 'unknown')]
  const state = missing.length === 0 ? 'ok' : missing.includes('messages') ? 'problem' : 'warning'
  return [check('fields', state, missing.join(' ') || null)]
}

const lagCheck = ({ facts: { lagSeconds, lastEventAt }, now }: HealthReading): Check => {
  if (lagSeconds === null || !lastEventAt || since(lastEventAt, now) > LAG_COUNTS_MS)
    return check('webhook_lag', 'unknown')
  return check('webhook_lag', lagSeconds > LAG_SECONDS ? 'problem' : 'ok', String(lagSeconds))
}

/** Statuses come within seconds; a send is noted a little after them. */
const HEARD_MS = 30_000

/** We sent something a quarter of an hour ago, and nothing came back, not even a status. */
const isStale = ({ lastEventAt, unheardSince }: LocalFacts, now: Date): boolean => {
  if (!unheardSince || since(unheardSince, now) < STALE_MS) return false
  return lastEventAt === null || since(lastEventAt, unheardSince) > HEARD_MS
}

const eventCheck = ({ facts, now }: HealthReading): Check => {
  const { lastEventAt } = facts
  const value = lastEventAt?.toISOString() ?? null
  if (isStale(facts, now)) return check('last_event', 'problem', value)
  if (!lastEventAt) return check('last_event', 'unknown')
  return check('last_event', since(lastEventAt, now) > QUIET_MS ? 'warning' : 'ok', value)
}

const goodNames = new Set(['APPROVED', 'AVAILABLE_WITHOUT_REVIEW', 'NONE'])

const sendingOf = ({ number }: HealthReading): HealthStatus | null => number.value?.health_status ?? null
const sendingErrors = (reading: HealthReading): number[] =>
  (sendingOf(reading)?.entities ?? []).flatMap(({ errors }) => errors ?? []).map(({ error_code: code }) => code)

const sendingCheck = (reading: HealthReading): Check => {
  if (reading.number.error) return unread('sending', reading.number.error)
  const can = sendingOf(reading)?.can_send_message ?? null
  if (can === null) return check('sending', 'unknown')
  const state = can === 'AVAILABLE' ? 'ok' : can === 'LIMITED' ? 'warning' : 'problem'
  return check('sending', state, can, sendingErrors(reading)[0] ?? null)
}

const isUnpaid = (reading: HealthReading): boolean =>
  reading.facts.unpaidSince !== null || sendingErrors(reading).some((code) => paymentCodes.has(code))

const paymentCheck = (reading: HealthReading): Check =>
  isUnpaid(reading)
    ? check('payment', 'problem', reading.facts.unpaidSince?.toISOString() ?? null)
    : check('payment', 'ok')

const qualityState = (quality: string | null): Check['state'] => {
  if (quality === null) return 'unknown'
  return quality === 'RED' ? 'problem' : quality === 'YELLOW' ? 'warning' : 'ok'
}

const limitState = (limit: string | null, used: number | null): Check['state'] => {
  if (used !== null && used >= 1) return 'problem'
  if (used !== null && used >= NEARLY) return 'warning'
  return limit ? 'ok' : 'unknown'
}

/** Numbers of the phone app have the PIN of the app. */
const pinCheck = (number: PhoneNumberNode, coexistence: boolean): Check[] => {
  if (coexistence || typeof number['is_pin_enabled'] !== 'boolean') return []
  return [check('pin', number['is_pin_enabled'] ? 'ok' : 'warning')]
}

const numberChecks = (reading: HealthReading): Check[] => {
  const { number, facts } = reading
  const asked = [sendingCheck(reading), paymentCheck(reading)]
  if (number.error) {
    const others = (['quality', 'limit', 'name'] as const).map((name) => unread(name, number.error))
    return [unread('registration', number.error, refused(reading, number.error)), ...others, ...asked]
  }
  const { status, name_status: nameStatus, quality_rating, ...rest } = number.value
  const limit = rest.whatsapp_business_manager_messaging_limit ?? null
  const quality = quality_rating ?? null
  return [
    check('registration', isRegistered(number.value) ? 'ok' : 'problem', status ?? null),
    ...asked,
    check('quality', qualityState(quality), quality),
    check('limit', limitState(limit, facts.limitUsed), limit),
    check('name', !nameStatus || goodNames.has(nameStatus) ? 'ok' : 'warning', nameStatus ?? null),
    ...pinCheck(number.value, facts.coexistence),
  ]
}

const verificationCheck = ({ account }: HealthReading): Check => {
  if (account.error) return unread('verification', account.error)
  const word = account.value.business_verification_status ?? null
  return check('verification', word === null ? 'unknown' : word === 'verified' ? 'ok' : 'warning', word)
}

const areTemplatesFailing = ({ templatesSyncedAt, connectedAt }: LocalFacts, now: Date): boolean =>
  since(templatesSyncedAt ?? connectedAt, now) > TEMPLATES_MS

const templatesCheck = ({ facts, now }: HealthReading): Check => {
  const value = facts.templatesSyncedAt?.toISOString() ?? null
  if (areTemplatesFailing(facts, now)) return check('templates', 'warning', value)
  return check('templates', value === null ? 'unknown' : 'ok', value)
}

/** The past of the phone app counts as nothing: who opens it writes, or reads on. */
const phoneAppCheck = ({ facts, now }: HealthReading): Check[] => {
  if (!facts.coexistence) return []
  const seen = facts.lastAppEventAt ?? facts.connectedAt
  return [check('phone_app', since(seen, now) > APP_IDLE_MS ? 'warning' : 'ok', seen.toISOString())]
}

/** Whether Meta lets the number send at all. A number without a status is taken as registered: some answers omit it. */
export const isRegistered = (number: PhoneNumberNode): boolean =>
  number.status === undefined || ['CONNECTED', 'FLAGGED', 'RESTRICTED', 'RATE_LIMITED'].includes(number.status)

/** The checks as people see them, in the order of the contract. */
export const checksOf = (reading: HealthReading): Check[] => {
  const found = [
    tokenCheck(reading),
    subscriptionCheck(reading),
    ...fieldsCheck(reading),
    lagCheck(reading),
    eventCheck(reading),
    ...numberChecks(reading),
    verificationCheck(reading),
    templatesCheck(reading),
    ...phoneAppCheck(reading),
  ]
  return found.toSorted((a, b) => healthChecks.indexOf(a.name) - healthChecks.indexOf(b.name))
}

export type Verdict = { status: ChannelStatus; reason: string | null }

const authCode = (reading: HealthReading): number | null => {
  const errors = [reading.token.error, reading.number.error, reading.subscription.error]
  return errors.find((error) => error?.rule.errorClass === 'auth')?.code ?? null
}

/** What is not well of a number that may send, the worst first. */
const degradations: readonly [reason: string, holds: (reading: HealthReading) => boolean][] = [
  ['quality_red', ({ number }) => number.value?.status === 'FLAGGED' || number.value?.quality_rating === 'RED'],
  ['not_subscribed', ({ subscription }) => subscription.value?.length === 0],
  ['fields_missing', ({ facts }) => facts.missingFields?.includes('messages') === true],
  ['webhook_stale', ({ facts, now }) => isStale(facts, now)],
  ['webhook_lag', (reading) => lagCheck(reading).state === 'problem'],
  ['payment_missing', isUnpaid],
  ['limited_by_meta', (reading) => sendingCheck(reading).value === 'LIMITED'],
  ['templates_failing', ({ facts, now }) => areTemplatesFailing(facts, now)],
]

/** The status that a reading speaks for; null when Meta could not be asked, which says nothing about the channel. */
export const verdictOf = (reading: HealthReading): Verdict | null => {
  const code = authCode(reading)
  if (code !== null) return { status: 'token_expired', reason: `graph:${code}` }
  if (reading.token.value?.valid === false) return { status: 'token_expired', reason: 'token_invalid' }
  const { value: number, error } = reading.number
  if (error) {
    return error.fate === 'rejected' && error.rule.policy !== 'retry'
      ? { status: 'restricted', reason: 'number_missing' }
      : null
  }
  if (number.status === 'BANNED') return { status: 'banned', reason: 'number_banned' }
  if (!isRegistered(number)) return { status: 'degraded', reason: 'not_registered' }
  const sending = sendingCheck(reading)
  if (number.status === 'RESTRICTED' || sending.value === 'BLOCKED')
    return {
      status: 'restricted',
      reason: sending.errorCode === null ? 'blocked_by_meta' : `graph:${sending.errorCode}`,
    }
  const trouble = degradations.find(([, holds]) => holds(reading))
  return trouble ? { status: 'degraded', reason: trouble[0] } : { status: 'connected', reason: null }
}
