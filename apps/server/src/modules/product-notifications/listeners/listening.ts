import { type Ctx, inTransaction } from '#server/context.ts'
import { type EventActor, type EventName, type EventPayload, type Listener, on } from '#server/events.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { preparedEnvironment } from '../environment.ts'
import { type Audience, type Notice, notify } from '../notify.ts'

const listening = { queue: 'standard', retrySeconds: [5, 60, 600] } as const
const snake = (event: EventName) => event.replaceAll('.', '_')

/** People who are told of conversations; whoever has left the company since is not. */
export const members = (users: readonly string[]): Audience => ({ users, only: 'members' })

export type Heard = { tx: Ctx; actor: EventActor; at: Date }
type Notices = Notice | readonly Notice[]

/**
 * Notifies people of an event: `noticesOf` says whom, and of what. Each is notified once, however often it runs; a payload
 * of which that fails keeps those of no other from being notified.
 */
export const notifying = <E extends EventName>(
  event: E,
  noticesOf: (payload: EventPayload<E>, heard: Heard) => Notices | Promise<Notices>,
): Listener =>
  on(event, {
    ...listening,
    name: `product_notifications.${snake(event)}`,
    run: async (ctx, payloads, { id, actor, at }) => {
      if (!preparedEnvironment(ctx.deps)) return
      type Numbered = [number, EventPayload<E>]
      const notifyOf = (some: readonly Numbered[]) =>
        inTransaction(ctx, async (tx) => {
          const notices: Notice[] = []
          for (const [n, payload] of some) {
            const own = [await noticesOf(payload, { tx, actor, at })].flat()
            notices.push(...own.map((notice, m) => ({ factId: `${id}:${n}:${m}`, ...notice })))
          }
          await notify(tx, notices, actor?.userId ?? null)
        })
      const all = [...payloads.entries()]
      await notifyOf(all).catch((error: unknown) => {
        if (all.length === 1) throw error
        return eachApart(all, (one) => notifyOf([one]))
      })
    },
  })
