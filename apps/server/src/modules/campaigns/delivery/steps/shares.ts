import type { Sharer } from '#server/modules/campaigns/preflight/index.ts'

const between = (n: number, least: number, most: number) => Math.max(least, Math.min(most, n))

const byNeed = (one: Sharer, other: Sharer) => other.left - one.left || (one.id < other.id ? -1 : 1)

/**
 * How many of the free places of a limit a campaign may take now, so that those that share it come out even over a day:
 * who took more waits, what one does not need is for the others, and places that cannot be split go to those with the most
 * people left, so that nobody has them every day.
 */
export const fairPart = (room: number, sharers: readonly Sharer[], id: string): number => {
  const own = sharers.find((one) => one.id === id)
  if (!own) return room
  const gain = ({ taken, left }: Sharer, level: number) => between(level - taken, 0, left)
  const given = (level: number) => sharers.reduce((sum, one) => sum + gain(one, level), 0)
  let [low, high] = [0, Math.max(...sharers.map(({ taken, left }) => taken + left))]
  while (low < high) {
    const level = Math.ceil((low + high) / 2)
    if (given(level) <= room) low = level
    else high = level - 1
  }
  const lucky = sharers
    .filter((one) => gain(one, low + 1) > gain(one, low))
    .toSorted(byNeed)
    .slice(0, room - given(low))
  return gain(own, low) + (lucky.includes(own) ? 1 : 0)
}
