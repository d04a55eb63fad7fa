import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Proxies before this server, as `TRUST_PROXY` names them: addresses, networks, or ranges like `loopback`. */
export const trustedProxies = ({ TRUST_PROXY: names }: { TRUST_PROXY: string }): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
}

const isOf = (proxy: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  const named = ranges[proxy]
  if (named) return named.includes(address.range())
  if (!proxy.includes('/')) return ipaddr.isValid(proxy) && ipaddr.process(proxy).toString() === address.toString()
  if (!ipaddr.isValidCIDR(proxy)) return false
  const [base, bits] = ipaddr.parseCIDR(proxy)
  return base.kind() === address.kind() && address.match(base, bits)
}

/**
 * Address of whoever calls: the last one before the trusted proxies. The same that Fastify finds for its requests, for
 * connections that are none of them. `forwarded` is the header `x-forwarded-for`.
 */
export const clientAddress = (
  proxies: readonly string[],
  peer: string,
  forwarded: string | readonly string[] | undefined,
): string => {
  const told = [forwarded ?? []].flat().join(',').split(',')
  const before = told.map((part) => part.trim()).filter((part) => part !== '')
  const path = [peer, ...before.toReversed()]
  const isTrusted = (text: string) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return proxies.some((proxy) => isOf(proxy, address))
  }
  return path.find((text, i) => i === path.length - 1 || !isTrusted(text)) ?? peer
}

/** Whose tries are counted: an IPv4 address, or the /64 network that one household of IPv6 has. */
export const addressKey = (ip: string | null): string => {
  if (ip === null) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
