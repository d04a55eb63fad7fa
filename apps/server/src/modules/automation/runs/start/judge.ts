import { type AutomationGraph, automationLimits } from '@recado/contracts/automation/automation-graph'
import type { ConditionResult, EntryRefusal } from '@recado/contracts/automation/automation-runs'
import type { CompanyCtx } from '#server/context.ts'
import { runsLeft } from '#server/modules/automation/automations/index.ts'
import { evaluate, type Subject } from '../conditions/evaluate.ts'
import type { EventRow } from '../queries/events.ts'
import { findPresent } from '../queries/facts.ts'
import { findVisits } from '../queries/runs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** An automation, as far as it matters for who enters. */
export type Entered = { id: string; state: 'draft' | 'active' | 'paused' | 'archived'; graph: AutomationGraph }

/** What an event comes to for an automation. `way`: what is done about a run of the contact that goes on. */
export type Judgement = {
  refusal: EntryRefusal | null
  conditions: ConditionResult[]
  way: 'start' | 'queue' | 'replace'
}

/** What is known of the contacts of some events. */
export type Standing = {
  present: ReadonlySet<string>
  visits: Awaited<ReturnType<typeof findVisits>>
  /** Automation and contact, for whom a run goes on. */
  running: ReadonlySet<string>
  /** Runs that the plan allows for the month and what is left of them, and those that began since that was asked. */
  allowance: { limit: number | null; left: number; begun: number }
}

export const pairOf = (automationId: string, contactId: string | null): string => `${automationId} ${contactId}`

export const standingOf = async (
  tx: CompanyCtx,
  contactIds: readonly string[],
  open: readonly { automationId: string; contactId: string | null }[],
): Promise<Standing> => ({
  present: await findPresent(tx, contactIds),
  visits: await findVisits(tx, contactIds, new Date(tx.now().getTime() - HOUR)),
  running: new Set(open.map(({ automationId, contactId }) => pairOf(automationId, contactId))),
  allowance: { ...(await runsLeft(tx)), begun: 0 },
})

export const subjectOf = (event: Pick<EventRow, 'kind' | 'contactId' | 'conversationId' | 'fields'>): Subject => ({
  trigger: event.kind as Subject['trigger'],
  contactId: event.contactId,
  conversationId: event.conversationId,
  event: event.fields,
  variables: {},
})

const needsContact = ({ trigger }: AutomationGraph): boolean => trigger?.kind !== 'schedule' || trigger.perContact

const refusalByVisits = (
  { id, graph }: Entered,
  contactId: string,
  { visits }: Standing,
  now: Date,
): EntryRefusal | null => {
  const visit = visits.get(pairOf(id, contactId))
  if (!visit) return null
  if (visit.lately >= automationLimits.startsPerHour) return 'too_often'
  const { reentry, reentryDays } = graph.rules
  if (reentry === 'never') return 'entered_before'
  const isSoon = reentry === 'after' && now.getTime() - visit.last.getTime() < reentryDays * DAY
  return isSoon ? 'entered_before' : null
}

/** Why an event starts no run, before its conditions are asked. */
const refusalOf = (
  ctx: CompanyCtx,
  automation: Entered,
  event: Pick<EventRow, 'contactId' | 'depth'>,
  standing: Standing,
): EntryRefusal | null => {
  if (!ctx.company.accessBlocks.includes('automations')) return 'access_revoked'
  if (automation.state !== 'active') return 'not_active'
  if (event.depth > automationLimits.depth) return 'too_deep'
  const { contactId } = event
  if (contactId === null) return needsContact(automation.graph) ? 'no_contact' : null
  if (!standing.present.has(contactId)) return 'contact_gone'
  return refusalByVisits(automation, contactId, standing, ctx.now())
}

const wayOf = (
  { id, graph }: Entered,
  contactId: string | null,
  { running }: Standing,
): Judgement['way'] | 'refuse' => {
  if (contactId === null || !running.has(pairOf(id, contactId))) return 'start'
  const { concurrency } = graph.rules
  if (concurrency === 'parallel') return 'start'
  return concurrency === 'one' ? 'refuse' : concurrency
}

type Judged = Pick<EventRow, 'kind' | 'contactId' | 'conversationId' | 'fields' | 'depth'>

/** Whether some events start an automation, each judged by itself; conditions are asked for all at once. */
export const judge = async (
  ctx: CompanyCtx,
  automation: Entered,
  events: readonly Judged[],
  standing: Standing,
): Promise<Judgement[]> => {
  const refusals = events.map((event) => refusalOf(ctx, automation, event, standing))
  const asked = events.filter((_event, index) => refusals[index] === null)
  const verdicts = await evaluate(ctx, automation.graph.conditions, asked.map(subjectOf))
  const byEvent = new Map(asked.map((event, index) => [event, verdicts[index]]))
  return events.map((event, index): Judgement => {
    const refusal = refusals[index] ?? null
    if (refusal) return { refusal, conditions: [], way: 'start' }
    const { holds = false, conditions = [] } = byEvent.get(event) ?? {}
    if (!holds) return { refusal: 'conditions', conditions, way: 'start' }
    const way = wayOf(automation, event.contactId, standing)
    if (way === 'refuse') return { refusal: 'running_already', conditions: [], way: 'start' }
    return { refusal: null, conditions: [], way }
  })
}
