import type { BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { runSending } from '../lib/sending.ts'
import type { Stage } from '../lib/stage.ts'
import { addBacklog, addCompanies } from '../lib/world.ts'
import type { StandInStats } from '../load/stand-in.ts'

const OTHERS = 19
const EACH = 400

const othersDone = (small: ReadonlySet<string>) => (stats: StandInStats) =>
  [...small].every((number) => (stats.numbers[number]?.count ?? 0) >= EACH)

/** Seconds until the slowest of the small companies was done, from the first call of all. */
const secondsOfOthers = async (backlog: number) => {
  const small = new Set<string>()
  const { stats } = await runSending({
    fill: async (stage: Stage) => {
      const companies = await addCompanies(stage.deps, OTHERS, 80)
      for (const [index, company] of companies.entries()) {
        small.add(company.number.phoneNumberId)
        await addBacklog(stage.deps, company, { count: EACH, priority: 10, recipientFrom: index * EACH })
      }
      if (backlog > 0) {
        const [big] = await addCompanies(stage.deps, 1, 1000)
        if (big) await addBacklog(stage.deps, big, { count: backlog, priority: 10, recipientFrom: 1_000_000 })
      }
      return { total: OTHERS * EACH + backlog, chat: [] }
    },
    isDone: (found) => othersDone(small)(found),
  })
  const last = Math.max(...[...small].map((number) => stats.numbers[number]?.lastAt ?? Number.POSITIVE_INFINITY))
  const first = Math.min(...[...small].map((number) => stats.numbers[number]?.firstAt ?? 0))
  return { seconds: (last - first) / 1000, bigSent: stats.total - OTHERS * EACH }
}

const measure = async (options: BenchOptions): Promise<Measure[]> => {
  const backlog = options.full ? 300_000 : 50_000
  const alone = await secondsOfOthers(0)
  const beside = await secondsOfOthers(backlog)
  return [
    {
      name: `19 companies of ${EACH} messages beside one of ${backlog.toLocaleString('en-US')}`,
      value: beside.seconds / alone.seconds,
      unit: 'times as long as alone',
      target: { at: 'most', value: 1.2 },
      note: `${beside.seconds.toFixed(1)} s, alone ${alone.seconds.toFixed(1)} s; the big one sent ${beside.bigSent} meanwhile`,
    },
  ]
}

export const fairness: Figure = { name: 'fairness', title: 'Fairness between companies', run: measure }
