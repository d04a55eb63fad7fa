import type { PoolClient } from 'pg'
import type { Deps } from '#server/context.ts'
import { messagesReceived } from '#server/lib/metrics.ts'
import { parseWebhook } from '#server/lib/whatsapp-cloud/parse-webhook.ts'
import { publishHints } from './hints.ts'
import { failEvent, insertRefs, type StoredEvent, takeEvents } from './queries/events.ts'
import { beginWork, commitWork, isPassing, rollBackWork } from './queries/transaction.ts'
import { type Placed, placeEvents } from './place-events.ts'
import { recordPlaced } from './record-placed.ts'
import { touchChannels } from './touch-channels.ts'

const work = async (deps: Deps, client: PoolClient, parsed: readonly Placed[]) => {
  const taken = await takeEvents(
    client,
    parsed.map(({ stored }) => stored.id),
  )
  const mine = parsed.filter(({ stored }) => taken.has(stored.id))
  const outcome = await recordPlaced(deps, client, mine)
  await insertRefs(
    client,
    mine.flatMap(({ refs }) => refs),
  )
  return { mine, outcome }
}

/** Processes bodies in one transaction: all of them, or none. */
const processTogether = async (deps: Deps, parsed: readonly Placed[]): Promise<void> => {
  const client = await deps.database.pool.connect()
  let broken: Error | undefined
  try {
    await beginWork(client)
    const { mine, outcome } = await work(deps, client, parsed)
    await commitWork(client)
    messagesReceived.inc(outcome.created.length)
    publishHints(deps, outcome)
    if (outcome.created.some(({ message }) => message.media !== null)) deps.jobs.wake('media')
    touchChannels(deps, mine)
  } catch (error) {
    broken = await rollBackWork(client)
    throw error
  } finally {
    client.release(broken)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Processes a batch. When it fails for what one of its bodies holds, each is tried by itself and the bad ones are set
 * aside with their error. Throws when the database itself is the trouble; nothing is lost then.
 */
export const processEvents = async (deps: Deps, batch: readonly StoredEvent[]): Promise<void> => {
  const events = batch.map((stored) => ({ stored, events: parseWebhook(stored.body) }))
  const parsed = await placeEvents(deps, events)
  try {
    await processTogether(deps, parsed)
  } catch (error) {
    if (isPassing(error)) throw error
    deps.log.warn({ err: error, bodies: batch.length }, 'a batch of webhook bodies failed; trying each by itself')
    for (const one of parsed) await processAlone(deps, one)
  }
}

const processAlone = async (deps: Deps, one: Placed): Promise<void> => {
  try {
    await processTogether(deps, [one])
  } catch (error) {
    if (isPassing(error)) throw error
    deps.log.error({ err: error, eventId: one.stored.id }, 'a webhook body cannot be processed')
    await failEvent(deps.database.pool, one.stored.id, messageOf(error))
    await insertRefs(deps.database.pool, one.refs)
  }
}
