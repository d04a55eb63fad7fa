import { Resolver } from 'node:dns/promises'

const createResolver = () => new Resolver({ timeout: 3000, tries: 1 })

/** Whether there are domains and the world knows a mail server for each of them. */
export const haveMailServers = async (domains: readonly string[], resolver = createResolver()): Promise<boolean> => {
  // A domain that cannot be resolved counts as one without mail servers.
  const servers = await Promise.all(domains.map((domain) => resolver.resolveMx(domain).catch(() => [])))
  return servers.length > 0 && servers.every(({ length }) => length > 0)
}
