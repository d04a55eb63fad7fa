import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { WorkerState, WorkerWatch } from '#server/context.ts'
import { type ChannelBus, createChannelBus, type FromWorker, type ToWorker, type WorkerSetup } from './channel.ts'

const program = fileURLToPath(new URL('../worker.ts', import.meta.url))

/** The pause before a worker that ended is started again doubles from the first to the last, until one has lasted. */
const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 30_000
const LASTED_MS = 60_000
/** The worker finishes or hands back what runs; what is left after that is ended, so that there is time for the database. */
const STOP_MS = 20_000
const METRICS_MS = 2000

export type Supervisor = {
  bus: ChannelBus
  watch: WorkerWatch
  /** Has the worker begin. Resolves once it works, or has ended for the first time. */
  begin: (setup: Omit<WorkerSetup, 'predecessor'>) => Promise<void>
  /** Lets the worker finish and waits until it has ended. */
  stop: () => Promise<void>
}

type Environment = Record<string, string | undefined>

/** Without what Node's watcher tells its own child processes: they would report to us what they load. */
const withoutWatcher = ({ WATCH_REPORT_DEPENDENCIES: _, ...variables }: Environment): Environment => variables

const sendTo = (child: ChildProcess | undefined, message: ToWorker) =>
  new Promise<void>((resolve, reject) => {
    if (!child?.connected) reject(new Error('the worker is not there'))
    else child.send(message, (error) => (error ? reject(error) : resolve()))
  })

/** Questions to the worker about its metrics that wait for an answer. */
const createMetricsDesk = (send: (message: ToWorker) => Promise<void>) => {
  const asked = new Map<number, (text: string) => void>()
  let last = 0
  return {
    answer: (id: number, text: string) => asked.get(id)?.(text),
    ask: async (): Promise<string> => {
      const id = ++last
      const answer = Promise.withResolvers<string>()
      asked.set(id, answer.resolve)
      const timer = setTimeout(() => answer.resolve(''), METRICS_MS)
      try {
        await send({ kind: 'metrics', id })
        return await answer.promise
      } catch {
        return ''
      } finally {
        clearTimeout(timer)
        asked.delete(id)
      }
    },
  }
}

/** Starts the worker process at once, so that it loads while this one opens the database, and again whenever it ends. */
export const superviseWorker = (log: FastifyBaseLogger, variables: Environment, file = program): Supervisor => {
  let child: ChildProcess | undefined
  let state: WorkerState = 'starting'
  let setup: WorkerSetup | undefined
  let pauseMs = FIRST_PAUSE_MS
  let worksSince = 0
  let timer: NodeJS.Timeout | undefined
  let stopping = false
  const settled = Promise.withResolvers<void>()
  const send = (message: ToWorker) => sendTo(child, message)
  const bus = createChannelBus((batch) => send({ kind: 'bus', batch }))
  const desk = createMetricsDesk(send)

  const begin = () => {
    // A worker that has ended meanwhile is started again, and begins then.
    if (setup) void send({ kind: 'begin', setup }).catch(() => undefined)
  }

  const works = (processId: string) => {
    if (setup?.predecessor) bus.gap()
    if (setup) setup = { ...setup, predecessor: processId }
    state = 'working'
    worksSince = performance.now()
    settled.resolve()
  }

  const hear = (message: FromWorker) => {
    if (message.kind === 'bus') bus.deliver(message.batch)
    else if (message.kind === 'metrics') desk.answer(message.id, message.text)
    else works(message.processId)
  }

  const ended = (reason: object) => {
    const lasted = state === 'working' && performance.now() - worksSince > LASTED_MS
    if (lasted) pauseMs = FIRST_PAUSE_MS
    state = 'down'
    child = undefined
    settled.resolve()
    if (stopping) return
    log.error({ ...reason, againInMs: pauseMs }, 'the worker ended')
    timer = setTimeout(launch, pauseMs)
    pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)
  }

  const launch = () => {
    const launched = fork(file, { env: withoutWatcher(variables), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    let isOver = false
    const over = (reason: object) => {
      if (isOver) return
      isOver = true
      ended(reason)
    }
    launched.on('message', hear)
    launched.once('error', (err) => over({ err }))
    launched.once('exit', (code, signal) => over({ code, signal }))
    child = launched
    state = 'starting'
    begin()
  }

  launch()
  return {
    bus,
    watch: { state: () => state, metrics: desk.ask },
    begin: (given) => {
      setup = { ...given, predecessor: null }
      begin()
      return settled.promise
    },
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      const last = child
      if (!last) return
      const gone = new Promise<void>((resolve) => void last.once('exit', () => resolve()))
      const late = setTimeout(() => last.kill('SIGKILL'), STOP_MS)
      await send({ kind: 'stop' }).catch(() => last.kill('SIGTERM'))
      await gone
      clearTimeout(late)
    },
  }
}
