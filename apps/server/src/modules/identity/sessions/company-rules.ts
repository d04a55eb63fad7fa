import {
  type BarReason,
  type CompanySecurity,
  companySecurity,
  type SignInMethod,
  signInMethods,
} from '@recado/contracts/companies/company-rules'
import { isWithin } from '#server/lib/networks.ts'

const HOUR = 3_600_000

/** The rules of a company as they lie in the database; what is missing or cannot be read asks for nothing. */
export const securityOf = (stored: unknown): CompanySecurity => {
  const parsed = companySecurity.safeParse(stored)
  return parsed.success ? parsed.data : companySecurity.parse({})
}

/** Whether a company lets its members sign in however they like. */
export const asksNothing = ({ requireTwoFactor, addresses, sessionHours, methods }: CompanySecurity): boolean =>
  !requireTwoFactor && addresses.length === 0 && sessionHours === null && methods.length === signInMethods.length

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
    ...(isWithin(addresses, session.ip) ? [] : (['address'] as const)),
    ...(tooOld ? (['session_age'] as const) : []),
    ...(session.method === null || methods.includes(session.method) ? [] : (['method'] as const)),
  ]
}
