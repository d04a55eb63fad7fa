import type { Config } from '#server/config.ts'
import type { BusDriverFactory, BusMessage } from '#server/realtime/bus.ts'

/** What the worker process needs to begin. It travels over the channel, so that no list of processes shows it. */
export type WorkerSetup = {
  config: Config
  databaseUrl: string
  dataDir: string
  /** Whether no other installation of the product works on the database: then the channel carries the bus. */
  alone: boolean
  /** The worker process that ended before this one, by its name in leases. */
  predecessor: string | null
}

/** From the process that answers requests to its worker process. */
export type ToWorker =
  | { kind: 'begin'; setup: WorkerSetup }
  | { kind: 'bus'; batch: BusMessage[] }
  | { kind: 'metrics'; id: number }
  | { kind: 'stop' }

/** And back. */
export type FromWorker =
  | { kind: 'working'; processId: string }
  | { kind: 'bus'; batch: BusMessage[] }
  | { kind: 'metrics'; id: number; text: string }

export type ChannelBus = {
  driver: BusDriverFactory
  /** Passes on what came over the channel. */
  deliver: (batch: BusMessage[]) => void
  /** Says that messages of the other side may be missing. */
  gap: () => void
}

/** Carries the bus between the two processes; `send` resolves once the channel has taken a batch. */
export const createChannelBus = (send: (batch: BusMessage[]) => Promise<void>): ChannelBus => {
  const listening: { deliver: (batch: BusMessage[]) => void; gap: () => void }[] = []
  return {
    driver: async (deliver, gap) => {
      const listener = { deliver, gap }
      listening.push(listener)
      return {
        carriesMuch: true,
        send,
        close: async () => void listening.splice(listening.indexOf(listener), 1),
      }
    },
    deliver: (batch) => {
      for (const { deliver } of listening) deliver(batch)
    },
    gap: () => {
      for (const { gap } of listening) gap()
    },
  }
}
