import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/context.ts'
import { countReady } from '#server/jobs/statements.ts'
import { jobsWaiting, mergeMetrics, registry } from '#server/lib/metrics.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const PATIENCE_MS = 2000

// Without a token only this machine has access, and in production none: requests from a local proxy that does not forward
// the client address look just like local ones.
const maySeeMetrics = ({ MODE, METRICS_TOKEN: token }: Deps['config'], request: FastifyRequest) => {
  if (!token)
    return MODE !== 'production' && loopback.has(request.socket.remoteAddress ?? '') && loopback.has(request.ip)
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

/**
 * `/healthz`: the process lives. `/readyz`: it can reach its database. Both say how its worker process does, without which
 * requests are answered all the same. `/metrics`: Prometheus, with the token, of both processes.
 */
export const registerHealth = (app: FastifyInstance): void => {
  const worker = () => (app.deps.worker ? { worker: app.deps.worker.state() } : {})
  app.get('/healthz', () => ({ status: 'ok', ...worker() }))
  app.get('/readyz', async (_request, reply) => {
    if (await isDatabaseThere(app)) return { status: 'ready', ...worker() }
    return reply.code(503).send({ status: 'database unreachable', ...worker() })
  })
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(app.deps.config, request)) {
      return reply.code(403).send()
    }
    jobsWaiting.reset()
    for (const { queue, count } of await countReady(app.deps.database.pool)) jobsWaiting.set({ queue }, count)
    const texts = await Promise.all([registry.metrics(), app.deps.worker?.metrics() ?? ''])
    return reply.header('content-type', registry.contentType).send(mergeMetrics(texts))
  })
}
