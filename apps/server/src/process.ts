import { chmod, mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { type Config, readConfig } from './config.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { launchSandbox } from './demo/sandbox.ts'
import { serializeError } from './lib/safe-error.ts'

const roleNames = ['web', 'worker'] as const
type Role = (typeof roleNames)[number]

const isRole = (name: string): name is Role => roleNames.some((role) => role === name)

const readRoles = (args: readonly string[]): Set<Role> => {
  const given = args.find((arg) => arg.startsWith('--roles='))?.slice('--roles='.length)
  if (given === undefined || given === 'all') return new Set(roleNames)
  const roles = given.split(',').map((part) => part.trim())
  const unknown = roles.filter((role) => !isRole(role))
  if (unknown.length > 0) throw new Error(`--roles: unknown ${unknown.join(', ')}; known are ${roleNames.join(', ')}`)
  return new Set(roles.filter(isRole))
}

const createLog = (config: Config): FastifyBaseLogger =>
  pino({
    level: config.LOG_LEVEL,
    base: { service: 'recado' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: serializeError,
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
      }),
    },
  }) as unknown as FastifyBaseLogger

type Cleanup = {
  add: (step: () => Promise<unknown>) => void
  run: (log: FastifyBaseLogger) => Promise<void>
}

const createCleanup = (): Cleanup => {
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

/** The database of the configuration, or our own, whose address is known once it answers. */
const openStorage = (config: Config, dataDir: string, cleanup: Cleanup, log: FastifyBaseLogger) => {
  if (config.DATABASE_URL) return { url: Promise.resolve(config.DATABASE_URL), launched: Promise.resolve() }
  const launched = Promise.withResolvers<void>()
  const open = async () => {
    const embedded = await startEmbeddedPostgres({
      dataDir: join(dataDir, 'postgres'),
      binDir: config.PG_BIN_DIR,
      onLaunched: launched.resolve,
      log,
    })
    cleanup.add(embedded.stop)
    return embedded.url
  }
  const url = open().finally(launched.resolve)
  // The caller awaits `url` later and gets the error then; until that it is not an unhandled rejection.
  url.catch(() => undefined)
  return { url, launched: launched.promise }
}

/** A folder of files that an earlier version left open to every account of the machine. */
const closeToOthers = async (folder: string, log: FastifyBaseLogger) => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { mode } = await stat(folder)
  if ((mode & 0o077) === 0) return
  await chmod(folder, 0o700).catch((err: unknown) =>
    log.warn(
      { err, folder },
      'other accounts of this machine can open the folder of files, and it could not be changed',
    ),
  )
}

const SHUTDOWN_MS = 25_000

/** Stops once, whatever asks for it, and leaves nothing running. */
const createStop = (cleanup: Cleanup, log: FastifyBaseLogger) => {
  let stopping: Promise<never> | undefined
  const end = async (code: number): Promise<never> => {
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    await cleanup.run(log)
    return process.exit(code)
  }
  return (code: number): Promise<never> => {
    stopping ??= end(code)
    return stopping
  }
}

const start = async (given: Config, roles: Set<Role>, cleanup: Cleanup, log: FastifyBaseLogger) => {
  const started = Date.now()
  const dataDir = resolve(given.DATA_DIR ?? fileURLToPath(new URL('../../../data', import.meta.url)))
  await mkdir(dataDir, { recursive: true })
  const demo = given.MODE === 'demo' ? await launchSandbox(given, dataDir) : null
  if (demo) cleanup.add(demo.stop)
  const config = demo?.config ?? given
  const { url, launched } = openStorage(config, dataDir, cleanup, log)
  await closeToOthers(join(dataDir, 'files'), log)
  // While this process loads the product, the database and the sandbox start in their own processes.
  await launched
  const { serve } = await import('./serve.ts')
  const announce = await serve({
    ...{ config, dataDir, demo, log, databaseUrl: await url, onStop: cleanup.add },
    shared: config.DATABASE_URL !== undefined || roles.size < roleNames.length,
    isWeb: roles.has('web'),
    isWorker: roles.has('worker'),
  })
  log.info({ roles: [...roles], ms: Date.now() - started }, 'ready')
  await announce()
}

/** Starts the product in this process with the roles that `args` name, and stops it on SIGINT or SIGTERM. */
export const startProcess = async (args: readonly string[], env: Record<string, string | undefined>): Promise<void> => {
  const cleanup = createCleanup()
  const config = readConfig(env)
  const log = createLog(config)
  const stop = createStop(cleanup, log)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'stopping')
      void stop(0)
    })
  }
  try {
    await start(config, readRoles(args), cleanup, log)
  } catch (err) {
    log.fatal({ err }, 'the product could not start')
    await stop(1)
  }
}
