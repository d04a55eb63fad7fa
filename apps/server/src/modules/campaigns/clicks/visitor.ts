import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { addressKey } from '#server/lib/client-address.ts'

const MOST_USER_AGENT = 200
/** Browsers that load a page in case it is asked for. */
const prefetchHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'] as const

/** The network of an address: three of four parts of IPv4, the first 48 bits of IPv6. */
const networkOf = (ip: string): string => {
  const key = addressKey(ip)
  return isIPv6(ip) && key.includes(':')
    ? `${key.split(':').slice(0, 3).join(':')}::/48`
    : `${key.split('.').slice(0, 3).join('.')}.0/24`
}

const isPrefetch = ({ headers }: FastifyRequest): boolean =>
  prefetchHeaders.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? '')))

/** Who opens a link, as far as that is kept. Machines that look at links on behalf of apps are no visitors. */
export const visitorOf = (request: FastifyRequest): { ip: string; userAgent: string | null; bot: boolean } => {
  const userAgent = request.headers['user-agent'] ?? ''
  const bot = request.method === 'HEAD' || userAgent === '' || isPrefetch(request) || isbot(userAgent)
  return { ip: networkOf(request.ip), userAgent: userAgent.slice(0, MOST_USER_AGENT) || null, bot }
}
