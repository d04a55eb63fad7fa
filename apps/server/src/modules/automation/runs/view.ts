import { refuseAbility } from '@recado/contracts'
import type { AutomationRun, AutomationRunStep } from '@recado/contracts/automation/automation-runs'
import { type CompanyCtx, factsOf } from '#server/context.ts'
import { findContactNames } from './queries/facts.ts'
import { findNames } from './queries/log.ts'
import type { RunRow, StepRow } from './queries/runs.ts'

/** Whether the reader sees what was said and told: whoever sees people's data does. */
export const seesDetails = (ctx: CompanyCtx): boolean =>
  ctx.actor.kind === 'system' || refuseAbility('contacts.pii', factsOf(ctx)) === null

const waitingOf = ({ state, waitFor, wakeAt, waitEvent }: RunRow): AutomationRun['waiting'] =>
  (state === 'delayed' || state === 'queued') && waitFor
    ? { for: waitFor, until: wakeAt?.toISOString() ?? null, event: waitEvent as never }
    : null

/** Runs as their list shows them. */
export const runsOf = async (ctx: CompanyCtx, rows: readonly RunRow[]): Promise<AutomationRun[]> => {
  const names = await findNames(ctx, [...new Set(rows.map(({ automationId }) => automationId))])
  const people = await findContactNames(
    ctx,
    rows.map(({ contactId }) => contactId),
  )
  return rows.map((row) => {
    const { id, automationId, version, trigger, contactId, conversationId, state, ending, node, steps, error } = row
    return {
      ...{ id, version, conversationId, state, node, steps, error },
      automation: { id: automationId, name: names.get(automationId) ?? '' },
      trigger: trigger as AutomationRun['trigger'],
      contact: contactId === null ? null : { id: contactId, name: people.get(contactId) ?? null },
      ending: ending as AutomationRun['ending'],
      waiting: waitingOf(row),
      startedAt: row.startedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    }
  })
}

/** A step as the log of a run shows it. What was found of people is left out for readers who may not see it. */
export const stepOf = (step: StepRow, full: boolean): AutomationRunStep => ({
  id: step.id,
  node: step.node,
  kind: step.kind as AutomationRunStep['kind'],
  rounds: step.rounds,
  state: step.state,
  outlet: step.outlet,
  decision: full ? (step.decision as AutomationRunStep['decision']) : hidden(step.decision),
  input: full ? step.input : null,
  output: full ? step.output : null,
  error: step.error,
  attempt: step.attempt,
  startedAt: step.startedAt.toISOString(),
  endedAt: step.endedAt?.toISOString() ?? null,
})

type Decision = NonNullable<AutomationRunStep['decision']>

const hidden = (decision: Record<string, unknown> | null): AutomationRunStep['decision'] => {
  const { cases, ...rest } = (decision ?? {}) as Decision
  if (decision === null) return null
  const bare = cases?.map((one) => ({
    ...one,
    conditions: one.conditions.map(({ actual: _, ...condition }) => condition),
  }))
  return { ...rest, ...(bare && { cases: bare }) }
}
