import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

/**
 * The origin a request was made to. With PUBLIC_URL it is that one, whatever the Host header says; without (demo and
 * tests) any name of the loopback address is taken at its word, so that cookies stay where the person is.
 */
export const originOf = (deps: Deps, request: Pick<FastifyRequest, 'headers'>): string => {
  const host = request.headers.host ?? ''
  return deps.config.PUBLIC_URL === undefined && loopback.test(host) ? `http://${host}` : publicOrigin(deps.config)
}
