import { registry } from '#server/lib/metrics.ts'
import { createChannelBus, type FromWorker, type ToWorker, type WorkerSetup } from './channel.ts'
import { createCleanup, createLog, createStop, type Stop, stopOnSignals } from './lifecycle.ts'

/** What a worker may take to end when the process that answers requests is gone, and with it the channel. */
const ORPHANED_MS = 4000

const send = (message: FromWorker) =>
  new Promise<void>((resolve, reject) => {
    if (!process.send || !process.connected) reject(new Error('the channel is closed'))
    else process.send(message, (error) => (error ? reject(error) : resolve()))
  })

const bus = createChannelBus((batch) => send({ kind: 'bus', batch }))

/** Works on what the other process has opened, and says so. */
const work = async (setup: WorkerSetup, setStop: (stop: Stop) => void) => {
  const log = createLog(setup.config.LOG_LEVEL, 'worker')
  const cleanup = createCleanup()
  const stop = createStop(cleanup, log)
  setStop(stop)
  stopOnSignals(stop, log)
  try {
    const { serveWork } = await import('./serve-work.ts')
    const deps = await serveWork({ ...setup, driver: setup.alone ? bus.driver : undefined, log, onStop: cleanup.add })
    log.info({ pid: process.pid }, 'the worker works')
    await send({ kind: 'working', processId: deps.processId })
  } catch (err) {
    log.fatal({ err }, 'the worker could not start')
    await stop(1)
  }
}

/** Loads the product in the worker process, works once the other process says on what, and ends with it. */
export const startSupervised = async (): Promise<void> => {
  // Until there is something to finish, stopping is ending.
  let stop: Stop = async (code) => process.exit(code)
  const answers: { [K in ToWorker['kind']]: (message: Extract<ToWorker, { kind: K }>) => unknown } = {
    begin: ({ setup }) =>
      work(setup, (one) => {
        stop = one
      }),
    bus: ({ batch }) => bus.deliver(batch),
    metrics: async ({ id }) => send({ kind: 'metrics', id, text: await registry.metrics() }).catch(() => undefined),
    stop: () => stop(0),
  }
  process.on('message', (message: ToWorker) => void answers[message.kind](message as never))
  process.on('disconnect', () => void stop(1, ORPHANED_MS))
  registry.setDefaultLabels({ role: 'worker' })
  await import('./serve-work.ts')
}
