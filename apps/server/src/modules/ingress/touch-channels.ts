import type { Deps } from '#server/context.ts'
import { touchChannelRows } from '../channels/index.ts'
import type { Placed } from './place-events.ts'

const EVERY_MS = 5000

const seen = new WeakMap<Deps, Map<string, number>>()

/** Notes on the channels that they are alive: at most every five seconds each, and outside of the batch's transaction. */
export const touchChannels = (deps: Deps, placed: readonly Placed[]): void => {
  const last = seen.get(deps) ?? new Map<string, number>()
  seen.set(deps, last)
  const due = new Map<string, boolean>()
  const now = deps.now().getTime()
  for (const { chat } of placed) {
    for (const { channel, event } of chat) {
      const inbound = event.kind === 'inboundMessage'
      const key = `${channel.id} ${inbound}`
      if (now - (last.get(key) ?? 0) < EVERY_MS) continue
      last.set(key, now)
      due.set(channel.id, (due.get(channel.id) ?? false) || inbound)
    }
  }
  if (due.size === 0) return
  const rows = [...due].map(([id, inbound]) => ({ id, inbound }))
  touchChannelRows(deps.database.pool, rows, deps.now()).catch((err: unknown) =>
    deps.log.warn({ err }, 'channels could not be marked as alive'),
  )
}
