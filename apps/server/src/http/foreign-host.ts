import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * Whether a request to the demo names another host than this machine: a page of someone else's, whose name was made to
 * lead here after it was loaded, would speak to the demo as if it were its own.
 */
export const isForeignHost = (config: Pick<Config, 'MODE' | 'PUBLIC_URL'>, { headers }: IncomingMessage): boolean => {
  if (config.MODE !== 'demo') return false
  const host = headers.host ?? ''
  return !loopback.test(host) && (config.PUBLIC_URL === undefined || host !== new URL(config.PUBLIC_URL).host)
}

/** Refuses requests to the demo under names that are not this machine's. */
export const registerForeignHosts = (app: FastifyInstance): void => {
  if (app.deps.config.MODE !== 'demo') return
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!isForeignHost(app.deps.config, raw)) return
    return reply.code(421).type('text/plain').send('The demo answers on this machine only, as localhost or 127.0.0.1.')
  })
}
