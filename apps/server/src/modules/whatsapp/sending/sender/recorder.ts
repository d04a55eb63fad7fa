import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { sendsFinished } from '#server/lib/metrics.ts'
import type { SettledMessage } from '#server/modules/inbox/conversations/index.ts'
import type { Claimed, SendKey } from '../queries/claims.ts'
import {
  type AcceptedSend,
  type FailedSend,
  type RequeuedSend,
  recordAccepted,
  recordFailed,
  recordRequeued,
  recordUnknown,
} from '../queries/results.ts'
import type { Outcome } from './outcome.ts'

const BATCH = 500
/** With as many conversations they must fit into what the bus carries at once. */
const HINT_IDS = 50
const TRIES = 20
const PAUSE_MS = 500

const announce = (deps: Deps, messages: readonly SettledMessage[]) => {
  for (const [companyId, list] of Map.groupBy(messages, (message) => message.companyId)) {
    for (let from = 0; from < list.length; from += HINT_IDS) {
      const part = list.slice(from, from + HINT_IDS)
      deps.bus.publish('hints', {
        rooms: [`company:${companyId}`],
        hint: {
          event: 'message.updated',
          companyId,
          conversationIds: [...new Set(part.map((message) => message.conversationId))],
          ids: part.map((message) => message.id),
        },
      })
    }
  }
}

const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'

/** Writes outcomes in batches. A database that is away is waited for; what cannot be written stays in flight and ends as unknown. */
export const createRecorder = (deps: Deps, pool: Pool, settleSeconds: number) => {
  const persist = async <T>(write: (items: readonly T[]) => Promise<SettledMessage[]>, items: readonly T[]) => {
    for (let tries = 1; ; tries++) {
      try {
        return await write(items)
      } catch (error) {
        if (isTaken(error) || tries >= TRIES) throw error
        deps.log.warn({ err: error }, 'results of sends could not be written; trying again')
        await sleep(PAUSE_MS)
      }
    }
  }

  const batcherOf = <T>(
    outcome: string,
    write: (items: readonly T[]) => Promise<SettledMessage[]>,
    single?: (item: T) => Promise<SettledMessage[]>,
  ) =>
    createBatcher<T, void>({
      max: BATCH,
      parallel: 2,
      run: async (items) => {
        const settled = await persist(write, items).catch(async (error: unknown) => {
          if (!single || !isTaken(error)) throw error
          return (await Promise.all(items.map(single))).flat()
        })
        sendsFinished.inc({ outcome }, items.length)
        announce(deps, settled)
        return items.map(() => undefined)
      },
    })

  const accept = (sends: readonly AcceptedSend[]) => recordAccepted(pool, sends)
  const accepted = batcherOf<AcceptedSend>('accepted', accept, (send) =>
    accept([send]).catch((error: unknown) => {
      if (!isTaken(error)) throw error
      return accept([{ ...send, wamid: null }])
    }),
  )
  const failed = batcherOf<FailedSend>('failed', async (sends) => {
    const settled = await recordFailed(pool, sends)
    deps.jobs.wake('standard')
    return settled
  })
  const unknown = batcherOf<SendKey>('unknown', (sends) => recordUnknown(pool, sends, settleSeconds))
  const requeued = batcherOf<RequeuedSend>('requeued', (sends) => recordRequeued(pool, sends))

  const keyOf = ({ companyId, messageId }: SendKey) => ({ companyId, messageId })

  return {
    record: (send: Claimed, outcome: Outcome): Promise<void> => {
      const key = keyOf(send)
      if (outcome.kind === 'accepted') return accepted.add({ ...key, wamid: outcome.wamid, status: outcome.status })
      if (outcome.kind === 'failed') return failed.add({ ...key, ...outcome })
      if (outcome.kind === 'unknown') return unknown.add(key)
      return requeued.add({ ...key, lease: send.lease, ...outcome })
    },
    /** Waits again as if it had not been claimed. */
    putBack: (send: Claimed, waitSeconds: number): Promise<void> =>
      requeued.add({ ...keyOf(send), lease: send.lease, waitSeconds, costsAttempt: false, slowed: false }),
    markUnknown: (key: SendKey): Promise<void> => unknown.add(key),
    idle: () => Promise.all([accepted.idle(), failed.idle(), unknown.idle(), requeued.idle()]),
  }
}

export type Recorder = ReturnType<typeof createRecorder>
