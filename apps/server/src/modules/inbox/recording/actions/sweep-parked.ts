import { type Deps, inTransactionOn, systemCtx } from '#server/context.ts'
import { emitRecorded } from '../change-events.ts'
import { dropForeign, findParkedWithMessage } from '../queries/statuses.ts'
import { applyParked, emptyBatch } from './record.ts'

const AT_ONCE = 500
const MOST_ROUNDS = 200
const KEPT_HOURS = 24

/** Applies some of what was parked; answers for how many messages. */
const applySome = async (deps: Deps): Promise<number> => {
  const { pool } = deps.database
  const keys = await findParkedWithMessage(pool, AT_ONCE)
  if (keys.length > 0)
    await inTransactionOn(pool, systemCtx(deps, 'statuses.sweep_parked'), async (tx, client) => {
      const batch = { ...emptyBatch(), ...(await applyParked(client, keys)) }
      for (const handle of deps.handlers.recorded) await handle(tx, batch)
      emitRecorded(tx, batch)
    })
  return keys.length
}

/** Applies parked statuses whose message has arrived since, and drops those unclaimed for a day. */
export const sweepParked = async (deps: Deps): Promise<void> => {
  for (let round = 0; round < MOST_ROUNDS && (await applySome(deps)) === AT_ONCE; round++);
  await dropForeign(deps.database.pool, KEPT_HOURS)
}
