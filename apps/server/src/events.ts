import { z } from 'zod'
import { type Ctx, systemCtx } from './context.ts'
import { type AnyJobDefinition, defineJob, type JobDefinition, type QueueName } from './jobs/define.ts'
import { newId } from './lib/ids.ts'

// How a module lets those above it know what happened without naming them.

const id = z.string()
const company = { companyId: id }
const person = { userId: id }
const channel = { ...company, channelId: id, name: z.string(), phone: z.string() }
const measures = z.object({ quality: z.string().nullable(), messagingLimit: z.string().nullable() })
const template = {
  ...{ ...company, templateId: id, accountId: id, name: z.string(), language: z.string() },
  authorId: id.nullable(),
}
const cost = z.object({ currency: z.string(), before: z.number(), after: z.number() })
const signup = { ...company, ...person, onboardingId: id, account: z.string() }
const conversation = { ...company, conversationId: id }
const place = { ...conversation, assigneeId: id.nullable(), teamId: id.nullable() }
const scheduled = { ...conversation, scheduledId: id, authorId: id }
const campaign = { ...company, campaignId: id, name: z.string(), ownerId: id.nullable(), launchedBy: id.nullable() }
const automation = { ...company, automationId: id, name: z.string(), ownerId: id.nullable() }
const integration = { ...company, integrationId: id, name: z.string() }
/** `notify`: whether the company is to be notified of what the platform did. */
const byPlatform = { ...company, reason: z.string(), notify: z.boolean() }
/** Milliseconds since 1970. */
const instant = z.number()

