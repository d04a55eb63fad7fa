import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { RealtimeBus } from '#server/realtime/bus.ts'
import { createLagMeter } from './lag-meter.ts'
import { createStrain } from './strain.ts'
import { createValve, type Valve, type ValveOptions } from './valve.ts'

export type Pause = (workedMs: number, signal?: AbortSignal) => Promise<void>

export type Admission = {
  /** A limit of its own for one kind of bulk work, such as calls under way. */
  valve: (options: ValveOptions) => { limit: () => number }
  /** To be awaited after each portion of bulk work, with how long that took: it pauses for as long as people need. */
  pause: Pause
  /** A pause of its own for one kind of bulk work, which always goes on for at least that share of the time. */
  pacer: (leastShare: number) => Pause
  /** A person, or a system that delivers events, is waiting for this process now. */
  personWaits: () => void
  stop: () => void
}

const BEAT_MS = 250
/** How long a process measures after it heard of bulk work. */
const MEASURE_MS = 2000
/** A person who waited this recently counts as waiting. */
const PEOPLE_MS = 3000
/** Too much strain for so many beats with all valves shut is not made by bulk work. */
const SHUT_BEATS = 12
const LEAST_SHARE = 0.05
const LONGEST_PAUSE_MS = 2000

type Parts = { bus: RealtimeBus; pool: Pool; processId: string; failed: (error: unknown) => void }

/** Measures while some process does bulk work, and tells all processes what it measured. */
const startMeasuring = ({ bus, pool, processId, failed }: Parts, peopleWait: () => boolean) => {
  const meter = createLagMeter(pool)
  let until = 0
  let running = false
  const measure = async () => {
    running = true
    meter.start()
    while (performance.now() < until) {
      await sleep(BEAT_MS, undefined, { ref: false })
      const lag = await meter.read().catch((error: unknown) => {
        // Stopped meanwhile, it has no connections to ask for.
        if (until > 0) failed(error)
      })
      if (lag && until > 0) bus.publish('people.lag', { ...lag, processId, people: peopleWait() })
    }
    meter.stop()
    running = false
  }
  const unsubscribe = bus.subscribe('bulk.busy', () => {
    until = performance.now() + MEASURE_MS
    if (!running) void measure()
  })
  return {
    isRunning: () => running,
    stop: () => {
      until = 0
      unsubscribe()
    },
  }
}

/** The share of the time in which one kind of bulk work goes on. */
const createPace = (least: number) => {
  let worked = false
  let pausing = 0
  const valve = createValve({ least, most: 1, used: () => (worked || pausing > 0 ? 1 : 0) })
  const pause: Pause = async (workedMs, signal) => {
    worked = true
    const pauseMs = Math.min(LONGEST_PAUSE_MS, workedMs * (1 / valve.limit() - 1))
    // Ended early, the pause is over; whoever ended it looks at the signal.
    if (pauseMs < 1) return
    pausing++
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    pausing--
  }
  return {
    valve,
    pause,
    beat: (): void => {
      worked = false
    },
  }
}

type Pace = ReturnType<typeof createPace>

/**
 * Admits bulk work by what people feel. While any of it is under way, every process measures how late it is itself; what
 * does bulk work adapts its limits to the worst of them, four times a second.
 */
export const createAdmission = (parts: Parts): Admission => {
  const { bus } = parts
  const strain = createStrain(() => performance.now())
  const valves: Valve[] = []
  let peopleUntil = 0
  const paces: Pace[] = []
  let shut = 0
  const peopleWait = () => performance.now() < peopleUntil
  const measuring = startMeasuring(parts, peopleWait)
  const stops = [
    measuring.stop,
    bus.subscribe('people.lag', strain.observe),
    bus.subscribe('people.came', () => {
      for (const valve of valves) valve.peopleCome()
    }),
  ]
  const timer = setInterval(() => {
    if (!valves.some((valve) => valve.isUsed())) return
    bus.publish('bulk.busy', {})
    const now = strain.now()
    const isShut = now > 1 && valves.every((valve) => valve.isShut() || !valve.isUsed())
    shut = isShut ? shut + 1 : Math.max(0, shut - 1)
    if (shut >= SHUT_BEATS) {
      strain.relearn()
      shut = 0
    }
    const people = strain.people()
    for (const valve of valves) valve.beat(now, people)
    for (const pace of paces) pace.beat()
  }, BEAT_MS)
  timer.unref()
  const pacer = (leastShare: number): Pause => {
    const pace = createPace(leastShare)
    paces.push(pace)
    valves.push(pace.valve)
    return pace.pause
  }
  return {
    valve: (options) => {
      const valve = createValve(options)
      valves.push(valve)
      return valve
    },
    pause: pacer(LEAST_SHARE),
    pacer,
    personWaits: () => {
      // It must not be late itself: bulk work makes room before it was measured how late people are.
      if (measuring.isRunning() && !peopleWait()) bus.publish('people.came', {})
      peopleUntil = performance.now() + PEOPLE_MS
    },
    stop: () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}
