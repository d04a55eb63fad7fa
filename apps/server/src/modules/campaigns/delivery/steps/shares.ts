import type { Sharer } from '#server/modules/campaigns/preflight/index.ts'

const between = (n: number, least: number, most: number) => Math.max(least, Math.min(most, n))

/**
 * How many of the free places of a limit a campaign may take now, so that those that share it come out even over a day:
 * who took more waits, and what one does not need is for the others.
 */
export const fairPart = (room: number, sharers: readonly Sharer[], id: string): number => {
  const own = sharers.find((one) => one.id === id)
  if (!own) return room
  const gain = ({ taken, left }: Sharer, level: number) => between(level - taken, 0, left)
  const enough = (level: number) => sharers.reduce((sum, one) => sum + gain(one, level), 0) >= room
  let [low, high] = [0, Math.max(...sharers.map(({ taken, left }) => taken + left))]
  while (low < high) {
    const level = Math.floor((low + high) / 2)
    if (enough(level)) high = level
    else low = level + 1
  }
  return gain(own, low)
}
