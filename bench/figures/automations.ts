import { automations, automationVersions } from '../../apps/server/src/db/schema/automation/automations.ts'
import { newId } from '../../apps/server/src/lib/ids.ts'
import { runDue, takeAll } from '../../apps/server/src/modules/automation/runs/engine.ts'
import { newNode, newTrigger } from '../../packages/contracts/src/automation/automation-catalogue.ts'
import {
  type AutomationGraph,
  emptyGraph,
  triggerNode,
} from '../../packages/contracts/src/automation/automation-graph.ts'
import type { Baselines, BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { databaseSeconds } from '../lib/memory.ts'
import { sleep } from '../lib/numbers.ts'
import { openStage, type Stage } from '../lib/stage.ts'
import { addCompany } from '../lib/world.ts'

const WAITING = 10_000

const graph: AutomationGraph = {
  ...emptyGraph,
  trigger: newTrigger('api'),
  conditions: { value: 'AND', children: [{ field: 'event.n', operator: 'LARGER_EQUAL', value: '0' }] },
  nodes: [
    {
      ...newNode('branch', 'even'),
      filter: { value: 'AND', children: [{ field: 'name', operator: 'IS_DEFINED', value: true }] },
    },
    { ...newNode('set_variable', 'note'), variable: 'seen', value: '{{event.n}}' },
    newNode('wait_event', 'answer'),
  ],
  edges: [
    { from: triggerNode, outlet: 'next', to: 'even' },
    { from: 'even', outlet: 'yes', to: 'note' },
    { from: 'even', outlet: 'no', to: 'answer' },
    { from: 'note', outlet: 'next', to: 'answer' },
  ],
}

/** A company with an automation that waits for an answer, and so many contacts to whom something happened. */
const prepare = async ({ deps }: Stage, count: number): Promise<string> => {
  const { id: companyId } = await addCompany(deps)
  const { pool, db } = deps.database
  await pool.query(`update companies set access_blocks = '{integrations,whatsapp_chat,automations}' where id = $1`, [
    companyId,
  ])
  const id = newId()
  const about = { companyId, liveVersion: 1, state: 'active' as const, listens: ['api', 'message_received'] }
  await db.insert(automations).values({ id, ...about, name: 'Bench', draft: graph, activatedAt: new Date() })
  await db.insert(automationVersions).values({ automationId: id, companyId, number: 1, graph, publishedAt: new Date() })
  await pool.query(
    `insert into contacts (id, company_id, name, source) select gen_random_uuid(), $1, 'Person ' || n, 'manual'
      from generate_series(1, $2::int) n`,
    [companyId, count],
  )
  await pool.query(
    `insert into automation_events (id, company_id, kind, contact_id, fields, at)
      select gen_random_uuid(), $1, 'api', id, '{"n": 1}', now() from contacts where company_id = $1`,
    [companyId],
  )
  await pool.query('analyze')
  return companyId
}

const seconds = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

const measure = async (options: BenchOptions, baselines: Baselines): Promise<Measure[]> => {
  const rows = await baselines.rowsPerSecond()
  const count = options.small ? 2000 : WAITING
  const stage = await openStage()
  try {
    const { deps, dataDir } = stage
    const companyId = await prepare(stage, count)
    const starting = await seconds(() => takeAll(deps))
    const running = await seconds(() => runDue(deps))
    const { rows: runs } = await deps.database.pool.query<{ n: number }>(
      `select count(*)::int as n from automation_runs where company_id = $1 and state = 'delayed'`,
      [companyId],
    )
    const before = await databaseSeconds(dataDir)
    const rounds = await seconds(async () => {
      for (let n = 0; n < 10; n++) {
        await takeAll(deps)
        await runDue(deps)
        await sleep(100)
      }
    })
    const atRest = ((await databaseSeconds(dataDir)) - before) / 10
    const baseline = { name: 'bare batched rows/s', value: rows }
    return [
      {
        ...{ name: 'automations started from what happened', value: count / starting, unit: '/s', baseline },
        target: { at: 'least', value: 1000 },
        note: `${runs[0]?.n} of ${count} wait for an answer`,
      },
      {
        ...{ name: 'runs led through a branch and a variable to a wait', value: count / running, unit: '/s', baseline },
        target: { at: 'least', value: 500 },
      },
      {
        ...{ name: `a round while ${count} runs wait, database`, value: atRest * 1000, unit: 'ms' },
        target: { at: 'most', value: 20 },
        note: `ten rounds in ${rounds.toFixed(1)} s`,
      },
    ]
  } finally {
    await stage.close()
  }
}

export const automationsFigure: Figure = { name: 'automations', title: 'Automations', run: measure }
