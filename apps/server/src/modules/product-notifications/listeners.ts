import { type EventActor, type EventName, type EventPayload, type Listener, on } from '#server/events.ts'
import { type Fact, tellAll } from './tell.ts'
import type { WorkflowName } from './workflows/index.ts'

/** Tells people of each payload of an event once, however often the listener runs. */
const notifying = <E extends EventName, K extends WorkflowName>(
  event: E,
  workflow: K,
  factsOf: (payload: EventPayload<E>, actor: EventActor) => Fact<K> | readonly Fact<K>[],
): Listener =>
  on(event, {
    name: `product_notifications.${event.replace('.', '_')}`,
    queue: 'standard',
    retrySeconds: [5, 60, 600],
    run: (ctx, payloads, { id, actor }) => {
      const facts = payloads.flatMap((payload) => factsOf(payload, actor))
      return tellAll(
        ctx,
        workflow,
        facts.map((fact, n) => ({ factId: `${id}:${n}`, ...fact })),
      )
    },
  })

export const productNotificationListeners: readonly Listener[] = [
  notifying('audit.broken', 'audit.broken', ({ count }) => ({ to: 'platform', companyId: null, payload: { count } })),
]
