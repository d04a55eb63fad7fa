import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Addresses of clouds' own services that lie in public ranges: Azure's wire server. */
const machineServices = new Set(['168.63.129.16'])

/**
 * Whether an IP address belongs to the public internet. Loopback, private, link-local (with the metadata services),
 * carrier-grade NAT, multicast and reserved ranges do not, nor do IPv6 forms that carry an IPv4 address inside; an
 * IPv4-mapped one counts as what it maps.
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast' || machineServices.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}
