import type { GraphErrorRule } from '@recado/contracts/whatsapp/graph-errors'
import type { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'

/** What becomes of a send after its call. */
export type Outcome =
  | { kind: 'accepted'; wamid: string; status: 'accepted' | 'held' }
  | { kind: 'failed'; code: number | null; errorClass: string; details: string | null; trace: string | null }
  | { kind: 'unknown' }
  /** `aside`: what waits for the same person need not wait with it. */
  | { kind: 'again'; waitSeconds: number; costsAttempt: boolean; slowed: boolean; aside?: boolean }

export type Tries = {
  /** Tries that count, this one included. */
  attempts: number
  /** How often it was sent back for going too fast. */
  slowed: number
}

const failed = (error: GraphError): Outcome => ({
  kind: 'failed',
  code: error.code,
  errorClass: error.rule.errorClass,
  details: error.details ?? error.message,
  trace: error.fbtraceId,
})

/** Too fast for one recipient ends some time; too fast for the number goes on until there is room. */
const endsSometime = (rule: GraphErrorRule) => rule.retry?.costsAttempt === true || rule.scope === 'pair'

/**
 * Decides by the error table. A call that was written and never answered is `unknown`, whatever the error: it is not
 * sent again automatically. Errors that stop a channel fail the message that met them; the channel is stopped elsewhere.
 */
export const outcomeOf = (error: GraphError, tries: Tries): Outcome => {
  if (error.fate === 'unknown') return { kind: 'unknown' }
  const { policy, retry } = error.rule
  if ((policy !== 'retry' && policy !== 'wait') || !retry) return failed(error)
  const done = retry.costsAttempt ? tries.attempts - 1 : tries.slowed
  const wait = retry.backoffSeconds[done]
  if (wait === undefined && endsSometime(error.rule)) return failed(error)
  const waitSeconds = wait ?? retry.backoffSeconds.at(-1) ?? 60
  return { kind: 'again', waitSeconds, costsAttempt: retry.costsAttempt, slowed: !retry.costsAttempt }
}
