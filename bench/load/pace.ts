import { performance } from 'node:perf_hooks'

export type Paced = { count: number; failures: number; seconds: number; latencies: number[] }

type Work = { once: (index: number) => Promise<boolean>; seconds: number }

/** Keeps `parallel` calls going for so many seconds. */
export const runClosed = async ({ once, seconds, parallel }: Work & { parallel: number }): Promise<Paced> => {
  const started = performance.now()
  const deadline = started + seconds * 1000
  const result: Paced = { count: 0, failures: 0, seconds: 0, latencies: [] }
  let index = 0
  const loop = async () => {
    while (performance.now() < deadline) {
      const at = performance.now()
      const ok = await once(index++)
      result.latencies.push(performance.now() - at)
      if (ok) result.count++
      else result.failures++
    }
  }
  await Promise.all(Array.from({ length: parallel }, loop))
  result.seconds = (performance.now() - started) / 1000
  return result
}

/** Starts calls at a fixed rate whatever the answers do; latencies count from the moment a call was due. */
export const runOpen = async ({ once, seconds, perSecond }: Work & { perSecond: number }): Promise<Paced> => {
  const started = performance.now()
  const total = Math.round(seconds * perSecond)
  const result: Paced = { count: 0, failures: 0, seconds: 0, latencies: [] }
  const calls: Promise<void>[] = []
  const begin = async (index: number, due: number) => {
    const ok = await once(index)
    result.latencies.push(performance.now() - due)
    if (ok) result.count++
    else result.failures++
  }
  for (let index = 0; index < total; ) {
    const now = performance.now()
    for (; index < total; index++) {
      const due = started + (index * 1000) / perSecond
      if (due > now) break
      calls.push(begin(index, due))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(calls)
  result.seconds = (performance.now() - started) / 1000
  return result
}
