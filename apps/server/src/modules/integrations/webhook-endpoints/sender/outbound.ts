import dns from 'node:dns'
import type { Deps } from '#server/context.ts'
import { createOutbound, type Outbound, type ResolveHost } from '#server/lib/guarded-request.ts'

const CONNECTIONS = 1024
const IDLE_MS = 4000
const LOOKUP_MS = 2000

/**
 * Asks name servers without the few threads of the system's resolver, all of which a name server that does not answer could
 * hold up. Hosts of the private network may be known to the system alone.
 */
const lookUp = (allowedHosts: readonly string[]): ResolveHost => {
  const resolver = new dns.promises.Resolver({ timeout: LOOKUP_MS, tries: 2 })
  const ask = async (host: string): Promise<dns.LookupAddress[]> => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = answers.flatMap((answer, i) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    )
    const failure = answers.find((answer) => answer.status === 'rejected')
    if (found.length === 0 && failure) throw failure.reason
    return found
  }
  return (host, options, done) => {
    if (allowedHosts.includes(host.toLowerCase())) dns.lookup(host, options, done)
    else
      ask(host).then(
        (found) => done(null, found),
        (error: Error) => done(error, []),
      )
  }
}

/** The guarded way to receivers, with connections of its own, which are kept between deliveries. */
export const openOutbound = ({ config }: Deps): Outbound =>
  createOutbound({
    allowedHosts: config.OUTBOUND_PRIVATE_HOSTS,
    resolve: lookUp(config.OUTBOUND_PRIVATE_HOSTS),
    connections: CONNECTIONS,
    idleMs: IDLE_MS,
  })
