import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { registry } from '../lib/metrics.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const maySeeMetrics = (token: string | undefined, header: string | undefined, ip: string) => {
  if (!token) return loopback.has(ip)
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** `/healthz`: the process lives. `/readyz`: it can reach its database. `/metrics`: Prometheus, local or with the token. */
export const registerHealth = (app: FastifyInstance): void => {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await app.deps.database.pool.query('select 1')
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(app.deps.config.METRICS_TOKEN, request.headers.authorization, request.ip)) {
      return reply.code(403).send()
    }
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}
