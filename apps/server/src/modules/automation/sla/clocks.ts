import type { SlaConditions, SlaPolicy } from '@recado/contracts/automation/sla-policies'
import type { slaKinds } from '@recado/contracts/inbox/conversations'
import { addWorkingTime, type Hours, workingTimeBetween } from '#server/lib/business-hours.ts'

export type SlaKind = (typeof slaKinds)[number]

/** An SLA target of a conversation; see the table. */
export type Clock = {
  id: string
  policyId: string
  kind: SlaKind
  startedAt: Date
  warnAt: Date | null
  dueAt: Date | null
  pausedSeconds: number | null
  warnedAt: Date | null
  metAt: Date | null
  breachedAt: Date | null
}

/** What the targets depend on. */
export type Facts = {
  teamId: string | null
  channelId: string
  labelIds: readonly string[]
  priority: number
  status: 'open' | 'pending' | 'snoozed' | 'resolved'
  snoozedUntil: Date | null
  waitingSince: Date | null
  resolvedAt: Date | null
}

const WARN_SHARE = 0.75
const MINUTE = 60_000

const asks = <T>(list: readonly T[], holds: (value: T) => boolean) => list.length === 0 || list.some(holds)

const holds = ({ teamIds, channelIds, labelIds, priorities }: SlaConditions, facts: Facts): boolean =>
  asks(teamIds, (id) => id === facts.teamId) &&
  asks(channelIds, (id) => id === facts.channelId) &&
  asks(labelIds, (id) => facts.labelIds.includes(id)) &&
  asks(priorities, (priority) => priority === facts.priority)

/** The first policy whose conditions hold. */
export const policyFor = (policies: readonly SlaPolicy[], facts: Facts): SlaPolicy | null =>
  policies.find(({ conditions }) => holds(conditions, facts)) ?? null

type Start = { id: string; policyId: string; kind: SlaKind; minutes: number; at: Date }

/** A clock that runs from an instant; null when the hours leave no time to work in. */
export const startClock = (hours: Hours | null, { id, policyId, kind, minutes, at }: Start): Clock | null => {
  const dueAt = addWorkingTime(hours, at, minutes * MINUTE)
  const warnAt = addWorkingTime(hours, at, minutes * MINUTE * WARN_SHARE)
  if (!dueAt || !warnAt) return null
  const untouched = { pausedSeconds: null, warnedAt: null, metAt: null, breachedAt: null }
  return { id, policyId, kind, startedAt: at, warnAt, dueAt, ...untouched }
}

const TARGETS = { first_response: 'firstResponse', next_response: 'nextResponse', resolution: 'resolution' } as const

/** Minutes that a policy gives for a kind of target; null when it has none. */
export const minutesOf = ({ targets }: SlaPolicy, kind: SlaKind): number | null => targets[TARGETS[kind]]

/**
 * The clock as another policy would have started it; null when that has no target of the kind. One that stands still
 * keeps standing, with as much more or less time left as the targets differ.
 */
export const rechosen = (
  clock: Clock,
  policy: SlaPolicy,
  { hours, oldHours }: { hours: Hours | null; oldHours: Hours | null },
): Clock | null => {
  const minutes = minutesOf(policy, clock.kind)
  const { id, kind, startedAt: at } = clock
  const fresh = minutes === null ? null : startClock(hours, { id, policyId: policy.id, kind, minutes, at })
  if (!fresh || minutes === null || clock.pausedSeconds === null || !clock.dueAt) return fresh
  const more = minutes * MINUTE - workingTimeBetween(oldHours, at, clock.dueAt)
  return { ...fresh, pausedSeconds: Math.max(0, clock.pausedSeconds + Math.round(more / 1000)) }
}

export const isRunning = ({ metAt }: Clock): boolean => metAt === null

/** Whether no one can act before the customer writes again. */
export const standsStill = ({ status, snoozedUntil }: Facts): boolean => status === 'snoozed' && snoozedUntil === null

/** When a target was met; null while it is not. `answeredAt`: the first word of a person since the clock began. */
export const keptAt = (clock: Clock, facts: Facts, answeredAt: Date | null, now: Date): Date | null => {
  if (facts.status === 'resolved') return facts.resolvedAt ?? now
  if (clock.kind === 'resolution') return null
  if (facts.waitingSince !== null && facts.waitingSince <= clock.startedAt) return null
  return answeredAt ?? now
}

const paused = (clock: Clock, hours: Hours | null, now: Date): Clock =>
  clock.dueAt === null || clock.breachedAt !== null || clock.pausedSeconds !== null
    ? clock
    : { ...clock, pausedSeconds: Math.round(workingTimeBetween(hours, now, clock.dueAt) / 1000) }

/** As much time is left as when it stopped. */
const resumed = (clock: Clock, hours: Hours | null, now: Date): Clock => {
  if (clock.pausedSeconds === null || clock.dueAt === null || clock.warnAt === null) return clock
  const left = clock.pausedSeconds * 1000
  const afterWarning = workingTimeBetween(hours, clock.warnAt, clock.dueAt)
  const warnIn = Math.max(0, left - afterWarning)
  return {
    ...clock,
    pausedSeconds: null,
    dueAt: addWorkingTime(hours, now, left) ?? clock.dueAt,
    warnAt: clock.warnedAt ? clock.warnAt : (addWorkingTime(hours, now, warnIn) ?? clock.warnAt),
  }
}

/** The clock as it is now: stopped or going on, kept, warned of or broken. */
export const advance = (
  clock: Clock,
  facts: Facts,
  { hours, answeredAt, now }: { hours: Hours | null; answeredAt: Date | null; now: Date },
): Clock => {
  const metAt = keptAt(clock, facts, answeredAt, now)
  const still = standsStill(facts)
  const moved = metAt ? clock : still ? paused(clock, hours, now) : resumed(clock, hours, now)
  if (moved.pausedSeconds !== null && !metAt) return moved
  const end = metAt ?? now
  const isLate = (at: Date | null) => at !== null && moved.pausedSeconds === null && at <= end
  return {
    ...moved,
    metAt,
    warnedAt: moved.warnedAt ?? (isLate(moved.warnAt) ? moved.warnAt : null),
    breachedAt: moved.breachedAt ?? (isLate(moved.dueAt) ? moved.dueAt : null),
  }
}

/** The target that is due next, or was missed and is not met yet; null when none runs. */
export const nextDue = (clocks: readonly Clock[]): Date | null => {
  const due = clocks.filter((clock) => isRunning(clock) && clock.pausedSeconds === null).map(({ dueAt }) => dueAt)
  const times = due.flatMap((at) => (at ? [at.getTime()] : []))
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
