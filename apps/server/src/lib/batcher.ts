type Waiting<T, R> = {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: calls arriving while a batch is in flight go together in the next one.
 * `run` gets up to `max` items and answers one result for each, in order; when it throws, every call of the batch
 * fails with that error; with `alone`, when that says so of the error, each item is run by itself first, so that a bad
 * one does not fail the others. `parallel` batches may be in flight at once. With `everyMs`, one that is not full begins at
 * least so long after the last one: what arrives alone goes at once, and a stream of calls goes in few batches.
 */
export const createBatcher = <T, R>(options: {
  max: number
  parallel?: number
  everyMs?: number
  alone?: (error: unknown) => boolean
  run: (items: T[]) => Promise<R[]>
}): {
  add: (item: T) => Promise<R>
  idle: () => Promise<void>
  waiting: () => number
} => {
  const queue: Waiting<T, R>[] = []
  const parallel = options.parallel ?? 1
  const everyMs = options.everyMs ?? 0
  let running = 0
  let idlers: (() => void)[] = []
  let scheduled = false
  let startedAt = Number.NEGATIVE_INFINITY

  const runBatch = async (batch: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await options.run(batch.map((entry) => entry.item))
      batch.forEach((entry, i) => {
        entry.resolve(results[i] as R)
      })
    } catch (error) {
      if (batch.length > 1 && options.alone?.(error)) for (const entry of batch) await runBatch([entry])
      else for (const entry of batch) entry.reject(error)
    }
  }

  const flush = async () => {
    const batch = queue.splice(0, options.max)
    running++
    startedAt = performance.now()
    try {
      await runBatch(batch)
    } finally {
      running--
      pump()
    }
  }

  const waitMs = () => (queue.length >= options.max ? 0 : startedAt + everyMs - performance.now())

  const schedule = () => {
    scheduled = true
    const ms = waitMs()
    if (ms > 0) setTimeout(pump, Math.ceil(ms))
    else setImmediate(pump)
  }

  const pump = () => {
    scheduled = false
    while (queue.length > 0 && running < parallel && waitMs() <= 0) void flush()
    if (queue.length > 0 && running < parallel) schedule()
    if (queue.length === 0 && running === 0) {
      for (const resolve of idlers) resolve()
      idlers = []
    }
  }

  return {
    add: (item) =>
      new Promise<R>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (!scheduled && running < parallel) schedule()
      }),
    idle: () =>
      queue.length === 0 && running === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve)),
    waiting: () => queue.length,
  }
}
