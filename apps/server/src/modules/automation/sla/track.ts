import type { SlaPolicy } from '@recado/contracts/automation/sla-policies'
import { type CompanyCtx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { automationCtx, type CompanySettings, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { type Command, runCommand, writeLine } from '#server/modules/inbox/commands/index.ts'
import { saveSla } from '#server/modules/inbox/conversations/index.ts'
import {
  advance,
  type Clock,
  type Facts,
  isRunning,
  minutesOf,
  nextDue,
  policyFor,
  rechosen,
  type SlaKind,
  standsStill,
  startClock,
} from './clocks.ts'
import { emitSlaTargets } from './emit.ts'
import * as queries from './queries.ts'

/** What tracking needs of a conversation. */
type Seen = Facts & { slaPolicyId: string | null; firstResponseAt: Date | null }
type Occasion = { begins: boolean; rechoose: boolean; unanswered: boolean }

type Looked = {
  policy: SlaPolicy | null
  /** It begins, or is taken up again. */
  isNew: boolean
  /** Another policy has just taken the place of the one before. */
  isRechosen: boolean
}

/** SLA targets from now on: of a conversation that begins, of one with another policy, and each next response. */
const beginning = (
  settings: CompanySettings,
  facts: Seen,
  { policy, isNew, isRechosen, clocks }: Looked & { clocks: readonly Clock[] },
  now: Date,
): Clock[] => {
  if (!policy || facts.status === 'resolved') return []
  const running = clocks.filter(isRunning)
  const { waitingSince } = facts
  const targets: { kind: SlaKind; at: Date }[] = []
  const resolves = clocks.some(({ kind }) => kind === 'resolution')
  if (isNew || (isRechosen && !resolves))
    targets.push({ kind: 'resolution', at: clocks.find(isRunning)?.startedAt ?? waitingSince ?? now })
  const answers = running.some(({ kind }) => kind !== 'resolution')
  if (waitingSince && !answers && !clocks.some((c) => c.kind !== 'resolution' && c.startedAt >= waitingSince)) {
    const isFirst = isNew || (isRechosen && facts.firstResponseAt === null)
    targets.push({ kind: isFirst ? 'first_response' : 'next_response', at: waitingSince })
  }
  const hours = settings.hours(policy.businessHoursId)
  return targets.flatMap(({ kind, at }) => {
    const minutes = minutesOf(policy, kind)
    const clock = minutes === null ? null : startClock(hours, { id: newId(), policyId: policy.id, kind, minutes, at })
    return clock ? [clock] : []
  })
}

/** The policy that holds: the one chosen before, unless the conversation begins, or was sorted and another one fits now. */
const lookedAt = (
  settings: CompanySettings,
  facts: Seen,
  clocks: readonly Clock[],
  { begins, rechoose }: Occasion,
): Looked => {
  const at = facts.waitingSince
  // Looked at twice, it begins once.
  const isNew = begins && !clocks.some((clock) => isRunning(clock) || (at !== null && clock.startedAt >= at))
  const chosen = facts.slaPolicyId ?? clocks.at(-1)?.policyId
  const known = settings.policies.find(({ id }) => id === chosen) ?? null
  const found = (isNew || rechoose) && facts.status !== 'resolved' ? policyFor(settings.policies, facts) : null
  if (isNew) return { policy: found, isNew, isRechosen: false }
  const isRechosen = rechoose && found !== null && found.id !== chosen
  return { policy: found ?? known, isNew: false, isRechosen }
}

/** Gives running targets the times of another policy, and removes those that it does not have. */
const exchange = async (
  tx: CompanyCtx,
  settings: CompanySettings,
  clocks: readonly Clock[],
  policy: SlaPolicy,
): Promise<Clock[]> => {
  const hours = settings.hours(policy.businessHoursId)
  const kept: Clock[] = []
  const gone: string[] = []
  for (const clock of clocks) {
    const before = settings.policies.find(({ id }) => id === clock.policyId)
    const oldHours = settings.hours(before?.businessHoursId ?? null)
    const stays = !isRunning(clock) || clock.breachedAt !== null
    const next = stays ? clock : rechosen(clock, policy, { hours, oldHours })
    if (next) kept.push(next)
    else gone.push(clock.id)
    if (next && next !== clock) await queries.updateClock(tx, next)
  }
  await queries.deleteClocks(tx, gone)
  return kept
}

/**
 * Targets that an answer had met run on when it did not arrive. Those of words written after it are part of them.
 */
const reopened = async (tx: CompanyCtx, { status, waitingSince }: Seen, clocks: readonly Clock[]): Promise<Clock[]> => {
  const isOpen = status !== 'resolved' && waitingSince !== null
  const answers = clocks.filter(({ kind, startedAt }) => kind !== 'resolution' && isOpen && startedAt >= waitingSince)
  const [first, ...later] = answers
  if (!first || isRunning(first)) return [...clocks]
  const running = { ...first, metAt: null }
  await queries.updateClock(tx, running)
  await queries.deleteClocks(
    tx,
    later.map(({ id }) => id),
  )
  return clocks.filter((clock) => !later.includes(clock)).map((clock) => (clock === first ? running : clock))
}

const changed = (a: Clock, b: Clock) =>
  (['warnAt', 'dueAt', 'warnedAt', 'metAt', 'breachedAt'] as const).some(
    (key) => a[key]?.getTime() !== b[key]?.getTime(),
  ) || a.pausedSeconds !== b.pausedSeconds

const advanced = async (
  tx: CompanyCtx,
  settings: CompanySettings,
  conversation: Facts & { id: string },
  clocks: readonly Clock[],
) => {
  const now = tx.now()
  const list: { before: Clock; after: Clock }[] = []
  for (const before of clocks.filter(isRunning)) {
    const policy = settings.policies.find(({ id }) => id === before.policyId)
    const hours = settings.hours(policy?.businessHoursId ?? null)
    const answeredAt =
      before.kind === 'resolution' ? null : await queries.findAnswer(tx, conversation.id, before.startedAt)
    list.push({ before, after: advance(before, conversation, { hours, answeredAt, now }) })
  }
  return list
}

const tracking =
  (settings: CompanySettings, occasion: Occasion): Command =>
  async (tx, row) => {
    const found = await queries.findClocks(tx, row.id)
    const stored = occasion.unanswered ? await reopened(tx, row, found) : found
    const looked = lookedAt(settings, row, stored, occasion)
    const { policy, isRechosen } = looked
    const clocks = isRechosen && policy ? await exchange(tx, settings, stored, policy) : stored
    const moved = await advanced(tx, settings, row, clocks)
    const known = clocks.map((clock) => moved.find(({ before }) => before.id === clock.id)?.after ?? clock)
    const begun = standsStill(row) ? [] : beginning(settings, row, { ...looked, clocks: known }, tx.now())
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
    const slaDueAt = nextDue([...known, ...fresh.map(({ after }) => after)])
    const slaPolicyId = policy?.id ?? (looked.isNew ? null : row.slaPolicyId)
    const isMoved = slaDueAt?.getTime() !== row.slaDueAt?.getTime()
    if (isMoved || slaPolicyId !== row.slaPolicyId) await saveSla(tx, row.id, { slaDueAt, slaPolicyId })
    const lines: string[] = []
    const broken = [...moved, ...fresh].filter(({ before, after }) => after.breachedAt && !before.breachedAt)
    for (const { after } of broken) lines.push(await writeLine(tx, row, 'sla_breached', { promise: after.kind }))
    await emitSlaTargets(tx, row, [...moved, ...fresh])
    return isMoved || lines.length > 0 ? { lines } : null
  }

/**
 * Brings the SLA targets of a conversation up to date with what happened in it. `begins`: a customer began it, or it
 * was taken up again, so that the first policy whose conditions hold is applied. `rechoose`: its team, priority or labels
 * changed, so that another policy may hold. `unanswered`: an answer did not arrive. Safe to repeat.
 */
export const trackSlaTargets = async (
  ctx: CompanyCtx,
  settings: CompanySettings,
  {
    id,
    begins = false,
    rechoose = false,
    unanswered = false,
  }: { id: string; begins?: boolean; rechoose?: boolean; unanswered?: boolean },
): Promise<void> => {
  await inTransaction(ctx, (tx) => runCommand(tx, id, tracking(settings, { begins, rechoose, unanswered })))
}

const AT_ONCE = 200
const ROUNDS = 50

/** Warns of targets that are about to be missed, and records those that were. */
export const trackDueSlaTargets = async (deps: Deps): Promise<void> => {
  const ctx = systemCtx(deps, 'sla')
  for (let round = 0; round < ROUNDS; round++) {
    const due = await queries.findDue(ctx, deps.now(), AT_ONCE)
    for (const { companyId, conversationId } of due) {
      const settings = await settingsOf(deps, companyId)
      if (settings) await trackSlaTargets(automationCtx(deps, settings), settings, { id: conversationId })
    }
    if (due.length < AT_ONCE) return
  }
}
