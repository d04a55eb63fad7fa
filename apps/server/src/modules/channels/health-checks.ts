import type { ChannelHealth, ChannelStatus, HealthCheck } from '@recado/contracts/channels'
import type { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import type { HealthStatus, PhoneNumberNode, SubscribedApp } from '#server/lib/whatsapp-cloud/graph-types.ts'

export type Check = ChannelHealth['checks'][number]
export type Read<T> = { value: T; error: null } | { value: null; error: GraphError }

/** What was read at Meta; a part that could not be read carries its error. */
export type HealthReading = {
  token: Read<boolean>
  subscription: Read<SubscribedApp[]>
  number: Read<PhoneNumberNode>
  sending: Read<HealthStatus | null>
  lastEventAt: Date | null
  now: Date
}

const QUIET_HOURS = 72

const check = (
  name: HealthCheck,
  state: Check['state'],
  value: string | null,
  errorCode: number | null = null,
): Check => ({ name, state, value, errorCode })

const unread = (name: HealthCheck, error: GraphError): Check =>
  check(name, error.fate === 'rejected' ? 'problem' : 'unknown', null, error.code)

const goodNames = new Set(['APPROVED', 'AVAILABLE_WITHOUT_REVIEW', 'NONE'])

const numberChecks = (number: Read<PhoneNumberNode>): Check[] => {
  if (number.error) return (['registration', 'name', 'quality', 'limit'] as const).map((n) => unread(n, number.error))
  const { status, name_status, quality_rating, whatsapp_business_manager_messaging_limit: limit } = number.value
  const quality = quality_rating ?? null
  const qualityState = quality === 'RED' ? 'problem' : quality === 'YELLOW' ? 'warning' : 'ok'
  return [
    check('registration', isRegistered(number.value) ? 'ok' : 'problem', status ?? null),
    check('name', !name_status || goodNames.has(name_status) ? 'ok' : 'warning', name_status ?? null),
    check('quality', quality === null ? 'unknown' : qualityState, quality),
    check('limit', limit ? 'ok' : 'unknown', limit ?? null),
  ]
}

const sendingCheck = (sending: Read<HealthStatus | null>): Check => {
  if (sending.error) return unread('sending', sending.error)
  const can = sending.value?.can_send_message ?? null
  const code = sending.value?.entities?.flatMap((entity) => entity.errors ?? [])[0]?.error_code ?? null
  if (can === null) return check('sending', 'unknown', null)
  return check('sending', can === 'AVAILABLE' ? 'ok' : can === 'LIMITED' ? 'warning' : 'problem', can, code)
}

const eventCheck = (lastEventAt: Date | null, now: Date): Check => {
  if (!lastEventAt) return check('last_event', 'unknown', null)
  const quiet = now.getTime() - lastEventAt.getTime() > QUIET_HOURS * 3_600_000
  return check('last_event', quiet ? 'warning' : 'ok', lastEventAt.toISOString())
}

/** Whether Meta lets the number send at all. A number without a status is taken as registered: some answers omit it. */
export const isRegistered = (number: PhoneNumberNode): boolean =>
  number.status === undefined || ['CONNECTED', 'FLAGGED', 'RESTRICTED', 'RATE_LIMITED'].includes(number.status)

/** The checks as people see them, in the order of the contract. */
export const checksOf = (reading: HealthReading): Check[] => {
  const token = reading.token.error
    ? unread('token', reading.token.error)
    : check('token', reading.token.value ? 'ok' : 'problem', null)
  const subscription = reading.subscription.error
    ? unread('subscription', reading.subscription.error)
    : check('subscription', reading.subscription.value.length > 0 ? 'ok' : 'problem', null)
  return [
    token,
    subscription,
    ...numberChecks(reading.number),
    sendingCheck(reading.sending),
    eventCheck(reading.lastEventAt, reading.now),
  ]
}

export type Verdict = { status: ChannelStatus; reason: string | null }

const authCode = (reading: HealthReading): number | null => {
  const errors = [reading.token.error, reading.number.error, reading.subscription.error]
  return errors.find((error) => error?.rule.errorClass === 'auth')?.code ?? null
}

/** The status that a reading speaks for; null when Meta could not be asked, which says nothing about the channel. */
export const verdictOf = (reading: HealthReading): Verdict | null => {
  const code = authCode(reading)
  if (code !== null) return { status: 'token_expired', reason: `graph:${code}` }
  if (reading.token.value === false) return { status: 'token_expired', reason: 'token_invalid' }
  const { value: number, error } = reading.number
  if (error) {
    return error.fate === 'rejected' && error.rule.policy !== 'retry'
      ? { status: 'restricted', reason: 'number_missing' }
      : null
  }
  if (number.status === 'BANNED') return { status: 'banned', reason: 'number_banned' }
  if (!isRegistered(number)) return { status: 'degraded', reason: 'not_registered' }
  const sending = sendingCheck(reading.sending)
  if (number.status === 'RESTRICTED' || sending.value === 'BLOCKED')
    return {
      status: 'restricted',
      reason: sending.errorCode === null ? 'blocked_by_meta' : `graph:${sending.errorCode}`,
    }
  if (number.status === 'FLAGGED' || number.quality_rating === 'RED')
    return { status: 'degraded', reason: 'quality_red' }
  if (reading.subscription.value?.length === 0) return { status: 'degraded', reason: 'not_subscribed' }
  if (sending.value === 'LIMITED') return { status: 'degraded', reason: 'limited_by_meta' }
  return { status: 'connected', reason: null }
}
