import { Agent } from 'undici'
import type { Deps } from '#server/context.ts'
import { repeatEvery } from '#server/lib/work-loop.ts'
import { sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { findDueChannels } from '../queries/claims.ts'
import { dropExpiredUploads } from '../queries/media.ts'
import { openSendPool } from '../queries/pool.ts'
import { createAttempts } from './attempt.ts'
import { createDispatcher, type SendDispatcher } from './dispatcher.ts'
import { sweepHolds } from './lane.ts'
import { createMarketingGate } from './marketing-gate.ts'
import { createOwnership } from './ownership.ts'
import { createReachGate } from './reach-gate.ts'
import { createRecipientGate } from './recipient-gate.ts'
import { createRecorder } from './recorder.ts'
import { createRounds } from './rounds.ts'
import { createSettling } from './settling.ts'
import { createSpendGate } from './spend-gate.ts'
import { createUploads } from './uploads.ts'
import { createWaking } from './waking.ts'

export type SenderOptions = {
  /** Calls under way at once; a tenth is kept for messages that people wait for. */
  maxInFlight?: number
  /** Seconds that a number stays with a process that says nothing. */
  ownershipSeconds?: number
  /** Milliseconds until Meta's answer must begin. */
  timeoutMs?: number
  /** Milliseconds between looks for what is due. */
  sweepMs?: number
}

export type Sender = {
  /** Stops claiming, waits for answers, writes them down and lets the numbers go. */
  stop: (graceMs?: number) => Promise<void>
}

/** Bulk calls that may be under way however late people are served. */
const LEAST_IN_FLIGHT = 10
const UPLOADS_EVERY_MS = 3_600_000

/** Sends what waits in `outbound_sends`, for the numbers that this process gets to own, until it is stopped. */
export const startSender = (deps: Deps, options: SenderOptions = {}): Sender => {
  const maxInFlight = options.maxInFlight ?? 2000
  const timeoutMs = options.timeoutMs ?? 30_000
  const ownershipSeconds = options.ownershipSeconds ?? 10
  const sweepMs = options.sweepMs ?? 1000
  const leaseSeconds = Math.ceil(timeoutMs / 1000) * 3
  const pool = openSendPool(deps)
  const bulkPool = openSendPool(deps)
  const agent = new Agent({
    connections: maxInFlight,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: 10_000 },
  })
  const recorder = createRecorder(deps, bulkPool, deps.config.UNKNOWN_SETTLE_SECONDS)
  const ownership = createOwnership(deps, pool, recorder, {
    leaseSeconds: ownershipSeconds,
    timeoutMs,
    dispatcher: agent,
  })
  const failed = (err: unknown) => deps.log.error({ err }, 'the sender stumbled')

  const dispatcher: SendDispatcher = createDispatcher(deps, {
    recorder,
    attempt: createAttempts(deps, {
      uploads: createUploads(deps, pool),
      marketing: createMarketingGate(deps, pool),
      spend: createSpendGate(deps),
      reach: createReachGate(deps, pool),
      recipients: createRecipientGate(deps, pool),
      lanes: () => ownership.lanes.values(),
    }),
    onRoom: (bulk) => (bulk ? bulkRounds : interactiveRounds).go(),
  })
  const mostBulk = Math.floor(maxInFlight * 0.9)
  const room = deps.admission.valve({
    least: LEAST_IN_FLIGHT,
    most: mostBulk,
    used: () => dispatcher.bulkPeak(),
  })
  const shared = { ownership, dispatcher: () => dispatcher, leaseSeconds }
  const interactiveRounds = createRounds(deps, {
    ...shared,
    pool,
    kind: 'interactive',
    room: () => maxInFlight - dispatcher.flying.interactive - Math.min(dispatcher.flying.bulk, mostBulk),
  })
  const bulkRounds = createRounds(deps, {
    ...{ ...shared, pool: bulkPool },
    kind: 'bulk',
    room: () => Math.floor(room.limit()) - dispatcher.bulk(),
  })
  const wake = createWaking(ownership, interactiveRounds, failed)
  const settle = createSettling(deps, bulkPool, { recorder, ownership })

  const sweep = async () => {
    const due = await findDueChannels(pool, sendPriorities.interactive, sendPriorities.bulk)
    await ownership.acquire(due.map((row) => row.channelId).filter((id) => !ownership.lanes.has(id)))
    for (const row of due) {
      if (row.interactive) interactiveRounds.markBacklog(row.channelId)
      if (row.bulk) bulkRounds.markBacklog(row.channelId)
    }
    for (const lane of ownership.lanes.values()) sweepHolds(lane, Date.now())
    interactiveRounds.go()
    bulkRounds.go()
  }

  const stops = [
    deps.bus.subscribe('sends.wake', ({ channelIds }) => wake(channelIds)),
    deps.bus.subscribe('channel.changed', ({ channelId }) => ownership.invalidate(channelId)),
    repeatEvery(sweepMs, sweep, failed),
    repeatEvery(sweepMs, settle, failed),
    repeatEvery((ownershipSeconds * 1000) / 3, ownership.renew, failed),
    repeatEvery(UPLOADS_EVERY_MS, () => dropExpiredUploads(pool), failed),
  ]

  const end = async (graceMs: number) => {
    for (const stop of stops) stop()
    await Promise.all([interactiveRounds.stop(), bulkRounds.stop()])
    await dispatcher.stop(graceMs)
    await ownership.releaseAll()
    await agent.destroy()
    await Promise.all([pool.end(), bulkPool.end()])
  }
  let ending: Promise<void> | undefined
  return {
    stop: (graceMs = 15_000) => {
      ending ??= end(graceMs)
      return ending
    },
  }
}
