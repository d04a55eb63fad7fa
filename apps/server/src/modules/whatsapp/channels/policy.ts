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

/** A fiftieth of a limit is left to people in chats. */
const CHAT_PART = 50

/** How many people of a limit campaigns may reach: the rest is kept for single messages. */
export const bulkSize = (size: number): number => size - Math.ceil(size / CHAT_PART)
