import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import { type CompanyCtx, type Deps, inTransaction } from '#server/context.ts'
import { graphOf, readLive } from '#server/modules/automation/automations/index.ts'
import { automationCtx, type CompanySettings, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { loadContact } from '#server/modules/contacts/contacts/index.ts'
import { findPresent } from '../queries/facts.ts'
import type { RunRow } from '../queries/runs.ts'
import { advance } from './advance.ts'
import { endRun, isOver, type Scene } from './scene.ts'
import { pauseFailing, setAside, workOn, write } from './work-on.ts'

/** Runs that are worked on beside each other where each needs a transaction of its own. */
const AT_ONCE = 4

const asks = new WeakMap<AutomationGraph, boolean>()

/** Whether a graph says anything of its contact, who is read only then. */
const asksContact = (graph: AutomationGraph): boolean => {
  const known = asks.get(graph)
  if (known !== undefined) return known
  const result = /[{"]\s*contact\./.test(JSON.stringify(graph))
  asks.set(graph, result)
  return result
}

const hold = ({ run }: Scene): void => {
  run.wakeAt = null
  run.held = 1
}

type Company = { ctx: CompanyCtx; settings: CompanySettings }

const sceneOf = async ({ ctx, settings }: Company, run: RunRow): Promise<Scene | null> => {
  const graph = await graphOf(ctx, run.automationId, run.version)
  if (!graph) return null
  const needsContact =
    run.contactId !== null && (asksContact(graph) || graph.nodes.some(({ kind }) => kind === 'update_contact'))
  const contact = needsContact && run.contactId ? await loadContact(ctx, run.contactId).catch(() => null) : null
  return { ctx, settings, graph, contact, run, steps: [] }
}

/** Leads each run to where it ends, waits, or changes something; answers those that do. */
const advanceAll = async (company: Company, runs: readonly RunRow[]) => {
  const { ctx } = company
  const states = new Map((await readLive(ctx)).list.map(({ id, state }) => [id, state]))
  const present = await findPresent(
    ctx,
    runs.flatMap(({ contactId }) => contactId ?? []),
  )
  const scenes: Scene[] = []
  const acting: Scene[] = []
  const broken: { scene: Scene; error: unknown }[] = []
  for (const run of runs) {
    const scene = await sceneOf(company, run)
    if (!scene) continue
    scenes.push(scene)
    const state = states.get(run.automationId)
    if (state === undefined) endRun(scene, 'archived')
    else if (run.contactId !== null && !present.has(run.contactId)) endRun(scene, 'contact_gone')
    else if (state === 'paused') hold(scene)
    else {
      const before = structuredClone(run)
      try {
        if (await advance(scene)) acting.push(scene)
      } catch (error) {
        scenes.pop()
        broken.push({ scene: { ...scene, run: before, steps: [] }, error })
      }
    }
  }
  return { scenes, acting, broken }
}

/** Works on runs of a company that were claimed, as far as there is anything to do for them now. */
export const workOnClaimed = async (
  deps: Deps,
  companyId: string,
  { runs, lease }: { runs: readonly RunRow[]; lease: string },
): Promise<void> => {
  const settings = await settingsOf(deps, companyId)
  if (!settings) return
  const ctx = automationCtx(deps, settings)
  const { scenes, acting, broken } = await advanceAll({ ctx, settings }, runs)
  const act = new Set(acting)
  const resting = scenes.filter((scene) => !act.has(scene))
  const moved = acting.filter(({ steps }) => steps.length > 0)
  await inTransaction(ctx, async (tx) => {
    await write(tx, { lease }, resting)
    await write(tx, { lease, keep: true }, moved)
  })
  for (const scene of moved) scene.steps = []
  for (const { scene, error } of broken) await setAside(scene, lease, error)
  const failed = new Map(
    resting
      .filter((scene) => isOver(scene) && scene.run.state === 'failed')
      .map((scene) => [scene.run.automationId, scene]),
  )
  for (const scene of failed.values()) await pauseFailing(scene)
  const lanes = [...Map.groupBy(acting, ({ run }) => run.contactId ?? run.id).values()]
  const workers = Array.from({ length: AT_ONCE }, async () => {
    // What concerns one contact is done in its order.
    for (let lane = lanes.shift(); lane; lane = lanes.shift()) for (const scene of lane) await workOn(scene, lease)
  })
  await Promise.all(workers)
}
