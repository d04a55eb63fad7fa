import { newNode, newTrigger } from '@recado/contracts/automation/automation-catalogue'
import { type AutomationGraph, emptyGraph, triggerNode } from '@recado/contracts/automation/automation-graph'
import type { Deps } from '#server/context.ts'
import { automations, automationVersions } from '#server/db/schema/automation/automations.ts'
import { automationRuns } from '#server/db/schema/automation/runs.ts'
import { newId } from '#server/lib/ids.ts'

let versions = 0

/** Automations that are live, one that members start and one that programs start, with a run that waits and one that failed. */
export const createAutomations = async (
  deps: Deps,
  { companyId, ownerId, contactId }: { companyId: string; ownerId: string; contactId: string },
) => {
  const [manual, api] = [newId(), newId()]
  // Another in each world, so that none has those of another.
  const number = ++versions
  const graphOf = (kind: 'manual' | 'api'): AutomationGraph => ({
    ...emptyGraph,
    trigger: newTrigger(kind),
    nodes: [{ ...newNode('set_variable', 'note'), variable: 'seen', value: 'yes' }, newNode('wait', 'rest')],
    edges: [
      { from: triggerNode, outlet: 'next', to: 'note' },
      { from: 'note', outlet: 'next', to: 'rest' },
    ],
    rules: { ...emptyGraph.rules, concurrency: 'parallel' },
  })
  const { db } = deps.database
  for (const [id, kind] of [
    [manual, 'manual'],
    [api, 'api'],
  ] as const) {
    const about = { companyId, liveVersion: number, state: 'active' as const, listens: [kind], activatedAt: new Date() }
    await db.insert(automations).values({ id, ...about, name: `Started by ${kind}`, draft: graphOf(kind), ownerId })
    const version = { automationId: id, companyId, number, graph: graphOf(kind), publishedAt: new Date() }
    await db.insert(automationVersions).values(version)
  }
  const at = new Date()
  const run = {
    companyId,
    automationId: manual,
    version: number,
    trigger: 'manual',
    contactId,
    event: {},
    node: 'rest',
  }
  const times = { startedAt: at, updatedAt: at }
  const [waiting, failed] = [newId(), newId()]
  await db.insert(automationRuns).values([
    {
      ...{ ...run, ...times, id: waiting, eventId: newId(), state: 'delayed', waitFor: 'moment', steps: 2 },
      wakeAt: new Date(at.getTime() + 86_400_000),
    },
    {
      ...{ ...run, ...times, id: failed, eventId: newId(), state: 'failed', ending: 'error', endedAt: at },
      error: { code: 'internal', message: 'Something went wrong' },
    },
  ])
  return { manual, api, waiting, failed, version: number }
}
