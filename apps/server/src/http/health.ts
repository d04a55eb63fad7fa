import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countReady } from '../jobs/statements.ts'
import { jobsWaiting, registry } from '../lib/metrics.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const PATIENCE_MS = 2000

// Without a token only this machine may look; what a proxy on it passes on comes from elsewhere.
const isLocal = ({ ip, headers }: FastifyRequest) =>
  loopback.has(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined

const maySeeMetrics = (token: string | undefined, request: FastifyRequest) => {
  if (!token) return isLocal(request)
  const header = request.headers.authorization
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Whether the database answers soon: one that says nothing, or a pool without a free connection, counts as away. */
const isDatabaseThere = async (app: FastifyInstance): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const answer = app.deps.database.pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** `/healthz`: the process lives. `/readyz`: it can reach its database. `/metrics`: Prometheus, local or with the token. */
export const registerHealth = (app: FastifyInstance): void => {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (await isDatabaseThere(app)) return { status: 'ready' }
    return reply.code(503).send({ status: 'database unreachable' })
  })
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(app.deps.config.METRICS_TOKEN, request)) {
      return reply.code(403).send()
    }
    jobsWaiting.reset()
    for (const { queue, count } of await countReady(app.deps.database.pool)) jobsWaiting.set({ queue }, count)
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}
