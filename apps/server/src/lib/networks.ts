import ipaddr from 'ipaddr.js'

/** Whether a text is an IP address, or a network of them like `203.0.113.0/24`. */
export const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text) || ipaddr.isValid(text)

const holds = (network: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  if (!isNetwork(network)) return false
  if (!network.includes('/')) return ipaddr.process(network).toNormalizedString() === address.toNormalizedString()
  const [base, bits] = ipaddr.parseCIDR(network)
  return base.kind() === address.kind() && address.match(base, bits)
}

/** Whether an address is one of some addresses and networks. An empty list holds every one, and none an unknown one. */
export const isWithin = (networks: readonly string[], ip: string | null): boolean => {
  if (networks.length === 0) return true
  if (ip === null || !ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some((network) => holds(network, address))
}
