import type { Trouble, TroubleKind } from '@recado/contracts/admin/system'
import { keysOf } from '@recado/contracts/shared/keys'

type Named = { id: string; name: string }
type Hit = { total: number; first: Named[] }

/** What `readFigures` finds out; ages are seconds, null when nothing waits. */
export type Figures = {
  webhooksWaiting: number
  webhooksSeconds: number | null
  webhooksFailed: number
  sendsWaiting: number
  sendsSeconds: number | null
  sendsHit: Hit
  metaSent: number
  metaFailed: number
  metaHit: Hit
  numbersDown: number
  numbersHit: Hit
  jobsWaiting: number
  jobsSeconds: number | null
  jobsFailed: number
  jobsHit: Hit
  noticesFailed: number
  /** Whether the worker process beside this one has ended and is not back yet. */
  workerDown: boolean
  /** For how long the schedule has been late that is due the longest. */
  scheduleSeconds: number | null
  databaseMilliseconds: number
  connectionPercent: number
  longestSeconds: number
  diskFreePercent: number
}

type Found = Omit<Trouble, 'kind' | 'since'>

const bad = (count: number, seconds: number | null = null, companies: Hit | null = null): Found => ({
  ...{ severity: 'bad', count, seconds, companies },
})
const watch = (count: number, seconds: number | null = null, companies: Hit | null = null): Found => ({
  ...{ severity: 'watch', count, seconds, companies },
})
const late = (seconds: number | null, limit: number) => seconds !== null && seconds > limit

/** Refusals that are not about one recipient: fewer are the daily life of a platform. */
const MANY_REFUSED = 5

const judge: Record<TroubleKind, (f: Figures) => Found | null> = {
  workers_gone: (f) => (f.workerDown || late(f.scheduleSeconds, 180) ? bad(1, f.scheduleSeconds) : null),
  disk_low: (f) => {
    if (f.diskFreePercent >= 10) return null
    return f.diskFreePercent < 3 ? bad(f.diskFreePercent) : watch(f.diskFreePercent)
  },
  webhooks_behind: (f) => (late(f.webhooksSeconds, 60) ? bad(f.webhooksWaiting, f.webhooksSeconds) : null),
  sends_behind: (f) => (late(f.sendsSeconds, 120) ? bad(f.sendsWaiting, f.sendsSeconds, f.sendsHit) : null),
  meta_refusing: (f) =>
    f.metaFailed >= MANY_REFUSED && f.metaFailed * 10 >= f.metaSent ? bad(f.metaFailed, null, f.metaHit) : null,
  database_slow: (f) => {
    if (f.databaseMilliseconds > 500 || f.connectionPercent > 90) return bad(f.databaseMilliseconds, f.longestSeconds)
    return f.longestSeconds > 300 ? watch(f.databaseMilliseconds, f.longestSeconds) : null
  },
  jobs_behind: (f) => (late(f.jobsSeconds, 600) ? bad(f.jobsWaiting, f.jobsSeconds) : null),
  numbers_down: (f) => (f.numbersDown > 0 ? watch(f.numbersDown, null, f.numbersHit) : null),
  webhooks_failed: (f) => (f.webhooksFailed > 0 ? watch(f.webhooksFailed) : null),
  jobs_failed: (f) => (f.jobsFailed > 0 ? watch(f.jobsFailed, null, f.jobsHit) : null),
  notices_failing: (f) => (f.noticesFailed >= MANY_REFUSED ? watch(f.noticesFailed) : null),
}

/** What is wrong by these figures, the worst first. */
export const troublesOf = (figures: Figures): Omit<Trouble, 'since'>[] => {
  const found = keysOf(judge).flatMap((kind) => {
    const one = judge[kind](figures)
    return one ? [{ kind, ...one }] : []
  })
  return [
    ...found.filter(({ severity }) => severity === 'bad'),
    ...found.filter(({ severity }) => severity === 'watch'),
  ]
}
