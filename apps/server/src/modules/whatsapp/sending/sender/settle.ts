import type { Pool } from 'pg'
import { type Deps, inTransactionOn, systemCtx } from '#server/context.ts'
import { requeueSends, settleSends, setUnknown } from '../queries/settle.ts'
import type { SettledSends } from '../settled.ts'

/**
 * Writes what became of sends, with all that follows from it, in one transaction. The messages change before the rows that
 * waited for them, as they do by webhook, so that the two never wait for each other.
 */
export const settle = (deps: Deps, pool: Pool, settled: SettledSends, settleSeconds: number): Promise<void> =>
  inTransactionOn(pool, systemCtx(deps, 'sending.settle'), async (tx, client) => {
    for (const handle of deps.handlers.settled) await handle(tx, client, settled)
    if (settled.outcome === 'unknown') await setUnknown(client, settled.sends, settleSeconds)
    else if (settled.outcome === 'requeued') await requeueSends(client, settled.sends)
    else await settleSends(client, settled.sends)
  })
