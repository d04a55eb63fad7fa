import {
  type BarReason,
  type CompanySecurity,
  companySecurity,
  type SignInMethod,
  signInMethods,
} from '@recado/contracts/companies/company-rules'
import ipaddr from 'ipaddr.js'

const HOUR = 3_600_000

/** The rules of a company as they lie in the database; what is missing or cannot be read asks for nothing. */
export const securityOf = (stored: unknown): CompanySecurity => {
  const parsed = companySecurity.safeParse(stored)
  return parsed.success ? parsed.data : companySecurity.parse({})
}

/** Whether a company lets its members sign in however they like. */
export const asksNothing = ({ requireTwoFactor, addresses, sessionHours, methods }: CompanySecurity): boolean =>
  !requireTwoFactor && addresses.length === 0 && sessionHours === null && methods.length === signInMethods.length

/** Whether a text is an IP address, or a network of them like `203.0.113.0/24`. */
export const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text) || ipaddr.isValid(text)

const holds = (network: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  if (!isNetwork(network)) return false
  if (!network.includes('/')) return ipaddr.process(network).toNormalizedString() === address.toNormalizedString()
  const [base, bits] = ipaddr.parseCIDR(network)
  return base.kind() === address.kind() && address.match(base, bits)
}

const isAllowed = (networks: readonly string[], ip: string | null): boolean => {
  if (networks.length === 0) return true
  if (ip === null || !ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some((network) => holds(network, address))
}

/** How a session was opened, in the terms of the rules; null if unknown. */
export const methodOf = (method: string | null): SignInMethod | null => {
  const [way] = method?.split('+') ?? []
  return signInMethods.find((known) => known === way) ?? null
}

/**
 * Whether a session has shown a second factor: the account's own, or one that the provider says it asked for. A provider
 * that says nothing vouches for nothing.
 */
export const hasSecondFactor = (method: string | null, ofAccount: boolean): boolean => {
  const [way, second] = method?.split('+') ?? []
  if (second === 'mfa') return true
  return ofAccount && (second !== undefined || way === undefined || way === 'password')
}

export type SessionFacts = { twoFactor: boolean; ip: string | null; openedAt: Date; method: SignInMethod | null }

/** What a session lacks of what a company asks for; empty when it may work there. */
export const barsOf = (security: CompanySecurity, session: SessionFacts, now: Date): BarReason[] => {
  const { requireTwoFactor, addresses, sessionHours, methods } = security
  const tooOld = sessionHours !== null && session.openedAt.getTime() + sessionHours * HOUR <= now.getTime()
  return [
    ...(requireTwoFactor && !session.twoFactor ? (['two_factor'] as const) : []),
    ...(isAllowed(addresses, session.ip) ? [] : (['address'] as const)),
    ...(tooOld ? (['session_age'] as const) : []),
    ...(session.method === null || methods.includes(session.method) ? [] : (['method'] as const)),
  ]
}