/** What happens in the product, by name: whom it concerns, and the facts of that moment that cannot be read later. */
export const events = {
  'admin_request.created': z.object({
    ...{ requestId: id, adminIds: z.array(id), person: z.string(), email: z.string(), reason: z.string() },
  }),
  'api_key.expiring': z.object({ ...company, keyId: id, name: z.string(), days: z.number() }),
  'audit.broken': z.object({ count: z.number() }),
  /** An automation has something to say to members. `stepKey`: the same for whatever says it again. */
  'automation.notified': z.object({
    ...{ ...company, automationId: id, runId: id, stepKey: z.string(), conversationId: id.nullable() },
    ...{ contactId: id.nullable(), userIds: z.array(id), email: z.boolean(), title: z.string(), text: z.string() },
  }),
  'automation.failed': z.object({
    ...{ ...automation, runId: id, contactId: id.nullable(), conversationId: id.nullable(), code: z.string() },
  }),
  /** An automation tells other systems of an event of the company's own, once for each `eventId`. */
  'automation.event_sent': z.object({
    ...{ ...company, eventId: id, automationId: id, runId: id, contactId: id.nullable(), name: z.string() },
    payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  /** By the product, and not by a person. */
  'automation.paused': z.object({ ...automation, reason: z.enum(['manual', 'errors', 'access_revoked']) }),
  'automation.state_changed': z.object({
    ...{ ...company, automationId: id, state: z.enum(['active', 'paused', 'archived']) },
  }),
  /** Someone answered a message of a campaign. `button`: the words on the one that they pressed. */
  'campaign.answered': z.object({
    ...{ ...conversation, campaignId: id, contactId: id, messageId: id },
    ...{ button: z.string().nullable(), text: z.string().nullable() },
  }),
  'campaign.approval_requested': z.object({ ...campaign, recipients: z.number() }),
  'campaign.approval_decided': z.object({
    ...{ ...campaign, approved: z.boolean(), ended: z.boolean().default(false), note: z.string() },
  }),
  'campaign.decision_requested': z.object({ ...campaign, variants: z.number() }),
  'campaign.failed': z.object({ ...campaign, reason: z.string() }),
  'campaign.finished': z.object({ ...campaign, sent: z.number(), failed: z.number() }),
  /** `note`: what the platform says of it. */
  'campaign.paused': z.object({ ...campaign, reason: z.string(), note: z.string().optional() }),
  'campaign.platform_changed': z.object({
    ...{ ...campaign, change: z.enum(['released', 'approved', 'throttled', 'unthrottled']), perSecond: z.number() },
  }),
  'campaign.spend_cap': z.object({
    ...{ ...campaign, percent: z.number().default(100), amount: z.number(), currency: z.string() },
  }),
  'campaign.started': z.object({ ...campaign, recipients: z.number() }),
  'campaign.status_changed': z.object({ ...company, campaignId: id, status: z.string() }),
  'campaign.winner_chosen': z.object({ ...campaign, variant: z.string(), reason: z.string(), rest: z.number() }),
  'channel.app_unused': z.object({ ...channel, since: z.string(), days: z.number() }),
  'channel.connected': z.object(channel),
  'channel.disconnected': z.object({ ...channel, by: z.enum(['member', 'owner', 'move']) }),
  'channel.limit_reached': z.object({ ...channel, scope: z.string(), percent: z.number() }),
  'channel.measured': z.object({ ...channel, before: measures, after: measures }),
  'channel.spend_reached': z.object({
    ...{ ...channel, percent: z.number(), amount: z.number(), hard: z.boolean(), day: z.string() },
  }),
  'channel.status_changed': z.object({ ...channel, status: z.string(), reason: z.string().nullable() }),
  'company.access_changed': z.object({ ...company, gained: z.array(z.string()), lost: z.array(z.string()) }),
  'company.created': z.object(company),
  'company.deletion_scheduled': z.object({
    ...{ ...company, deletionAt: z.string(), reason: z.string().nullable(), notify: z.boolean() },
  }),
  'company.members_changed': z.object(company),
  'company.notice_posted': z.object({ ...company, noticeId: id, en: z.string(), pt: z.string() }),
  'company.reactivated': z.object(byPlatform),
  'company.renamed': z.object(company),
  'company.security_reset': z.object({ ...company, reason: z.string() }),
  'company.suspended': z.object(byPlatform),
  /** They were blocked, or no longer are. */
  'contact.block_changed': z.object({ ...company, contactId: id }),
  /** Someone is to be asked to confirm that they want marketing. */
  'consent.pending': z.object(company),
  /** A person wants no more marketing; `source` is how that became known. */
  'contact.opted_out': z.object({ ...company, contactId: id, source: z.string(), at: z.number() }),
  'contact.erased': z.object({ ...company, contactId: id, mode: z.string() }),
  'conversation.answered': z.object(conversation),
  'conversation.assigned': z.object({ ...conversation, assigneeId: id }),
  'conversation.assignee_changed': z.object(conversation),
  'conversation.labels_changed': z.object({ ...conversation, added: z.array(id).default([]) }),
  'conversation.priority_changed': z.object(conversation),
  'conversation.read': z.object(conversation),
  'conversation.released': z.object({ ...conversation, teamId: id.nullable() }),
  'conversation.reopened': z.object(conversation),
  'conversation.resolved': z.object({ ...conversation, survey: z.boolean() }),
  'conversation.snoozed': z.object(conversation),
  'conversation.team_changed': z.object(conversation),
  'conversation.window_closing': z.object({ ...place, closesAt: instant }),
  'contact_task.due': z.object({ ...company, ...person, noteId: id, contactId: id }),
  'csat.scored': z.object({ ...conversation, responseId: id, teamId: id.nullable(), score: z.number() }),
  /** Pairs of contacts that may be one person and wait for a decision. */
  'duplicates.waiting': z.object({ ...company, count: z.number() }),
  'import.failed': z.object({ ...{ ...company, ...person, importId: id, fileName: z.string(), reason: z.string() } }),
  'import.finished': z.object({
    ...{ ...company, ...person, importId: id, fileName: z.string() },
    ...{ created: z.number(), updated: z.number(), skipped: z.number(), failed: z.number() },
  }),
  /**
   * A system told the company something, and its map says what it means. `canonical` is one of the product's own names;
   * `replayed`: it was told before, and is worked off again.
   */
  'integration.event_processed': z.object({
    ...{ ...company, eventId: id, integrationId: id, source: z.string(), event: z.string().nullable() },
    ...{ canonical: z.string(), contactId: id, objectKey: z.string().nullable(), at: instant, replayed: z.boolean() },
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  'invitation.accepted': z.object({ ...company, ...person, person: z.string() }),
  'member.access_changed': z.object({ ...company, ...person, role: z.string().nullable() }),
  'member.mentioned': z.object({ ...conversation, noteId: id, userIds: z.array(id) }),
  'member.removed': z.object({ ...company, ...person }),
  'message.failed': z.object({
    ...{ ...conversation, messageId: id, authorId: id.nullable(), assigneeId: id.nullable() },
  }),
  'note.removed': z.object({ ...conversation, noteId: id }),
  'privacy_request.due': z.object({ ...company, requestId: id, kind: z.string(), days: z.number() }),
  'privacy_request.received': z.object({ ...company, requestId: id, kind: z.string(), days: z.number() }),
  'scheduled_message.called_off': z.object({ ...scheduled, changedAt: instant }),
  'scheduled_message.failed': z.object({ ...scheduled, sendAt: instant, reason: z.string() }),
  'signup.abandoned': z.object(signup),
  'signup.stopped': z.object({ ...signup, stoppedAt: z.string().nullable() }),
  'sla.breached': z.object({ ...place, targetId: id }),
  'sla.warned': z.object({ ...place, targetId: id }),
  'system.trouble_found': z.object({ kind: z.string(), en: z.string(), pt: z.string() }),
  'task.finished': z.object({ ...person, companyId: id.nullable(), taskId: id, fileName: z.string() }),
  'system_campaign.announced': z.object({
    ...{ campaignId: id, userId: id, factId: z.string(), topic: z.enum(['product', 'billing', 'incident']) },
    ...{ inApp: z.boolean(), email: z.boolean(), url: z.string() },
    /** Sent to its author alone, who wants to see it; not added up. */
    trial: z.boolean().optional(),
    ...{ en: z.object({ title: z.string(), body: z.string() }), pt: z.object({ title: z.string(), body: z.string() }) },
  }),
  'template.category_changed': z.object({
    ...{ ...template, before: z.string(), category: z.string(), cost: cost.nullable() },
  }),
  'template.quality_changed': z.object({ ...template, before: z.string().nullable(), quality: z.string() }),
  'template.status_changed': z.object({
    ...{ ...template, status: z.string(), reason: z.string().nullable(), places: z.number() },
  }),
  /** The number of test keys took a message, and answers it by what it was sent to. */
  'test_number.took': z.object({
    ...{ ...company, channelId: id, phoneNumberId: id, wabaId: id, phone: z.string() },
    ...{ wamid: z.string(), to: z.string(), reference: z.string().nullable(), reply: z.string() },
    button: z.object({ type: z.string(), id: z.string(), title: z.string() }).nullable(),
  }),
  'user.created': z.object(person),
  'user.device_added': z.object({ ...person, device: z.string(), ip: z.string().nullable() }),
  'user.erased': z.object(person),
  'user.guessed_at': z.object({ ...person, secret: z.enum(['password', 'code']), ip: z.string().nullable() }),
  'user.impersonated': z.object({
    ...{ ...person, person: z.string(), companyIds: z.array(id), mode: z.string(), reason: z.string() },
  }),
  'user.password_changed': z.object(person),
  'user.status_changed': z.object(person),
  'user.two_factor_changed': z.object({ ...person, change: z.enum(['enabled', 'disabled', 'codes_renewed']) }),
  'user.updated': z.object(person),
  'webhook_endpoint.disabled': z.object({ ...company, endpointId: id, name: z.string(), reason: z.string() }),
  'webhook.dead_letter': z.object({ ...integration, eventId: id, reason: z.string() }),
  'webhook.failing': z.object({ ...integration, failures: z.number() }),
  'webhook.silent': z.object({ ...integration, hours: z.number() }),
} satisfies Record<string, z.ZodObject>

export type EventName = keyof typeof events
export type EventPayload<K extends EventName> = z.infer<(typeof events)[K]>

const actorShape = z.object({ userId: z.string(), name: z.string(), impersonatorId: z.string().nullable() })

/** The signed-in user who caused it; null if there was none. */
export type EventActor = z.infer<typeof actorShape> | null

export type EventInfo = {
  /** Identifies the event to listeners that run again; the payloads of one call share it. */
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

/**
 * What a module does about events in the transaction in which they happen, for what must hold with the fact or not at
 * all. The fact fails with it.
 */
export type EventHandlers = { readonly [K in EventName]?: (tx: Ctx, payload: EventPayload<K>) => Promise<void> }

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

const handle = async <K extends EventName>(tx: Ctx, event: K, payloads: readonly EventPayload<K>[]): Promise<void> => {
  for (const { [event]: run } of tx.deps.handlers.event) if (run) for (const payload of payloads) await run(tx, payload)
}

/**
 * Says what happened, in the transaction in which it did: handlers act at once, then there is one job for each listener,
 * whatever the number of payloads. Nothing is said when the transaction fails.
 */
export const emit = async <K extends EventName>(tx: Ctx, event: K, ...payloads: EventPayload<K>[]): Promise<void> => {
  await handle(tx, event, payloads)
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
