import type { Deps } from '#server/context.ts'
import { upsertSubscribers } from '#server/notifications/audience/subscribers/actions.ts'
import type { SubscriberProfile } from '#server/notifications/audience/subscribers/profile.ts'
import { type WorkflowDefinition, workflowVersion } from '#server/notifications/definitions/workflows/directory.ts'
import type { EnvironmentCtx, SubscriberRow } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { advanceRun, emptyProgress, type Progress } from './advance-run.ts'
import { environmentCtx, readSurroundings } from './prepare.ts'
import { type AdvancedRun, publishProgress } from './publish.ts'
import type { EventRow } from './queries/events.ts'
import { insertRuns } from './queries/insert-runs.ts'
import type { JobRow } from './queries/jobs.ts'
import type { NewJob } from './queries/writes.ts'
import type { RunState } from './world.ts'

/** Part of an event: some of its recipients. `accepted`: the event is not stored yet, and is with this; `ended`: it is done then. */
export type Share = { event: EventRow; recipients: SubscriberProfile[]; outcome: 'accepted' | 'ended' | 'goes_on' }

type Direct = Extract<EventRow['recipients'][number], { subscriberId: string }>

export const profilesOf = (recipients: EventRow['recipients']): SubscriberProfile[] =>
  recipients
    .filter((one): one is Direct => 'subscriberId' in one)
    .map(({ subscriberId, profile }) => ({ ...profile, subscriberId }))

const jobPriority = (event: EventRow, workflow: WorkflowDefinition) => {
  if (workflow.critical) return 0
  return event.kind === 'broadcast' || event.recipients.some((one) => 'topicKey' in one) ? 10 : 5
}

const jobsOf = (ctx: EnvironmentCtx, event: EventRow, workflow: WorkflowDefinition, runId: string): JobRow[] => {
  const now = ctx.now()
  const priority = jobPriority(event, workflow)
  return workflow.activeSteps.map((step, stepIndex) => ({
    id: createNotificationId(),
    environmentId: event.environmentId,
    runId,
    stepIndex,
    stepId: step.uuid,
    type: step.template.type,
    status: 'pending',
    priority,
    runAt: null,
    leaseOwner: null,
    leaseUntil: null,
    attempts: 0,
    calledAt: null,
    digestScope: null,
    digest: null,
    mergedInto: null,
    providerId: null,
    output: null,
    details: [],
    createdAt: now,
    updatedAt: now,
  }))
}

const beginRun = (
  ctx: EnvironmentCtx,
  event: EventRow,
  {
    workflow,
    subscriber,
    actor,
  }: { workflow: WorkflowDefinition; subscriber: SubscriberRow; actor: SubscriberRow | null },
): Omit<RunState, 'tenant' | 'preferences'> => {
  const run = {
    id: createNotificationId(),
    environmentId: event.environmentId,
    eventId: event.id,
    workflowId: event.workflowId,
    workflowVersion: event.workflowVersion,
    subscriberId: subscriber.id,
    actorId: actor?.id ?? null,
    tenantId: event.tenantId,
    transactionId: event.transactionId,
    createdAt: ctx.now(),
  }
  const jobs = jobsOf(ctx, event, workflow, run.id)
  return { ctx, event, run, workflow, jobs, subscriber, actor, acceptedAt: event.createdAt }
}

/** The jobs as they are after what was done for them. */
const withProgress = (jobs: readonly JobRow[], progress: Progress): NewJob[] =>
  jobs.map((job) => {
    const update = progress.jobs.find(({ id }) => id === job.id)
    if (!update) return job
    return {
      ...job,
      status: update.status,
      runAt: update.runAt ?? null,
      providerId: update.providerId ?? null,
      details: update.details,
    }
  })

