import { runHelper } from '../lib/child.ts'
import type { Figure, Measure } from '../lib/figure.ts'
import { sleep } from '../lib/numbers.ts'
import { startProduct } from '../lib/product.ts'
import { appSecret, openStage, type Stage } from '../lib/stage.ts'
import { addCompanies, type BenchCompany } from '../lib/world.ts'
import type { HttpLoad, HttpRequest, HttpResult } from '../load/http-load.ts'
import type { WebhookLoad, WebhookResult } from '../load/webhook-load.ts'

const EVENTS = 10_000
const CUSTOMERS = 300
/** As fast as Meta would redeliver to a number that was away. */
const EVENTS_PER_SECOND = 2000
/** What a team of ten does in the chat. */
const READS_PER_SECOND = 20

const storm = (stage: Stage, company: BenchCompany, seconds: number) =>
  runHelper<WebhookResult>('webhook-load.ts', 'run', {
    port: stage.port,
    appSecret,
    numbers: [company.number],
    customers: CUSTOMERS,
    connections: 64,
    seconds,
    perSecond: EVENTS_PER_SECOND,
    perBody: 1,
  } satisfies WebhookLoad)

const read = (stage: Stage, requests: HttpRequest[], seconds: number) =>
  runHelper<HttpResult>('http-load.ts', 'run', {
    port: stage.port,
    requests,
    connections: 10,
    seconds,
    perSecond: READS_PER_SECOND,
  } satisfies HttpLoad)

const readsOf = async (stage: Stage, company: BenchCompany): Promise<HttpRequest[]> => {
  const { rows } = await stage.deps.database.pool.query<{ id: string }>(
    'select id from conversations where company_id = $1 limit 20',
    [company.id],
  )
  const paths = rows.flatMap(({ id }) => ['/api/v1/conversations', `/api/v1/conversations/${id}/messages`])
  return paths.map((path) => ({ method: 'GET', path, headers: { cookie: company.cookie }, body: null }))
}

const whenProcessed = async (stage: Stage): Promise<number> => {
  const from = performance.now()
  for (let tries = 0; tries < 3000; tries++) {
    const { rows } = await stage.deps.database.pool.query('select 1 from webhook_events where state = 0 limit 1')
    if (rows.length === 0) return (performance.now() - from) / 1000
    await sleep(20)
  }
  throw new Error('webhook bodies were left over')
}

const measure = async (): Promise<Measure[]> => {
  const stage = await openStage()
  try {
    const [company] = await addCompanies(stage.deps, 1)
    if (!company) throw new Error('no company')
    const product = await startProduct(stage, null)
    await storm(stage, company, 1)
    await whenProcessed(stage)
    const requests = await readsOf(stage, company)
    const quiet = await read(stage, requests, 3)
    const seconds = EVENTS / EVENTS_PER_SECOND
    const [bodies, busy] = await Promise.all([storm(stage, company, seconds), read(stage, requests, seconds)])
    const behind = await whenProcessed(stage)
    await product.stop()
    if (bodies.failures + busy.failures > 0) throw new Error('something was refused during the storm')
    const note = `p50 ${busy.p50.toFixed(1)} ms; without a storm p95 ${quiet.p95.toFixed(1)} ms`
    return [
      {
        name: `chat while ${EVENTS} events arrive, p95`,
        value: busy.p95,
        unit: 'ms',
        target: { at: 'most', value: 300 },
        baseline: { name: 'the same without a storm', value: quiet.p95 },
        note,
      },
      { name: 'behind at the end of the storm', value: behind, unit: 's', target: { at: 'most', value: 2 } },
    ]
  } finally {
    await stage.close()
  }
}

export const stormFigure: Figure = { name: 'storm', title: 'The chat during a storm of webhooks', run: measure }
