import type { Deps } from '#server/context.ts'
import type { MessageRow } from '#server/notifications/inbox/messages/queries/columns.ts'
import type { Around } from '#server/notifications/inbox/messages/view.ts'
import { wakeSnoozed } from '#server/notifications/inbox/messages/wake.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { createIntake } from './intake.ts'
import { createJobRunner } from './job-runner.ts'
import type { EventRow } from './queries/events.ts'
import { createSingleFlight } from './single-flight.ts'

const TICK_MS = 1000

export type WrittenMessage = { row: MessageRow; around: Around }

export type NotificationEngine = {
  /**
   * Stores an event and sees that it is processed. In a transaction it belongs to it. Answers whether its transaction id
   * is new; one that is known is dropped.
   */
  accept: (ctx: EnvironmentCtx, event: EventRow) => Promise<boolean>
  start: (deps: Deps) => void
  /** Finishes what is in hand, or hands it back. */
  stop: () => Promise<void>
  /** Does everything that is due at `deps.now()`, until nothing is; for tests. */
  drain: (deps: Deps) => Promise<void>
  /** Jobs have become due. */
  wakeJobs: () => void
  /** In-app messages that this process has just written; asked for only when somebody listens. */
  announce: (written: () => WrittenMessage[]) => void
  /** Hears of those before the bus tells of them, so that they need not be read again; the result stops it. */
  onWritten: (listener: (written: readonly WrittenMessage[]) => void) => () => void
}

/** The notification engine of this process: accepts events, turns them into runs and works on their jobs. */
export const createNotificationEngine = (): NotificationEngine => {
  const intake = createIntake()
  const runner = createJobRunner()
  let timer: NodeJS.Timeout | undefined
  let unsubscribe = () => {}
  const listeners = new Set<(written: readonly WrittenMessage[]) => void>()
  let own: Deps | null = null
  const waking = createSingleFlight(async () => {
    try {
      while (own && (await wakeSnoozed(own)) > 0);
    } catch (err) {
      own?.log.error({ err }, 'snoozed messages could not be brought back')
    }
  })

  return {
    accept: intake.accept,
    start: (deps) => {
      intake.start(deps)
      runner.start(deps)
      own = deps
      unsubscribe = deps.bus.subscribe('notifications.wake', intake.claim)
      const tick = () => {
        intake.claim()
        runner.tick()
        waking.run()
        timer = setTimeout(tick, TICK_MS)
      }
      tick()
    },
    stop: async () => {
      clearTimeout(timer)
      unsubscribe()
      own = null
      await waking.idle()
      await intake.stop()
      await runner.stop()
    },
    drain: async (deps) => {
      for (let busy = true; busy; )
        busy = (await intake.drainOnce(deps)) + (await runner.drainOnce(deps)) + (await wakeSnoozed(deps)) > 0
    },
    wakeJobs: runner.wake,
    announce: (written) => {
      if (listeners.size === 0) return
      const messages = written()
      for (const listener of listeners) listener(messages)
    },
    onWritten: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
