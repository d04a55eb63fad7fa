import type { Deps } from '#server/context.ts'
import { createPeak } from '#server/lib/peak.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import type { Claimed } from '../queries/claims.ts'
import { type Attempt, isBulk } from './attempt.ts'
import type { Lane } from './lane.ts'
import type { Outcome } from './outcome.ts'
import type { Recorder } from './recorder.ts'

/** One message to one recipient every six seconds, 45 of them in advance (reference, limits). */
const PAIR = { capacity: 45, refillSeconds: 6 }
const BEHIND_ONE = 20
const PEAK_MS = 250
/** What waits behind a message that was put back becomes due a little later than it, so that they keep their order. */
const BEHIND_SECONDS = 0.05

export type DispatcherOptions = {
  recorder: Recorder
  attempt: Attempt
  /** Called when a call has ended and there is room for another. */
  onRoom: (bulk: boolean) => void
}

/** Carries claimed messages to Meta: in order for each recipient, within the pair limit, and to a recorded outcome. */
export const createDispatcher = (deps: Deps, options: DispatcherOptions) => {
  const { recorder, attempt } = options
  const pairs = createTokenBuckets(PAIR)
  const active = new Set<Promise<void>>()
  /** Sends under way. A bulk send counts until its outcome is written, so that outcomes never pile up in memory. */
  const flying = { interactive: 0, bulk: 0 }
  /** Bulk sends that are queued behind another one to the same recipient. */
  let behind = 0
  const bulkPeak = createPeak(PEAK_MS)
  let stopping = false

  const hold = (lane: Lane, recipient: string, seconds: number) =>
    lane.holds.set(recipient, Math.max(lane.holds.get(recipient) ?? 0, Date.now() + seconds * 1000))

  const count = (send: Claimed, by: number) => {
    flying[isBulk(send) ? 'bulk' : 'interactive'] += by
    bulkPeak.note(flying.bulk)
    if (!isBulk(send)) deps.admission.personWaits()
  }

  const putBack = (send: Claimed, seconds: number) => track(recorder.putBack(send, seconds))

  const track = (task: Promise<void>) => {
    const tracked = task
      .catch((err: unknown) => deps.log.error({ err }, 'the outcome of a send could not be written'))
      .finally(() => active.delete(tracked))
    active.add(tracked)
  }

  const next = (lane: Lane, recipient: string) => {
    const [first, ...rest] = lane.busy.get(recipient) ?? []
    lane.busy.delete(recipient)
    behind -= [first, ...rest].filter((send) => send && isBulk(send)).length
    if (!first) return
    if (stopping) for (const send of [first, ...rest]) putBack(send, 0)
    else for (const send of [first, ...rest]) dispatch(lane, send)
  }

  const land = (send: Claimed) => {
    count(send, -1)
    options.onRoom(isBulk(send))
  }

  const fly = async (lane: Lane, send: Claimed) => {
    count(send, 1)
    const outcome = await attempt(lane, send).catch((err: unknown): Outcome => {
      deps.log.error({ err, messageId: send.messageId }, 'a send ended in an unexpected way')
      return { kind: 'unknown' }
    })
    if (outcome.kind === 'accepted') lane.hasSent = true
    if (outcome.kind === 'again' && !outcome.aside) hold(lane, send.recipient, outcome.waitSeconds)
    const recorded = recorder.record(send, outcome)
    if (!isBulk(send)) land(send)
    next(lane, send.recipient)
    await recorded.finally(() => {
      if (isBulk(send)) land(send)
    })
  }

  /** Not now: the token goes back, and the row waits again. */
  const defer = (lane: Lane, send: Claimed, seconds: number) => {
    lane.pace.refund(1)
    putBack(send, seconds)
  }

  const dispatch = (lane: Lane, send: Claimed): void => {
    const { recipient } = send
    const held = (lane.holds.get(recipient) ?? 0) - Date.now()
    const others = lane.busy.get(recipient)
    if (held > 0) defer(lane, send, held / 1000 + BEHIND_SECONDS)
    else if (others && others.length < BEHIND_ONE) {
      others.push(send)
      if (isBulk(send)) behind++
    } else if (others) defer(lane, send, 1)
    else {
      const wait = pairs.take(`${send.channelId} ${recipient}`)
      if (wait > 0) {
        hold(lane, recipient, wait)
        defer(lane, send, wait)
      } else {
        lane.busy.set(recipient, [])
        lane.usedAt = Date.now()
        track(fly(lane, send))
      }
    }
  }

  return {
    dispatch,
    putBack,
    flying,
    /** Bulk sends that are claimed and whose outcome is not written yet. */
    bulk: () => flying.bulk + behind,
    /** The most bulk calls that were under way at once lately. */
    bulkPeak: () => bulkPeak.now(flying.bulk),
    /** Waits for the calls under way, and hands back what waits behind them. */
    stop: async (graceMs: number): Promise<void> => {
      stopping = true
      const end = Date.now() + graceMs
      while (active.size > 0 && Date.now() < end) {
        await Promise.race([...active, new Promise((resolve) => setTimeout(resolve, 100))])
      }
      await recorder.idle()
    },
  }
}

export type SendDispatcher = ReturnType<typeof createDispatcher>
