import { connectPublished } from '../../apps/server/src/test/webhook-templates.ts'
import { runHelper } from '../lib/child.ts'
import type { Baselines, BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { startProduct } from '../lib/product.ts'
import { openStage, type Stage } from '../lib/stage.ts'
import { addCompanies } from '../lib/world.ts'
import type { SystemLoad, SystemResult } from '../load/system-load.ts'

/** One address takes a hundred events a second: enough of them that none is refused. */
const SYSTEMS = 100
const COMPANIES = 10
/** What is asked of the product, events a second. */
const ASKED = 1000

const countStored = async ({ deps }: Stage): Promise<number> =>
  Number((await deps.database.pool.query('select count(*) as n from webhook_inbound_events')).rows[0]?.n)

type Run = { stage: Stage; load: Pick<SystemLoad, 'urls' | 'secret' | 'seconds' | 'perSecond'> }

/** Fails unless everything that was acknowledged is stored. */
const runLoad = async ({ stage, load }: Run): Promise<SystemResult> => {
  const before = await countStored(stage)
  const given = { port: stage.port, connections: 64, ...load }
  const result = await runHelper<SystemResult>('system-load.ts', 'run', given satisfies SystemLoad)
  const stored = (await countStored(stage)) - before
  if (result.failures > 0) throw new Error(`${result.failures} events were not answered with 200`)
  if (stored < result.answered) throw new Error(`${result.answered} events were acknowledged, ${stored} are there`)
  return result
}

const measure = async ({ seconds, profile }: BenchOptions, baselines: Baselines): Promise<Measure[]> => {
  const fastify = { name: 'bare Fastify', value: await baselines.fastifyPerSecond() }
  const lateness = { name: 'bare Fastify', value: await baselines.fastifyP99() }
  const stage = await openStage()
  try {
    const companies = await addCompanies(stage.deps, COMPANIES)
    const secret = 'the secret of every system here'
    const systems = await Promise.all(
      Array.from({ length: SYSTEMS }, (_, n) =>
        connectPublished(stage.deps, companies[n % COMPANIES]?.id ?? '', { secret, enabled: true }),
      ),
    )
    const urls = systems.map(({ url }) => url)
    const product = await startProduct(stage, profile ? 'webhooks-in' : null)
    const run = (perSecond: number, length = seconds) =>
      runLoad({ stage, load: { urls, secret, seconds: length, perSecond } })
    await run(0, 2)
    const fast = await run(0)
    const reached = fast.answered / fast.seconds
    const pace = Math.round(reached / 2)
    const paced = await run(pace)
    const asked = pace > ASKED ? await run(ASKED) : null
    await product.stop()
    const note = ({ p50 }: SystemResult, perSecond: number) => `p50 ${p50.toFixed(1)} ms; ${perSecond}/s`
    return [
      {
        ...{ name: 'events of connected systems, stored and answered', value: reached, unit: '/s', baseline: fastify },
        target: { at: 'least', value: ASKED },
      },
      {
        ...{ name: 'answer to an event at half of that rate, p99', value: paced.p99, unit: 'ms', baseline: lateness },
        target: { at: 'most', value: 50 },
        note: note(paced, pace),
      },
      ...(asked
        ? [
            {
              ...{ name: `answer to an event at ${ASKED}/s, p99`, value: asked.p99, unit: 'ms', baseline: lateness },
              target: { at: 'most' as const, value: 50 },
              note: note(asked, ASKED),
            },
          ]
        : []),
    ]
  } finally {
    await stage.close()
  }
}

export const webhooksIn: Figure = { name: 'webhooks-in', title: 'Events of connected systems coming in', run: measure }
