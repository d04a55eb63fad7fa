/**
 * Work that is done in rounds, one at a time: woken while it works, it works once more, so that nothing said meanwhile is
 * missed. A round that fails is reported and ends; the next one goes on.
 */
export const createWorkLoop = (options: {
  round: () => Promise<void>
  failed: (error: unknown) => void
}): {
  wake: () => void
  /** Resolves when the round under way, and those asked for until its end, are over. */
  idle: () => Promise<void>
} => {
  let working: Promise<void> | null = null
  let again = false
  const work = async () => {
    do {
      again = false
      await options.round().catch(options.failed)
    } while (again)
    working = null
  }
  return {
    wake: () => {
      if (working) again = true
      else working = work()
    },
    idle: () => working ?? Promise.resolve(),
  }
}

/**
 * Runs a task at once, and again that many milliseconds after each end, until what it answers is called. A failure is
 * reported and changes nothing; one after the stop, when connections may be closed, is no one's business.
 */
export const repeatEvery = (ms: number, task: () => Promise<void>, failed: (error: unknown) => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const turn = async () => {
    await task().catch((error: unknown) => {
      if (!stopped) failed(error)
    })
    if (!stopped) timer = setTimeout(turn, ms)
  }
  void turn()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
