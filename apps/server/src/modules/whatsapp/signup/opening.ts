/** Tells one opening of Meta's window from another, without giving away what must be said on its result. */
export const openingOf = (nonceHash: string): string => nonceHash.slice(0, 12)
