import type { ChannelFlags } from '@recado/contracts/notifications/domain'
import type { QuietHours } from '@recado/contracts/product-notifications/settings'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import type { PreferenceRecord } from '#server/notifications/audience/preferences/resolve.ts'
import type { TenantRow } from '#server/notifications/audience/tenants/queries.ts'
import type { ConditionFacts } from '#server/notifications/definitions/conditions/evaluate.ts'
import type { WorkflowDefinition } from '#server/notifications/definitions/workflows/directory.ts'
import type { EnvironmentCtx, SubscriberRow } from '#server/notifications/shared/context.ts'
import type { EventRow } from './queries/events.ts'
import type { JobRow, RunRow } from './queries/jobs.ts'

/** What the subscriber and their tenant decided about the workflow. */
export type PreferenceFacts = {
  global: PreferenceRecord | null
  workflow: PreferenceRecord | null
  override: ChannelFlags | null
  quietHours: QuietHours | null
  /** Identifiers of the tenants that the subscriber muted. */
  mutedTenants: readonly string[]
}

/** One workflow running for one subscriber, with everything its steps look at. `jobs` are all of its steps, in order. */
export type RunState = {
  ctx: EnvironmentCtx
  event: EventRow
  run: RunRow
  workflow: WorkflowDefinition
  jobs: JobRow[]
  /** Null if they were deleted in the meantime. */
  subscriber: SubscriberRow | null
  actor: SubscriberRow | null
  tenant: TenantRow | null
  preferences: PreferenceFacts
  /** When the event was accepted, while its first steps are done at once: messages keep the order of their triggers. */
  acceptedAt?: Date
  /** Messages of steps that are done again, by job and target: they keep their ids. */
  messageIds?: ReadonlyMap<string, string>
}

/** A run whose subscriber is there. */
export type LiveRun = RunState & { subscriber: SubscriberRow }

export const stepOf = (state: RunState, job: JobRow): StoredStep | undefined =>
  state.workflow.activeSteps.find(({ uuid }) => uuid === job.stepId)

/** What `step` is in the templates of a step: the events of the digest before it. */
export const stepVariables = (state: RunState, job: JobRow) => {
  const digest = state.jobs.findLast((before) => before.stepIndex < job.stepIndex && before.digest?.events)?.digest
  return { digest: Boolean(digest), events: digest?.events ?? [], total_count: digest?.total ?? 0 }
}

/** Answers of the custom steps before a step, by the step's name and id. */
export const outputsBefore = (state: RunState, job: JobRow): Record<string, unknown> => {
  const outputs: Record<string, unknown> = {}
  for (const { stepIndex, stepId, output } of state.jobs) {
    if (stepIndex >= job.stepIndex || !output) continue
    const name = state.workflow.activeSteps.find(({ uuid }) => uuid === stepId)?.name
    outputs[stepId] = output
    if (name) outputs[name] = output
  }
  return outputs
}

/** What of a subscriber templates, conditions and addresses that are called may know: not how they are reached. */
export const personOf = (row: SubscriberRow) => ({
  subscriberId: row.subscriberId,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  avatar: row.avatar,
  locale: row.locale,
  timezone: row.timezone,
  data: row.data,
  isOnline: row.isOnline,
  lastOnlineAt: row.lastOnlineAt,
})

export const factsOf = (state: LiveRun, now: Date): ConditionFacts => ({
  payload: state.event.payload,
  subscriber: personOf(state.subscriber),
  tenant: state.tenant && { identifier: state.tenant.identifier, name: state.tenant.name, data: state.tenant.data },
  now,
})

/** Time zone of the subscriber, of the workflow, or UTC. */
export const timezoneOf = (state: RunState): string => {
  const own = state.workflow.data?.['timezone']
  return state.subscriber?.timezone ?? (typeof own === 'string' ? own : 'UTC')
}
