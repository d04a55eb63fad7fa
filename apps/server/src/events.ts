import { z } from 'zod'
import { type Ctx, systemCtx } from './context.ts'
import { type AnyJobDefinition, defineJob, type JobDefinition, type QueueName } from './jobs/define.ts'
import { newId } from './lib/ids.ts'

// How a module lets those above it know what happened without naming them.

const conversation = { companyId: z.string(), conversationId: z.string() }

/** What happens in the product, by name: whom it concerns, and the facts of that moment that cannot be read later. */
export const events = {
  'audit.broken': z.object({ count: z.number() }),
  'conversation.answered': z.object(conversation),
  'conversation.assignee_changed': z.object(conversation),
  'conversation.labels_changed': z.object(conversation),
  'conversation.priority_changed': z.object(conversation),
  'conversation.read': z.object(conversation),
  'conversation.reopened': z.object(conversation),
  'conversation.resolved': z.object({ ...conversation, survey: z.boolean() }),
  'conversation.snoozed': z.object(conversation),
  'conversation.team_changed': z.object(conversation),
} satisfies Record<string, z.ZodObject>

export type EventName = keyof typeof events
export type EventPayload<K extends EventName> = z.infer<(typeof events)[K]>

const actorShape = z.object({ userId: z.string(), name: z.string(), impersonatorId: z.string().nullable() })

/** Whoever did it; null when nobody who is signed in did. */
export type EventActor = z.infer<typeof actorShape> | null

export type EventInfo = {
  /** The same each time that a listener hears of this event; several payloads share it. */
  id: string
  actor: EventActor
  at: Date
  /** Ends when the time of the listener is up. */
  signal: AbortSignal
}

type EventInput<K extends EventName> = {
  id: string
  actor: EventActor
  at: Date
  payloads: EventPayload<K>[]
}

const shapes: { [K in EventName]: z.ZodType<EventPayload<K>> } = events

/** What one call of `emit` says, as the jobs of its listeners carry it. */
const inputOf = <K extends EventName>(event: K): z.ZodType<EventInput<K>> =>
  z.object({ id: z.string(), actor: actorShape.nullable(), at: z.coerce.date(), payloads: z.array(shapes[event]) })

export type Listener = { event: EventName; job: AnyJobDefinition }

type ListenerOptions<K extends EventName> = Pick<JobDefinition, 'retrySeconds' | 'timeoutSeconds'> & {
  /** `module.what_it_does`: names the job. */
  name: string
  queue: QueueName
  run: (ctx: Ctx, payloads: readonly EventPayload<K>[], info: EventInfo) => Promise<void>
}

/**
 * Declares what a module does about an event; its manifest lists it. `run` hears all payloads of one `emit` in a job of
 * its own, after their transaction committed, and must be safe to run twice.
 */
export const on = <K extends EventName>(event: K, { run, ...options }: ListenerOptions<K>): Listener => ({
  event,
  job: defineJob({
    ...options,
    input: inputOf(event),
    run: (deps, { payloads, ...said }, { signal }) => run(systemCtx(deps, options.name), payloads, { ...said, signal }),
  }),
})

/** The jobs that hear of each event. */
export type Listeners = ReadonlyMap<string, readonly AnyJobDefinition[]>

/** Throws when a listener is doubled, or waits for what is no event. */
export const indexListeners = (listeners: readonly Listener[]): Listeners => {
  const byEvent = new Map<string, AnyJobDefinition[]>()
  const names = new Set<string>()
  for (const { event, job } of listeners) {
    if (!(event in events)) throw new Error(`${job.name} listens to ${event}, which is no event`)
    if (names.has(job.name)) throw new Error(`Two listeners are named ${job.name}`)
    names.add(job.name)
    byEvent.set(event, [...(byEvent.get(event) ?? []), job])
  }
  return byEvent
}

const actorOf = ({ actor }: Ctx): EventActor => {
  if (actor.kind !== 'user') return null
  const { userId, name, impersonatorId } = actor
  return { userId, name, impersonatorId }
}

const companyOf = (payloads: readonly object[]): string | undefined => {
  const ids = new Set(payloads.map((payload) => ('companyId' in payload ? payload.companyId : null)))
  const [id] = ids
  return ids.size === 1 && typeof id === 'string' ? id : undefined
}

/**
 * Says what happened, in the transaction in which it did: one job for each listener, whatever the number of payloads.
 * Nothing is said when the transaction fails.
 */
export const emit = async <K extends EventName>(tx: Ctx, event: K, ...payloads: EventPayload<K>[]): Promise<void> => {
  const { jobs, listeners } = tx.deps
  const heard = listeners.get(event) ?? []
  if (payloads.length === 0 || heard.length === 0) return
  const input = { id: newId(), actor: actorOf(tx), at: tx.now(), payloads }
  const companyId = companyOf(payloads)
  const options = companyId === undefined ? {} : { companyId }
  await jobs.enqueueAll(
    tx.db,
    heard.map((job) => ({ job, input, options })),
  )
  const queues = new Set(heard.map(({ queue }) => queue))
  tx.afterCommit(() => {
    for (const queue of queues) jobs.wake(queue)
  })
}
