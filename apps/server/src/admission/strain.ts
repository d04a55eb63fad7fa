/** What a process measured of itself, in milliseconds: how late its timers are, how long a connection and a commit take. */
export type Lag = { loopMs: number; poolMs: number; commitMs: number }

/** A lag, whose it is, and whether people waited for that process lately. */
export type Reading = Lag & { processId: string; people: boolean }

const kinds = ['loopMs', 'poolMs', 'commitMs'] as const
/** While people wait: how much worse than at rest things may be, and what is noise besides. */
const TIMES = 2
const NOISE_MS: Lag = { loopMs: 4, poolMs: 2, commitMs: 5 }
/** Allowed while no one waits: low enough that the first request after a pause is fast. */
const ALONE_MS: Lag = { loopMs: 40, poolMs: 50, commitMs: 100 }

/** The least of a measure is kept for two such windows: that is what the machine can do at rest. */
const WINDOW_MS = 300_000
/** A process in which people wait, and that says nothing for so long while it should, is under more strain than it can tell. */
const SILENT_MS = 1500
const SILENT_STRAIN = 2
/** And after this it is gone. */
const GONE_MS = 10_000

type Least = { from: number; current: Lag; previous: Lag }
/** `recent` are the last readings, the newest first. */
type Known = { reading: Reading; recent: readonly Reading[]; at: number; least: Least }

/** One commit that waits for another, or one turn that takes long, is no strain: half of so many readings must be late. */
const RECENT = 5

const both = (one: Lag, other: Lag): Lag => ({
  loopMs: Math.min(one.loopMs, other.loopMs),
  poolMs: Math.min(one.poolMs, other.poolMs),
  commitMs: Math.min(one.commitMs, other.commitMs),
})

const leastWith = (known: Least | undefined, lag: Lag, at: number): Least => {
  if (!known) return { from: at, current: lag, previous: lag }
  if (at - known.from > WINDOW_MS) return { from: at, current: lag, previous: known.current }
  return { ...known, current: both(known.current, lag) }
}

const medianOf = (readings: readonly Reading[], kind: keyof Lag): number =>
  readings.map((reading) => reading[kind]).sort((a, b) => a - b)[Math.floor(readings.length / 2)] ?? 0

const strainOf = ({ reading, recent, least }: Known): number => {
  const rest = both(least.current, least.previous)
  const felt = (kind: keyof Lag) => rest[kind] * TIMES + NOISE_MS[kind]
  const allowed = (kind: keyof Lag) => (reading.people ? felt(kind) : Math.max(felt(kind), ALONE_MS[kind]))
  return Math.max(...kinds.map((kind) => medianOf(recent, kind) / allowed(kind)))
}

/** How much worse people are served than bulk work may make it, by what processes tell of themselves: above 1 is too much. */
export const createStrain = (now: () => number) => {
  const known = new Map<string, Known>()
  return {
    observe: (reading: Reading): void => {
      const at = now()
      const before = known.get(reading.processId)
      const recent = [reading, ...(before?.recent ?? [])].slice(0, RECENT)
      known.set(reading.processId, { reading, recent, at, least: leastWith(before?.least, reading, at) })
    },
    /** Bulk work does next to nothing, and things are as they are: so this is what the machine can do now. */
    relearn: (): void => {
      const from = now()
      for (const one of known.values()) {
        one.least = { from, current: one.reading, previous: one.reading }
        one.recent = [one.reading]
      }
    },
    people: (): boolean => [...known.values()].some(({ reading }) => reading.people),
    now: (): number => {
      const at = now()
      let worst = 0
      for (const [processId, one] of known) {
        if (at - one.at > GONE_MS) known.delete(processId)
        else worst = Math.max(worst, strainOf(one), one.reading.people && at - one.at > SILENT_MS ? SILENT_STRAIN : 0)
      }
      return worst
    },
  }
}
