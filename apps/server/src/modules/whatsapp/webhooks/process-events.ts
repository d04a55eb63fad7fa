import type { PoolClient } from 'pg'
import { type Ctx, type Deps, inTransactionOn, systemCtx } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { parseWebhook } from '#server/lib/whatsapp-cloud/parse-webhook.ts'
import { failEvent, insertRefs, type StoredEvent, takeEvents } from './queries/events.ts'
import { recordWebhooks } from './record-webhooks.ts'
import { type ResolvedWebhook, resolveWebhooks } from './resolve-webhooks.ts'
import { touchChannels } from './touch-channels.ts'

// Every statement of a batch is meant for an index, however little the planner knows of young tables. The commit is not
// waited for on the disk: a batch that a crash of the database takes away leaves its bodies waiting, as if not begun.
const BEGIN = 'begin; set local enable_seqscan = off; set local synchronous_commit = off'

/** Processes bodies in one transaction: all of them, or none. Those that another process took are left out. */
const processTogether = async (deps: Deps, webhooks: readonly ResolvedWebhook[]): Promise<void> => {
  const { pool } = deps.database
  const ids = webhooks.map(({ stored }) => stored.id)
  const process = async (tx: Ctx, client: PoolClient) => {
    const taken = await takeEvents(client, ids)
    const own = webhooks.filter(({ stored }) => taken.has(stored.id))
    const news = await recordWebhooks(tx, client, own)
    await insertRefs(
      client,
      own.flatMap(({ refs }) => refs),
    )
    return { own, news }
  }
  const { own, news } = await inTransactionOn(pool, systemCtx(deps, 'ingress'), process, BEGIN)
  touchChannels(deps, own, news)
}

const parseBodies = (deps: Deps, batch: readonly StoredEvent[]) =>
  resolveWebhooks(
    deps,
    batch.map((stored) => ({ stored, events: parseWebhook(stored.body) })),
  )

/** Notes what is wrong with a body, and for which channels' logs; what cannot be noted is only logged. */
const setAside = async (
  deps: Deps,
  stored: StoredEvent,
  webhook: ResolvedWebhook | undefined,
  error: unknown,
): Promise<void> => {
  deps.log.error({ err: error, eventId: stored.id }, 'a webhook body cannot be processed')
  await failEvent(deps.database.pool, stored.id, safeMessageOf(error))
  await insertRefs(deps.database.pool, webhook?.refs ?? []).catch((err: unknown) => {
    if (isTransient(err)) throw err
    deps.log.error({ err, eventId: stored.id }, 'a webhook body cannot be noted with its channels')
  })
}

const processAlone = async (deps: Deps, stored: StoredEvent): Promise<void> => {
  let webhook: ResolvedWebhook | undefined
  try {
    ;[webhook] = await parseBodies(deps, [stored])
    if (webhook) await processTogether(deps, [webhook])
  } catch (error) {
    if (isTransient(error)) throw error
    await setAside(deps, stored, webhook, error)
  }
}

/**
 * Processes a batch. When it fails for what one of its bodies holds, each is tried by itself and the bad ones are set
 * aside with their error. Throws when the database itself is the trouble; nothing is lost then.
 */
export const processEvents = async (deps: Deps, batch: readonly StoredEvent[]): Promise<void> => {
  try {
    await processTogether(deps, await parseBodies(deps, batch))
  } catch (error) {
    if (isTransient(error)) throw error
    deps.log.warn({ err: error, bodies: batch.length }, 'a batch of webhook bodies failed; trying each by itself')
    for (const stored of batch) await processAlone(deps, stored)
  }
}
