export type ValveOptions = {
  least: number
  most: number
  /** How much of the limit is used now: a limit that is not reached does not grow. */
  used: () => number
}

const USED_UP = 0.9
/** At the least and at the most, a limit shrinks to so much of itself in a beat. */
const SHRINK = { least: 0.7, most: 0.95 }
/** Without any strain, a limit grows by so much of itself in a beat. */
const GROW = 0.15

/**
 * The limit of one kind of bulk work. It shrinks while there is too much strain, the more the faster, and grows while it is
 * used up and there is little. What it grew to while no one waited is too much for people: when they come, it is again what
 * it was beside them, which is the least until that is known.
 */
export const createValve = ({ least, most, used }: ValveOptions) => {
  let limit = Math.max(least, most / 10)
  let besidePeople = least
  return {
    limit: () => limit,
    isUsed: () => used() > 0,
    isShut: () => limit <= least,
    peopleCome: (): void => {
      limit = Math.min(limit, besidePeople)
    },
    /** Called at each beat with the strain, which is above 1 when it is too much, and whether people wait. */
    beat: (strain: number, people: boolean): void => {
      if (strain > 1) limit = Math.max(least, limit * Math.min(SHRINK.most, Math.max(SHRINK.least, 1 / strain)))
      else if (used() >= limit * USED_UP) limit = Math.min(most, limit * (1 + GROW * (1 - strain)))
      if (people) besidePeople = limit
    },
  }
}

export type Valve = ReturnType<typeof createValve>
