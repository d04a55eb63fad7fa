import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { serializeError } from '#server/lib/safe-error.ts'

/** The log of a process, whose lines say which role wrote them. */
export const createLog = (level: string, role: string): FastifyBaseLogger =>
  pino({
    level,
    base: { service: 'recado', role },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: serializeError,
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
      }),
    },
  }) as unknown as FastifyBaseLogger

export type Cleanup = {
  /** Registers a step of the shutdown; the last one registered runs first. */
  add: (step: () => Promise<unknown>) => void
  run: (log: FastifyBaseLogger) => Promise<void>
}

/** The steps that end what a process has begun. */
export const createCleanup = (): Cleanup => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    add: (step) => void steps.unshift(step),
    run: async (log) => {
      for (const step of steps.splice(0)) {
        await step().catch((err: unknown) => log.error({ err }, 'a step of the shutdown failed'))
      }
    },
  }
}

export type Stop = (code: number, withinMs?: number) => Promise<never>

const SHUTDOWN_MS = 25_000

/** Ends this process once, whatever asks for it, and leaves nothing running. A later call can only shorten the time for it. */
export const createStop = (cleanup: Cleanup, log: FastifyBaseLogger): Stop => {
  let stopping: Promise<never> | undefined
  const end = async (code: number): Promise<never> => {
    await cleanup.run(log)
    return process.exit(code)
  }
  return (code, withinMs = SHUTDOWN_MS) => {
    setTimeout(() => process.exit(1), withinMs).unref()
    stopping ??= end(code)
    return stopping
  }
}

/** Stops this process when it is asked to by a signal. */
export const stopOnSignals = (stop: Stop, log: FastifyBaseLogger): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'stopping')
      void stop(0)
    })
  }
}
