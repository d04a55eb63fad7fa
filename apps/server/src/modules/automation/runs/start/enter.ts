import { automationLimits, followingNode, triggerNode } from '@recado/contracts/automation/automation-graph'
import type { EntryRefusal } from '@recado/contracts/automation/automation-runs'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { type LiveAutomation, monthOf } from '#server/modules/automation/automations/index.ts'
import { type EntryRow, type EventRow, insertEntries } from '../queries/events.ts'
import { countRuns, endRunsById, insertRuns, type NewRun, type RunRow } from '../queries/runs.ts'
import { type Judgement, judge, pairOf, type Standing } from './judge.ts'

/** Most runs of one contact that wait for their turn. */
const QUEUE = 20

const runOf = (
  tx: CompanyCtx,
  { id: automationId, graph, liveVersion }: LiveAutomation,
  event: EventRow,
  isQueued: boolean,
): NewRun => ({
  id: newId(),
  automationId,
  version: liveVersion,
  eventId: event.id,
  trigger: event.kind,
  contactId: event.contactId,
  conversationId: event.conversationId,
  state: isQueued ? 'queued' : 'pending',
  node: followingNode(graph, triggerNode, 'next'),
  event: event.fields,
  wakeAt: isQueued ? null : tx.now(),
  waitFor: isQueued ? 'turn' : null,
  goalEvent: graph.goal?.kind ?? null,
  parentId: event.parentId,
  depth: event.depth,
  startedAt: tx.now(),
})

/** Why an event of the same transaction as another that started is refused. */
const refusalOfSecond = (
  { id, graph }: LiveAutomation,
  contactId: string | null,
  { started, visits }: { started: number; visits: Standing['visits'] },
): EntryRefusal | null => {
  if (contactId === null || started === 0) return null
  if ((visits.get(pairOf(id, contactId))?.lately ?? 0) + started >= automationLimits.startsPerHour) return 'too_often'
  if (graph.rules.reentry !== 'always') return 'entered_before'
  const { concurrency } = graph.rules
  return concurrency === 'parallel' || concurrency === 'queue' ? null : 'running_already'
}

type Open = Pick<RunRow, 'id' | 'automationId' | 'contactId' | 'state'>
type Planned = { event: EventRow; judgement: Judgement; run: NewRun | null }

/** Judges events one after the other, as each that starts stands in the way of the next of the same contact. */
const plan = (
  tx: CompanyCtx,
  automation: LiveAutomation,
  events: readonly EventRow[],
  { judgements, open, standing }: { judgements: readonly Judgement[]; open: readonly Open[]; standing: Standing },
): Planned[] => {
  const { visits, allowance } = standing
  let left = allowance.left - allowance.begun
  const { concurrency } = automation.graph.rules
  const queued = Map.groupBy(
    open.filter(({ automationId, state }) => automationId === automation.id && state === 'queued'),
    ({ contactId }) => contactId,
  )
  const starts = new Map<string | null, number>()
  const waiting = new Map([...queued].map(([contactId, runs]) => [contactId, runs.length]))
  return events.map((event, index): Planned => {
    const judgement = judgements[index] as Judgement
    if (judgement.refusal) return { event, judgement, run: null }
    const { contactId } = event
    const started = starts.get(contactId) ?? 0
    const refusal = refusalOfSecond(automation, contactId, { started, visits })
    if (refusal) return { event, judgement: { ...judgement, refusal }, run: null }
    const isQueued = judgement.way === 'queue' || (started > 0 && contactId !== null && concurrency === 'queue')
    const ahead = waiting.get(contactId) ?? 0
    if (isQueued && ahead >= QUEUE) return { event, judgement: { ...judgement, refusal: 'too_often' }, run: null }
    if (left <= 0) return { event, judgement: { ...judgement, refusal: 'quota' }, run: null }
    left -= 1
    if (isQueued) waiting.set(contactId, ahead + 1)
    starts.set(contactId, started + 1)
    return { event, judgement, run: runOf(tx, automation, event, isQueued) }
  })
}

/** What an automation made of some events. */
export type Entry = Pick<EntryRow, 'eventId' | 'runId' | 'refusal'>

/**
 * Starts an automation for those events that it takes, in the caller's transaction, and notes why it does not take the
 * others. An event starts it once, however often it is worked off.
 */
export const enter = async (
  tx: CompanyCtx,
  automation: LiveAutomation,
  events: readonly EventRow[],
  { standing, open }: { standing: Standing; open: readonly Open[] },
): Promise<Entry[]> => {
  const judgements = await judge(tx, automation, events, standing)
  const planned = plan(tx, automation, events, { judgements, open, standing })
  const now = tx.now()
  const fresh = await insertEntries(
    tx,
    planned.map(({ event, judgement, run }) => ({
      ...{ eventId: event.id, automationId: automation.id, contactId: event.contactId, runId: run?.id ?? null },
      ...{ refusal: judgement.refusal, conditions: judgement.conditions, at: now },
    })),
  )
  const started = planned.filter(({ event, run }) => run !== null && fresh.has(`${automation.id} ${event.id}`))
  const replaced = new Set(
    started.flatMap(({ event, judgement }) =>
      judgement.way === 'replace' ? [pairOf(automation.id, event.contactId)] : [],
    ),
  )
  const inTheWay = open.filter(({ automationId, contactId }) => replaced.has(pairOf(automationId, contactId)))
  await endRunsById(
    tx,
    inTheWay.map(({ id }) => id),
    'replaced',
  )
  await insertRuns(
    tx,
    started.flatMap(({ run }) => run ?? []),
  )
  standing.allowance.begun += started.length
  return planned.map(({ event, judgement, run }) => ({
    eventId: event.id,
    runId: run?.id ?? null,
    refusal: judgement.refusal,
  }))
}

/**
 * Counts the runs that began for the month. Last in its transaction, as whoever else starts runs waits for the count.
 * Throws `automation_not_started` where others have begun meanwhile what the plan had left: nothing of it is done then.
 */
export const countBegun = async (tx: CompanyCtx, { allowance: { begun, limit } }: Standing): Promise<void> => {
  if (!(await countRuns(tx, monthOf(tx), { begun, limit })))
    throw new AppError('automation_not_started', { data: { reason: 'quota' } })
}