const peopleOf = async (ctx: EnvironmentCtx, shares: readonly Share[]): Promise<Map<string, SubscriberRow>> => {
  const profiles = shares.flatMap(({ event, recipients }) => [
    ...recipients,
    ...(event.actor ? [{ ...event.actor.profile, subscriberId: event.actor.subscriberId }] : []),
  ])
  const rows = await upsertSubscribers(ctx, profiles)
  return new Map(rows.map((row) => [row.subscriberId, row]))
}

const statesOf = async (ctx: EnvironmentCtx, shares: readonly Share[]): Promise<RunState[]> => {
  const people = await peopleOf(ctx, shares)
  const begun: Omit<RunState, 'tenant' | 'preferences'>[] = []
  for (const { event, recipients } of shares) {
    const workflow = await workflowVersion(ctx, event.workflowId, event.workflowVersion)
    const actor = event.actor ? (people.get(event.actor.subscriberId) ?? null) : null
    for (const { subscriberId } of recipients) {
      const subscriber = people.get(subscriberId)
      if (workflow && subscriber) begun.push(beginRun(ctx, event, { workflow, subscriber, actor }))
    }
  }
  const wants = begun.map(({ run, workflow }) => ({ ...run, critical: workflow.critical }))
  const { tenants, preferencesOf } = await readSurroundings(ctx, wants)
  return begun.map((state) => ({
    ...state,
    tenant: state.run.tenantId ? (tenants.get(state.run.tenantId) ?? null) : null,
    preferences: preferencesOf(state.subscriber, state.run.workflowId, state.run.tenantId),
  }))
}

const channelsOf = (workflow: WorkflowDefinition) => [
  ...new Set(workflow.activeSteps.map(({ template }) => template.type)),
]

const writtenMessages = (ctx: EnvironmentCtx, { state, progress }: AdvancedRun) => {
  const { subscriber, actor } = state
  const around = {
    organizationId: ctx.environment.organizationId,
    person: subscriber ?? undefined,
    actorPerson: actor ?? undefined,
  }
  return progress.messages.map((message) => {
    const untouched = { seenAt: null, readAt: null, deletedAt: null, archivedAt: null, snoozedUntil: null }
    return { row: { ...message, updatedAt: message.createdAt, ...untouched }, around }
  })
}

const startShares = async (ctx: EnvironmentCtx, shares: readonly Share[]): Promise<Set<string>> => {
  const states = await statesOf(ctx, shares)
  const done = await Promise.all(
    states.map(async (state) => {
      const progress = emptyProgress()
      await advanceRun(state, progress, state.jobs[0], null)
      return { state, progress }
    }),
  )
  const begun = await insertRuns(ctx.deps.database.pool, {
    environmentId: ctx.environment.id,
    runs: states.map(({ run, workflow }) => ({ ...run, channels: channelsOf(workflow) })),
    jobs: done.flatMap(({ state, progress }) => withProgress(state.jobs, progress)),
    messages: done.flatMap(({ progress }) => progress.messages),
    accepted: shares.filter(({ outcome }) => outcome === 'accepted').map(({ event }) => event),
    stored: shares.filter(({ outcome }) => outcome !== 'accepted').map(({ event }) => event.id),
    ended: shares.filter(({ outcome }) => outcome === 'ended').map(({ event }) => event.id),
    now: ctx.now(),
  })
  const fresh = done.filter(({ state }) => begun.has(state.run.id))
  ctx.deps.notifications.announce(() => fresh.flatMap((one) => writtenMessages(ctx, one)))
  await publishProgress(ctx, fresh)
  return begun
}

/**
 * Turns shares of events into runs, a whole batch in few statements. Doing it twice is doing it once. Answers the ids of
 * what is new: runs, and events that were accepted with this.
 */
export const startRuns = async (deps: Deps, shares: readonly Share[]): Promise<Set<string>> => {
  const begun = new Set<string>()
  const byEnvironment = Map.groupBy(shares, ({ event }) => event.environmentId)
  for (const [environmentId, own] of byEnvironment) {
    const ctx = await environmentCtx(deps, environmentId)
    for (const id of ctx ? await startShares(ctx, own) : []) begun.add(id)
  }
  return begun
}
