import { createHash } from 'node:crypto'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import {
  backoffStart,
  digestKeyValue,
  digestWindowEnd,
  isBackoff,
} from '#server/notifications/definitions/scheduling/digest.ts'
import { detail } from '../../activity/details.ts'
import { done, type Outcome } from '../outcome.ts'
import { type LiveRun, timezoneOf } from '../world.ts'
import { delayOverride } from './delay-override.ts'

/** What shares a window: the same step for the same subscriber, with the same value at the digest key. */
const scopeOf = (state: LiveRun, step: StoredStep): string => {
  const { run, event } = state
  const value = digestKeyValue(step.metadata ?? {}, event.payload)
  const parts = [run.environmentId, run.workflowId, step.uuid, run.subscriberId, value]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** Asks for a window. What it gathered is read when the window has ended, by `finishDigest`. */
export const digestStep = (state: LiveRun, step: StoredStep): Outcome => {
  const now = state.ctx.now()
  const metadata = step.metadata ?? {}
  const timezone = timezoneOf(state)
  const override = delayOverride(state.event.overrides)
  const end = digestWindowEnd(metadata, { now, timezone, ...(override ? { delayOverride: override } : {}) })
  const since = isBackoff(metadata) ? backoffStart(metadata, { now, timezone }) : null
  for (const moment of [end, since]) {
    if (moment && 'invalid' in moment)
      return done('failed', [detail('invalid_digest', now, { raw: JSON.stringify(moment) })])
  }
  return {
    kind: 'digest',
    scope: scopeOf(state, step),
    windowEnd: end as Date,
    backoffSince: since as Date | null,
    digest: metadata,
    details: [],
  }
}
