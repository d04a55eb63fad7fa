import type { SlaPolicy } from '@recado/contracts/desk'
import { type CompanyCtx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { apply, saveSlaDue, type Verb, writeLine } from '../conversations/index.ts'
import { type Desk, deskOf } from '../desk-directory/index.ts'
import { deskCtx } from '../routing/index.ts'
import {
  advance,
  type Clock,
  type Facts,
  isRunning,
  nextDue,
  policyFor,
  type SlaKind,
  standsStill,
  startClock,
} from './clocks.ts'
import * as queries from './queries.ts'
import { tellOfPromises } from './tell.ts'

type Promised = { policy: SlaPolicy; kind: SlaKind; minutes: number | null; at: Date }

/** Clocks that begin now: those of a conversation that was begun or taken up again, and the one of a next response. */
const beginning = (desk: Desk, facts: Facts, clocks: readonly Clock[], begins: boolean, now: Date): Clock[] => {
  if (facts.status === 'resolved') return []
  const running = clocks.filter(isRunning)
  const { waitingSince } = facts
  const at = waitingSince ?? now
  // Looked at twice, it begins once.
  const isNew = begins && running.length === 0 && !clocks.some(({ startedAt }) => startedAt >= at)
  const frozen = desk.policies.find(({ id }) => id === clocks.at(-1)?.policyId)
  const policy = isNew ? policyFor(desk.policies, facts) : (frozen ?? nextResponseOnly(desk, facts, clocks))
  if (!policy) return []
  const { firstResponse, nextResponse, resolution } = policy.targets
  const promises: Promised[] = []
  if (isNew) promises.push({ policy, kind: 'resolution', minutes: resolution, at })
  const answers = running.some(({ kind }) => kind !== 'resolution')
  if (waitingSince && !answers && !clocks.some((c) => c.kind !== 'resolution' && c.startedAt >= waitingSince)) {
    const kind = isNew ? 'first_response' : 'next_response'
    promises.push({ policy, kind, minutes: isNew ? firstResponse : nextResponse, at: waitingSince })
  }
  const hours = desk.hours(policy.businessHoursId)
  return promises.flatMap(({ kind, minutes, at: start }) => {
    const clock =
      minutes === null ? null : startClock(hours, { id: newId(), policyId: policy.id, kind, minutes, at: start })
    return clock ? [clock] : []
  })
}

/** A policy that promises nothing but further answers leaves no clock behind when a conversation begins. */
const nextResponseOnly = (desk: Desk, facts: Facts, clocks: readonly Clock[]): SlaPolicy | null => {
  if (clocks.length > 0) return null
  const policy = policyFor(desk.policies, facts)
  return policy && policy.targets.firstResponse === null && policy.targets.resolution === null ? policy : null
}

const changed = (a: Clock, b: Clock) =>
  (['warnAt', 'dueAt', 'warnedAt', 'metAt', 'breachedAt'] as const).some(
    (key) => a[key]?.getTime() !== b[key]?.getTime(),
  ) || a.pausedSeconds !== b.pausedSeconds

const advanced = async (tx: CompanyCtx, desk: Desk, facts: Facts, id: string, clocks: readonly Clock[]) => {
  const now = tx.now()
  const list: { before: Clock; after: Clock }[] = []
  for (const before of clocks.filter(isRunning)) {
    const policy = desk.policies.find(({ id: policyId }) => policyId === before.policyId)
    const hours = desk.hours(policy?.businessHoursId ?? null)
    const answeredAt = before.kind === 'resolution' ? null : await queries.findAnswer(tx, id, before.startedAt)
    list.push({ before, after: advance(before, facts, { hours, answeredAt, now }) })
  }
  return list
}

const watching =
  (desk: Desk, begins: boolean): Verb =>
  async (tx, row) => {
    const clocks = await queries.findClocks(tx, row.id)
    const moved = await advanced(tx, desk, row, row.id, clocks)
    const known = clocks.map((clock) => moved.find(({ before }) => before.id === clock.id)?.after ?? clock)
    const begun = standsStill(row) ? [] : beginning(desk, row, known, begins, tx.now())
    const fresh = begun.map((before) => ({
      before,
      after: advance(before, row, { hours: null, answeredAt: null, now: tx.now() }),
    }))
    await queries.insertClocks(
      tx,
      row.id,
      fresh.map(({ after }) => after),
    )
    for (const { before, after } of moved) if (changed(before, after)) await queries.updateClock(tx, after)
    const due = nextDue([...known, ...fresh.map(({ after }) => after)])
    const isMoved = due?.getTime() !== row.slaDueAt?.getTime()
    if (isMoved) await saveSlaDue(tx, row.id, due)
    const lines: string[] = []
    const broken = [...moved, ...fresh].filter(({ before, after }) => after.breachedAt && !before.breachedAt)
    for (const { after } of broken) lines.push(await writeLine(tx, row, 'sla_breached', { promise: after.kind }))
    await tellOfPromises(tx, desk, row, [...moved, ...fresh])
    return isMoved || lines.length > 0 ? { lines } : null
  }

/**
 * Brings the promises made for a conversation up to date with what happened in it. `begins`: a customer began it, or it
 * was taken up again, so that the first policy whose conditions hold is applied. Safe to repeat.
 */
export const watchPromises = async (
  ctx: CompanyCtx,
  desk: Desk,
  { id, begins }: { id: string; begins: boolean },
): Promise<void> => {
  await inTransaction(ctx, (tx) => apply(tx, id, watching(desk, begins)))
}

const AT_ONCE = 200
const ROUNDS = 50

/** Warns of promises that are about to break, and notes those that have. */
export const tickPromises = async (deps: Deps): Promise<void> => {
  const ctx = systemCtx(deps, 'sla')
  for (let round = 0; round < ROUNDS; round++) {
    const due = await queries.findDue(ctx, deps.now(), AT_ONCE)
    for (const { companyId, conversationId } of due) {
      const desk = await deskOf(deps, companyId)
      if (desk) await watchPromises(deskCtx(deps, desk), desk, { id: conversationId, begins: false })
    }
    if (due.length < AT_ONCE) return
  }
}
