import type { Deps } from '#server/context.ts'
import { isPassing } from '#server/db/passing-errors.ts'
import { inSqlTransaction } from '#server/db/sql-transaction.ts'
import { messagesReceived } from '#server/lib/metrics.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { parseWebhook } from '#server/lib/whatsapp-cloud/parse-webhook.ts'
import { publishOutcome } from '#server/modules/inbox/conversations/index.ts'
import { type Placed, placeEvents } from './place-events.ts'
import { failEvent, insertRefs, type StoredEvent, takeEvents } from './queries/events.ts'
import { recordPlaced } from './record-placed.ts'
import { touchChannels } from './touch-channels.ts'

// Every statement of a batch is meant for an index, however little the planner knows of young tables.
const BEGIN = 'begin; set local enable_seqscan = off'

/** Processes bodies in one transaction: all of them, or none. Those that another process took are left out. */
const processTogether = async (deps: Deps, placed: readonly Placed[]): Promise<void> => {
  const effects: (() => void)[] = []
  const { mine, outcome } = await inSqlTransaction(
    deps.database.pool,
    async (client) => {
      const taken = await takeEvents(
        client,
        placed.map(({ stored }) => stored.id),
      )
      const own = placed.filter(({ stored }) => taken.has(stored.id))
      const recorded = await recordPlaced(deps, client, own, (effect) => void effects.push(effect))
      await insertRefs(
        client,
        own.flatMap(({ refs }) => refs),
      )
      return { mine: own, outcome: recorded }
    },
    BEGIN,
  )
  for (const effect of effects) effect()
  messagesReceived.inc(outcome.created.length)
  publishOutcome(deps, outcome)
  touchChannels(deps, mine, outcome)
}

const placeBodies = (deps: Deps, batch: readonly StoredEvent[]) =>
  placeEvents(
    deps,
    batch.map((stored) => ({ stored, events: parseWebhook(stored.body) })),
  )

/** Notes what is wrong with a body, and for which channels' logs; what cannot be noted is only logged. */
const setAside = async (deps: Deps, stored: StoredEvent, placed: Placed | undefined, error: unknown): Promise<void> => {
  deps.log.error({ err: error, eventId: stored.id }, 'a webhook body cannot be processed')
  await failEvent(deps.database.pool, stored.id, safeMessageOf(error))
  await insertRefs(deps.database.pool, placed?.refs ?? []).catch((err: unknown) => {
    if (isPassing(err)) throw err
    deps.log.error({ err, eventId: stored.id }, 'a webhook body cannot be noted with its channels')
  })
}

const processAlone = async (deps: Deps, stored: StoredEvent): Promise<void> => {
  let placed: Placed | undefined
  try {
    ;[placed] = await placeBodies(deps, [stored])
    if (placed) await processTogether(deps, [placed])
  } catch (error) {
    if (isPassing(error)) throw error
    await setAside(deps, stored, placed, error)
  }
}

/**
 * Processes a batch. When it fails for what one of its bodies holds, each is tried by itself and the bad ones are set
 * aside with their error. Throws when the database itself is the trouble; nothing is lost then.
 */
export const processEvents = async (deps: Deps, batch: readonly StoredEvent[]): Promise<void> => {
  try {
    await processTogether(deps, await placeBodies(deps, batch))
  } catch (error) {
    if (isPassing(error)) throw error
    deps.log.warn({ err: error, bodies: batch.length }, 'a batch of webhook bodies failed; trying each by itself')
    for (const stored of batch) await processAlone(deps, stored)
  }
}
