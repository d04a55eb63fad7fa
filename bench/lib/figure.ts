export type Measure = {
  /** What was measured, as the table shows it. */
  name: string
  value: number
  unit: string
  /** The figure to reach, with its direction. */
  target?: { at: 'least' | 'most'; value: number }
  /** The baseline of the same run and the value as a share of it. */
  baseline?: { name: string; value: number }
  ratioTarget?: number
  note?: string
}

/** `full` takes larger data where a figure has it, `small` less, for a quick run. */
export type BenchOptions = { full: boolean; small: boolean; profile: boolean; seconds: number }

/** Values measured once and used by several figures as what they are compared with. */
export type Baselines = {
  httpPerSecond: () => Promise<number>
  fastifyPerSecond: () => Promise<number>
  fastifyP99: () => Promise<number>
  rowsPerSecond: () => Promise<number>
  undiciPerSecond: () => Promise<number>
  /** Milliseconds of one small durable commit, with nothing beside it. */
  commitMs: () => Promise<number>
}

export type Figure = {
  name: string
  title: string
  run: (options: BenchOptions, baselines: Baselines) => Promise<Measure[]>
}

export const isReached = (measure: Measure): boolean => {
  const { value, target, baseline, ratioTarget } = measure
  const ratioReached = ratioTarget === undefined || !baseline || value / baseline.value >= ratioTarget
  if (!target) return ratioReached
  return ratioReached && (target.at === 'least' ? value >= target.value : value <= target.value)
}
