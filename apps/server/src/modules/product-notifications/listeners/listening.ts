import { type Ctx, inTransaction } from '#server/context.ts'
import { type EventActor, type EventName, type EventPayload, type Listener, on } from '#server/events.ts'
import { preparedEnvironment } from '../environment.ts'
import { type Notice, notify } from '../notify.ts'

const listening = { queue: 'standard', retrySeconds: [5, 60, 600] } as const
const snake = (event: EventName) => event.replaceAll('.', '_')

export type Heard = { tx: Ctx; actor: EventActor; at: Date }
type Notices = Notice | readonly Notice[]

/** Notifies people of an event: `noticesOf` says whom, and of what. Each is notified once, however often it runs. */
export const notifying = <E extends EventName>(
  event: E,
  noticesOf: (payload: EventPayload<E>, heard: Heard) => Notices | Promise<Notices>,
): Listener =>
  on(event, {
    ...listening,
    name: `product_notifications.${snake(event)}`,
    run: async (ctx, payloads, { id, actor, at }) => {
      if (!preparedEnvironment(ctx.deps)) return
      await inTransaction(ctx, async (tx) => {
        const notices: Notice[] = []
        for (const [n, payload] of payloads.entries()) {
          const own = [await noticesOf(payload, { tx, actor, at })].flat()
          notices.push(...own.map((notice, m) => ({ factId: `${id}:${n}:${m}`, ...notice })))
        }
        await notify(tx, notices, actor?.userId ?? null)
      })
    },
  })
