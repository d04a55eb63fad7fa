import { detail } from '../../activity/details.ts'
import type { Outcome } from '../outcome.ts'
import type { LiveRun } from '../world.ts'
import type { Attempt } from './deliver.ts'

type Delivering = Extract<Outcome, { kind: 'deliver' }>
type Failure = { all: Delivering['allFailed']; one: Delivering['failedTarget']; log: Delivering['logCode'] }

/** Messages that are to be handed to providers, with what is said about them before. */
export const deliverOutcome = (
  state: LiveRun,
  attempts: Attempt[],
  failure: Failure,
  before: Delivering['details'] = [],
): Delivering => {
  const now = state.ctx.now()
  return {
    kind: 'deliver',
    attempts,
    details: [
      ...before,
      detail('sending_started', now),
      ...(state.tenant ? [detail('tenant_selected', now)] : []),
      ...attempts.flatMap(({ message: { id, providerId } }) => [
        detail('integration_selected', now, { providerId }),
        detail('message_created', now, { providerId, messageId: id }),
      ]),
    ],
    allFailed: failure.all,
    failedTarget: failure.one,
    logCode: failure.log,
  }
}
