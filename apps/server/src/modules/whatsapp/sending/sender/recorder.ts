import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { errorCodeOf } from '#server/lib/error-code.ts'
import { sendsFinished } from '#server/lib/metrics.ts'
import type { Claimed } from '../queries/claims.ts'
import type { AcceptedSend, FailedSend, RequeuedSend, SendKey, SettledSends } from '../settled.ts'
import type { Outcome } from './outcome.ts'
import { settle } from './settle.ts'

const BATCH = 500
/** Outcomes are written so far apart, milliseconds: a transaction costs much the same for one as for many. */
const EVERY_MS = 40
const TRIES = 20
const PAUSE_MS = 500

const isTaken = (error: unknown) => errorCodeOf(error) === '23505'

/** Webhooks change messages in this order too: in any other, each would wait for the other. */
const byMessage = (one: SendKey, other: SendKey) => (one.messageId < other.messageId ? -1 : 1)

/** Writes outcomes in batches. A database that is away is waited for; what cannot be written stays in flight and ends as unknown. */
export const createRecorder = (deps: Deps, pool: Pool, settleSeconds: number) => {
  const write = async (settled: SettledSends): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        return await settle(deps, pool, settled, settleSeconds)
      } catch (error) {
        if (isTaken(error) || tries >= TRIES) throw error
        deps.log.warn({ err: error }, 'results of sends could not be written; trying again')
        await sleep(PAUSE_MS)
      }
    }
  }

  const batcherOf = <T extends SendKey>(
    outcome: SettledSends['outcome'],
    run: (sends: readonly T[]) => Promise<void>,
  ) =>
    createBatcher<T, void>({
      max: BATCH,
      parallel: 1,
      everyMs: EVERY_MS,
      run: async (sends) => {
        await run(sends.toSorted(byMessage))
        sendsFinished.inc({ outcome }, sends.length)
        return sends.map(() => undefined)
      },
    })

  /** Without its wamid where another message has that one. */
  const acceptAlone = async (send: AcceptedSend): Promise<void> => {
    try {
      await write({ outcome: 'accepted', sends: [send] })
    } catch (error) {
      if (!isTaken(error)) throw error
      await write({ outcome: 'accepted', sends: [{ ...send, wamid: null }] })
    }
  }
  const accepted = batcherOf<AcceptedSend>('accepted', async (sends) => {
    try {
      await write({ outcome: 'accepted', sends })
    } catch (error) {
      if (!isTaken(error)) throw error
      await Promise.all(sends.map(acceptAlone))
    }
  })
  const failed = batcherOf<FailedSend>('failed', (sends) => write({ outcome: 'failed', sends }))
  const unknown = batcherOf<SendKey>('unknown', (sends) => write({ outcome: 'unknown', sends }))
  const requeued = batcherOf<RequeuedSend>('requeued', (sends) => write({ outcome: 'requeued', sends }))

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
