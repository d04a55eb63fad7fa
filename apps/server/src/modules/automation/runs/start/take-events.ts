import type { AutomationGraph, AutomationNode } from '@recado/contracts/automation/automation-graph'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import {
  announceAutomation,
  graphOf,
  type LiveAutomation,
  type LiveAutomations,
  readLive,
} from '#server/modules/automation/automations/index.ts'
import { matches } from '../events/matches.ts'
import { wakeAutomations } from '../events/note.ts'
import { type EventRow, finishEvents, lockWaiting } from '../queries/events.ts'
import { findFirst } from '../queries/facts.ts'
import { endRunsById, findOpenRuns, promoteQueued, type RunRow, wakeRuns } from '../queries/runs.ts'
import { countBegun, enter } from './enter.ts'
import { standingOf } from './judge.ts'

/** Events of a company that are worked off in one transaction. */
export const EVENTS_AT_ONCE = 250

const asksFirst = (graph: AutomationGraph): boolean => {
  const text = JSON.stringify(graph)
  return text.includes('"first":true') || text.includes('"event.first"')
}

/** Says of messages whether they are the first of their contacts, where it is asked. */
const withFirst = async (tx: CompanyCtx, events: readonly EventRow[], live: LiveAutomations): Promise<EventRow[]> => {
  const received = events.filter(({ kind }) => kind === 'message_received')
  if (received.length === 0 || !live.list.some(({ graph }) => asksFirst(graph))) return [...events]
  const first = await findFirst(
    tx,
    received.map(({ id }) => id),
  )
  return events.map((event) =>
    event.kind === 'message_received' ? { ...event, fields: { ...event.fields, first: first.has(event.id) } } : event,
  )
}

/** The way out of a step at which a run waits that an event leads by; null for one that is not waited for. */
const outletBy = (node: AutomationNode | undefined, event: EventRow): string | null => {
  if (node?.kind === 'wait_event') return matches(node.event, event) ? 'event' : null
  const { medium, purpose, state } = event.fields
  const isAnswer = node?.kind === 'ask_consent' && event.kind === 'consent_changed'
  if (!isAnswer || medium !== 'whatsapp' || purpose !== 'marketing') return null
  return state === 'granted' ? 'yes' : 'no'
}

type Touched = { woken: { run: RunRow; outlet: string }[]; reached: RunRow[] }

/** Runs that events end as their goal, and those that go on because of one they wait for. */
const touchedBy = async (tx: CompanyCtx, open: readonly RunRow[], events: readonly EventRow[]): Promise<Touched> => {
  const byContact = Map.groupBy(open, ({ contactId }) => contactId)
  const woken = new Map<string, Touched['woken'][number]>()
  const reached = new Map<string, RunRow>()
  for (const event of events.filter(({ automationId }) => automationId === null)) {
    for (const run of byContact.get(event.contactId) ?? []) {
      const isConcerned = run.goalEvent === event.kind || run.waitEvent === event.kind
      if (!isConcerned || run.eventId === event.id) continue
      const graph = await graphOf(tx, run.automationId, run.version)
      if (graph?.goal && matches(graph.goal, event)) reached.set(run.id, run)
      const node = graph?.nodes.find(({ id }) => id === run.node)
      const outlet = run.waitEvent === null ? null : outletBy(node, event)
      if (outlet !== null) woken.set(run.id, { run, outlet })
    }
  }
  return { reached: [...reached.values()], woken: [...woken.values()].filter(({ run }) => !reached.has(run.id)) }
}

/** Events that start an automation, as far as its trigger is concerned. */
const startsOf = ({ id, graph }: LiveAutomation, events: readonly EventRow[]): EventRow[] =>
  events.filter((event) =>
    event.automationId === null ? graph.trigger !== null && matches(graph.trigger, event) : event.automationId === id,
  )

/** Does what some events bring about: ends runs by their goals, lets others go on, and starts automations. */
const takeIn = async (tx: CompanyCtx, events: readonly EventRow[]): Promise<void> => {
  const live = await readLive(tx)
  const contactIds = [...new Set(events.flatMap(({ contactId }) => contactId ?? []))]
  const open = contactIds.length === 0 ? [] : await findOpenRuns(tx, contactIds)
  const known = await withFirst(tx, events, live)
  const { reached, woken } = await touchedBy(tx, open, known)
  const idsOf = (runs: readonly RunRow[]) => runs.map(({ id }) => id)
  await endRunsById(tx, idsOf(reached), 'goal')
  await promoteQueued(tx, reached)
  for (const [outlet, by] of Map.groupBy(woken, (one) => one.outlet))
    await wakeRuns(tx, idsOf(by.map(({ run }) => run)), outlet, tx.now())
  const over = new Set(idsOf(reached))
  const left = open.filter(({ id }) => !over.has(id))
  const standing = await standingOf(tx, contactIds, left)
  for (const automation of live.list) {
    const starts = startsOf(automation, known)
    if (starts.length === 0) continue
    const entries = await enter(tx, automation, starts, { standing, open: left })
    if (entries.some(({ runId }) => runId !== null)) announceAutomation(tx, automation.id)
  }
  await countBegun(tx, standing)
}

/** Works off what waits in a company, so much of it in one transaction; answers how much that was. */
export const takeEvents = (ctx: CompanyCtx, limit = EVENTS_AT_ONCE): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const events = await lockWaiting(tx, limit)
    if (events.length === 0) return 0
    await takeIn(tx, events)
    await finishEvents(
      tx,
      events.map(({ id }) => id),
    )
    wakeAutomations(tx)
    return events.length
  })
