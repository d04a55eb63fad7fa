import type { EndpointResult } from '@recado/contracts'
import { type AutomationGraph, triggerNode } from '@recado/contracts/automation/automation-graph'
import type { compareAutomationVersions } from '@recado/contracts/automation/automations'

type Change = EndpointResult<typeof compareAutomationVersions>['data'][number]
type Part = Record<string, unknown>

const waysOf = ({ edges }: AutomationGraph, from: string): string =>
  edges
    .filter((edge) => edge.from === from)
    .map(({ outlet, to }) => `${outlet}>${to}`)
    .toSorted()
    .join()

const asPart = (value: unknown): Part | null => (value === null || value === undefined ? null : (value as Part))

const compareValues = (part: string, before: unknown, after: unknown): Change[] => {
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return []
  const change = before === null ? 'added' : after === null ? 'removed' : 'changed'
  return [{ part, change, before: asPart(before), after: asPart(after) }]
}

/** What differs between two graphs, part by part; a step whose ways out lead elsewhere has moved. */
export const compareGraphs = (before: AutomationGraph, after: AutomationGraph): Change[] => {
  const old = new Map(before.nodes.map((node) => [node.id, node]))
  const now = new Map(after.nodes.map((node) => [node.id, node]))
  const steps = [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const changes = compareValues(id, old.get(id) ?? null, now.get(id) ?? null)
    const moved = changes.length === 0 && waysOf(before, id) !== waysOf(after, id)
    return moved ? [{ part: id, change: 'moved' as const, before: null, after: null }] : changes
  })
  const begins = waysOf(before, triggerNode) === waysOf(after, triggerNode)
  return [
    ...compareValues('trigger', before.trigger, after.trigger),
    ...(begins ? [] : [{ part: 'trigger', change: 'moved' as const, before: null, after: null }]),
    ...compareValues('conditions', before.conditions, after.conditions),
    ...compareValues('goal', before.goal, after.goal),
    ...compareValues('rules', before.rules, after.rules),
    ...steps,
  ]
}
