import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import { delayEnd } from '#server/notifications/definitions/scheduling/delay.ts'
import { detail } from '../../activity/details.ts'
import { done, type Outcome } from '../outcome.ts'
import type { JobRow } from '../queries/jobs.ts'
import { type LiveRun, timezoneOf } from '../world.ts'
import { delayOverride } from './delay-override.ts'

/** Waits; the second time it is over. */
export const delayStep = (state: LiveRun, step: StoredStep, job: JobRow): Outcome => {
  const now = state.ctx.now()
  if (job.digest) return done('completed', [detail('delay_finished', now)])
  const metadata = step.metadata ?? {}
  const override = delayOverride(state.event.overrides)
  const end = delayEnd(metadata, {
    now,
    timezone: timezoneOf(state),
    payload: state.event.payload,
    ...(override ? { delayOverride: override } : {}),
  })
  if ('invalid' in end) return done('canceled', [detail('invalid_delay', now, { raw: JSON.stringify(end.invalid) })])
  const raw = JSON.stringify({ until: end.until.toISOString() })
  return {
    kind: 'wait',
    status: 'delayed',
    runAt: end.until,
    details: [detail('step_delayed', now, { raw })],
    digest: metadata,
  }
}
