import { chmod, mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { socketPath } from '@recado/contracts/realtime'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { createConversationVisibility } from '#server/modules/inbox/visibility/index.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import type { Deps } from './context.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrateDatabase } from './db/migrate.ts'
import { occupyDatabase } from './db/occupancy.ts'
import { prepareDemo } from './demo/start.ts'
import { createDeps } from './deps.ts'
import { serializeError } from './lib/safe-error.ts'
import { watchConnections } from './modules/automation/routing/index.ts'
import { resolveSession } from './modules/identity/sessions/index.ts'
import { prepareProductNotifications } from './modules/product-notifications/index.ts'
import { createNotificationSocket, widgetSocketPath } from './notifications/index.ts'
import { createSocketServer } from './realtime/socket-server.ts'
import { refuseOtherUpgrades } from './realtime/upgrades.ts'
import { startWorkers } from './registry.ts'

const roleNames = ['web', 'worker'] as const
type Role = (typeof roleNames)[number]

const readRoles = (args: readonly string[]): Set<Role> => {
  const given = args.find((arg) => arg.startsWith('--roles='))?.slice('--roles='.length)
  if (given === undefined || given === 'all') return new Set(roleNames)
  const roles = given.split(',').map((part) => part.trim())
  const unknown = roles.filter((role) => !(roleNames as readonly string[]).includes(role))
  if (unknown.length > 0) throw new Error(`--roles: unknown ${unknown.join(', ')}; known are ${roleNames.join(', ')}`)
  return new Set(roles as Role[])
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

const openStorage = async (config: Config, dataDir: string, cleanup: Cleanup, log: FastifyBaseLogger) => {
  if (config.DATABASE_URL) return config.DATABASE_URL
  const embedded = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    binDir: config.PG_BIN_DIR,
    log,
  })
  cleanup.add(embedded.stop)
  return embedded.url
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

const startWeb = async (config: Config, deps: Deps, cleanup: Cleanup) => {
  const app = await buildApp(deps)
  const connections = watchConnections(deps)
  const sockets = createSocketServer(app.server, deps, {
    resolve: resolveSession,
    visibility: createConversationVisibility(deps),
    watch: connections,
  })
  const widgets = createNotificationSocket(app.server, deps)
  refuseOtherUpgrades(app.server, [socketPath, widgetSocketPath])
  cleanup.add(async () => {
    await Promise.all([sockets.close(), widgets.close()])
    await connections.stop()
    await app.close()
  })
  await app.listen({ port: config.PORT, host: config.HOST })
}

const start = async (given: Config, roles: Set<Role>, cleanup: Cleanup, log: FastifyBaseLogger) => {
  const started = Date.now()
  const dataDir = resolve(given.DATA_DIR ?? fileURLToPath(new URL('../../../data', import.meta.url)))
  await mkdir(dataDir, { recursive: true })
  const demo = given.MODE === 'demo' ? await prepareDemo(given, dataDir) : null
  if (demo) cleanup.add(demo.stop)
  const config = demo?.config ?? given
  const databaseUrl = await openStorage(config, dataDir, cleanup, log)
  await migrateDatabase(databaseUrl)
  const shared = config.DATABASE_URL !== undefined || roles.size < roleNames.length
  cleanup.add(await occupyDatabase(databaseUrl, !shared))
  await closeToOthers(join(dataDir, 'files'), log)
  const { deps, close } = await createDeps({ config, databaseUrl, dataDir, shared, log })
  cleanup.add(close)
  await prepareProductNotifications(deps)
  await demo?.seed(deps)
  if (roles.has('worker')) cleanup.add(startWorkers(deps))
  if (roles.has('web')) await startWeb(config, deps, cleanup)
  log.info({ roles: [...roles], ms: Date.now() - started }, 'ready')
  await demo?.announce()
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
