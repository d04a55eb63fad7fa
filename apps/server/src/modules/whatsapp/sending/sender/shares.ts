import type { Wanted } from '../queries/claims.ts'

export type Candidate = { channelId: string; companyId: string; available: number }

/** Shares `room` evenly among those who want something; what one leaves goes to the others. */
const divide = <T>(entries: readonly T[], room: number, wantOf: (entry: T) => number): Map<T, number> => {
  const shares = new Map<T, number>()
  let left = room
  let open = entries.length
  for (const entry of [...entries].sort((a, b) => wantOf(a) - wantOf(b))) {
    const share = Math.min(wantOf(entry), Math.ceil(left / open))
    shares.set(entry, share)
    left -= share
    open -= 1
  }
  return shares
}

const sum = (list: readonly Candidate[]) => list.reduce((total, candidate) => total + candidate.available, 0)

/**
 * Who may claim how much in this round: room is shared evenly between companies, then between a company's channels, never
 * more than the speed of each number allows. With less room than companies the first ones of `candidates` get one each:
 * the caller turns the list.
 */
export const sharesOf = (candidates: readonly Candidate[], room: number): Wanted[] => {
  const companies = [...Map.groupBy(candidates, (candidate) => candidate.companyId).values()]
  const wanted: Wanted[] = []
  for (const [channels, share] of divide(companies, room, sum)) {
    for (const [candidate, count] of divide(channels, share, (c) => c.available))
      if (count > 0) wanted.push({ channelId: candidate.channelId, count })
  }
  return wanted
}
