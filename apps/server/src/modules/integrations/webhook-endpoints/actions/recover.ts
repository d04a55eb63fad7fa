import { type Deps, inTransaction } from '#server/context.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { recoverSome } from '../queries/deliveries.ts'
import { findEndpoint } from '../queries/endpoints.ts'
import { announceEndpoint } from './disable.ts'
import { wakeSoon } from './wake.ts'

const AT_ONCE = 1000

type Recovery = { companyId: string; endpointId: string; since: string; left: number }

/** Puts what is to be recovered among what waits, some at a time. One that starts again goes on with what is left. */
export const recoverAll = async (deps: Deps, input: Recovery, signal: AbortSignal): Promise<void> => {
  const settings = await settingsOf(deps, input.companyId)
  if (!settings) return
  const since = new Date(input.since)
  for (let left = input.left; left > 0 && !signal.aborted; ) {
    const began = performance.now()
    const count = await inTransaction(automationCtx(deps, settings), async (tx) => {
      const row = await findEndpoint(tx, input.endpointId)
      if (!row?.enabled) return 0
      const recovered = await recoverSome(tx, input.endpointId, since, Math.min(AT_ONCE, left))
      wakeSoon(tx, input.endpointId)
      announceEndpoint(tx, input.endpointId)
      return recovered
    })
    if (count === 0) return
    left -= count
    await deps.admission.pause(performance.now() - began)
  }
}
