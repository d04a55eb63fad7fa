import type { ChannelStatus } from '@recado/contracts/whatsapp/channels'

/** 0: a person in a chat waits for it. 10: one of many. */
export const sendPriorities = { interactive: 0, bulk: 10 } as const

/**
 * Whether a message may leave by a channel in this status. A restriction of Meta's stops bulk sends; answers in a chat
 * may still pass, and Meta's own answer has the last word on them.
 */
export const canSend = (status: ChannelStatus, priority: number): boolean => {
  if (status === 'connected' || status === 'degraded') return true
  return status === 'restricted' && priority < sendPriorities.bulk
}

/** How many messages a second Meta lets a number send (whatsapp-cloud-api reference, limits). */
export const throughputOf = (level: string | undefined, coexistence: boolean): number => {
  if (coexistence) return 20
  return level === 'HIGH' ? 1000 : 80
}

/** How many people a limit of Meta's allows in a day; null for no limit, and for one that is not known. */
export const limitSize = (limit: string | null): number | null => {
  const size = /^TIER_(\d+)(K)?$/.exec(limit ?? '')
  return size ? Number(size[1]) * (size[2] ? 1000 : 1) : null
}

/** Whose limit a number's messages count against: the portfolio's, or the account's while that is not known. */
export const scopeOf = ({ portfolioId, wabaId }: { portfolioId: string | null; wabaId: string }): string =>
  portfolioId ?? wabaId
