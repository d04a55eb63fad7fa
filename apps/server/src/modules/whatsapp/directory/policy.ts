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

/** Whose limit a number's messages count against: the portfolio's, or the account's while that is not known. */
export const scopeOf = ({ portfolioId, wabaId }: { portfolioId: string | null; wabaId: string }): string =>
  portfolioId ?? wabaId
