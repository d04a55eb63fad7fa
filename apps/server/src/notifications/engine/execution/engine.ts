import type { Deps } from '#server/context.ts'
import { createWorkLoop, repeatEvery } from '#server/lib/work-loop.ts'
import type { MessageRow } from '#server/notifications/inbox/messages/queries/columns.ts'
import type { Around } from '#server/notifications/inbox/messages/view.ts'
import { wakeSnoozed } from '#server/notifications/inbox/messages/wake.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { createIntake } from './intake.ts'
import { createJobRunner } from './job-runner.ts'
import type { EventRow } from './queries/events.ts'

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
  /** In-app messages that this process has just written; collected only if there are listeners. */
  announce: (written: () => WrittenMessage[]) => void
  /** Hears of those before the bus tells of them, so that they need not be read again; the result stops it. */
  onWritten: (listener: (written: readonly WrittenMessage[]) => void) => () => void
}

/** The notification engine of this process: accepts events, turns them into runs and works on their jobs. */
export const createNotificationEngine = (): NotificationEngine => {
  const intake = createIntake()
  const runner = createJobRunner()
  let stops: (() => void)[] = []
  const listeners = new Set<(written: readonly WrittenMessage[]) => void>()
  let own: Deps | null = null
  const waking = createWorkLoop({
    round: async () => {
      while (own && (await wakeSnoozed(own)) > 0);
    },
    failed: (err) => own?.log.error({ err }, 'snoozed messages could not be brought back'),
  })
  const tick = async () => {
    intake.claim()
    runner.tick()
    waking.wake()
  }

  return {
    accept: intake.accept,
    start: (deps) => {
      intake.start(deps)
      runner.start(deps)
      own = deps
      const failed = (err: unknown) => deps.log.error({ err }, 'the clock of the notifications failed')
      stops = [deps.bus.subscribe('notifications.wake', intake.claim), repeatEvery(TICK_MS, tick, failed)]
    },
    stop: async () => {
      for (const stop of stops) stop()
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
