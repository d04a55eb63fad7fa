import { detail, timesOf } from '../activity/details.ts'
import { done, type Outcome } from './outcome.ts'
import type { JobRow } from './queries/jobs.ts'
import type { JobUpdate, NewMessage } from './queries/writes.ts'
import type { Recorder } from './record-jobs.ts'
import { type Delivery, deliver } from './steps/deliver.ts'
import type { RunState } from './world.ts'

const MAX_ATTEMPTS = 4

type Delivering = Extract<Outcome, { kind: 'deliver' }>

const messageStatus = { sent: 'sent', refused: 'error', unreachable: 'error', unknown: 'unknown' } as const

const resultOf = (delivering: Delivering, deliveries: readonly Delivery[], now: Date): Outcome => {
  const { attempts, failedTarget, allFailed, logCode } = delivering
  const failures = deliveries.filter(({ result }) => result === 'refused' || result === 'unreachable')
  const messages = attempts.map(({ message }, i): NewMessage => {
    const delivery = deliveries[i] as Delivery
    const status = messageStatus[delivery.result]
    return delivery.result === 'sent'
      ? { ...message, status, providerMessageId: delivery.id }
      : { ...message, status, errorText: delivery.error, errorCode: status === 'error' ? logCode : null }
  })
  const details = attempts.map(({ message: { id, providerId } }, i) => {
    const delivery = deliveries[i] as Delivery
    const about = { providerId, messageId: id }
    if (delivery.result === 'sent') {
      return detail('message_sent', now, delivery.id ? { ...about, raw: JSON.stringify({ id: delivery.id }) } : about)
    }
    const raw = JSON.stringify({ error: delivery.error, answer: delivery.raw })
    return detail(delivery.result === 'unknown' ? 'fate_unknown' : failedTarget, now, { ...about, raw })
  })
  const logs = failures.map((failure) => ({ code: logCode, ...('error' in failure ? { raw: failure.error } : {}) }))
  const all = failures.length === attempts.length
  if (all && allFailed) details.push(detail(allFailed, now))
  const providerId = attempts[0]?.message.providerId
  return done(all ? 'failed' : 'completed', details, { messages, logs, ...(providerId ? { providerId } : {}) })
}

const mayTryAgain = (delivery: Delivery) =>
  delivery.result === 'unreachable' || (delivery.result === 'refused' && delivery.retryAfterSeconds !== undefined)

/** Nothing went out, and the provider may take it later: the whole step is done again. */
const againAt = (job: JobRow, deliveries: readonly Delivery[], now: Date): Date | null => {
  const attempt = 1 + timesOf(job, 'provider_unreachable')
  if (attempt >= MAX_ATTEMPTS || !deliveries.every(mayTryAgain)) return null
  const asked = Math.max(...deliveries.map((one) => ('retryAfterSeconds' in one ? (one.retryAfterSeconds ?? 0) : 0)))
  return new Date(now.getTime() + Math.max(asked * 1000, 5000 * 3 ** (attempt - 1)))
}

/**
 * Writes down that providers are about to be called, calls them, and answers what came of it. A process that dies in
 * between leaves `calledAt` behind, by which the next one knows that the fate is unknown.
 */
export const callProviders = async (
  state: RunState,
  job: JobRow,
  delivering: Delivering,
  record: Recorder,
): Promise<Outcome | 'lost'> => {
  const { attempts, details } = delivering
  const calling: JobUpdate = { id: job.id, claimId: job.id, status: 'running', calledAt: state.ctx.now(), details }
  const messages = attempts.map(({ message }) => message)
  const entry = { claim: job.id, attempt: job.attempts, jobs: [calling], messages, now: state.ctx.now() }
  if (!(await record(entry))) return 'lost'
  const deliveries = await Promise.all(attempts.map(deliver))
  const now = state.ctx.now()
  const runAt = againAt(job, deliveries, now)
  if (runAt) {
    const raw = JSON.stringify(deliveries)
    return {
      kind: 'wait',
      status: 'queued',
      runAt,
      details: [detail('provider_unreachable', now, { raw, isRetry: true })],
    }
  }
  return resultOf(delivering, deliveries, now)
}
