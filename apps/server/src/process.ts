import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import type { Deps } from './context.ts'
import { openDatabase } from './db/client.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrateDatabase } from './db/migrate.ts'
import { prepareDemo } from './demo/start.ts'
import { createJobQueue } from './jobs/queue.ts'
import { createMailer } from './lib/mailer/mailer.ts'
import { createSealer } from './lib/seal.ts'
import { createFolderStore } from './lib/storage/file-store.ts'
import { resolveSession } from './modules/auth/index.ts'
import { createBus } from './realtime/bus.ts'
import { postgresDriver, redisDriver } from './realtime/drivers.ts'
import { createSocketServer } from './realtime/socket-server.ts'
import { jobDefinitions, schedules, startWorkers } from './registry.ts'

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
      err: pino.stdSerializers.err,
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
      }),
    },
  }) as unknown as FastifyBaseLogger

/** The secret of an installation that was given none: made at the first start and kept in its data folder. */
const ownSecret = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'app-secret')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    const secret = randomBytes(32).toString('hex')
    await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return secret
  }
}

export type RunningProcess = { url: string; stop: () => Promise<void> }

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
    log,
  })
  cleanup.add(embedded.stop)
  return embedded.url
}

const buildDeps = async (config: Config, dataDir: string, roles: Set<Role>, cleanup: Cleanup): Promise<Deps> => {
  const log = createLog(config)
  const url = await openStorage(config, dataDir, cleanup, log)
  await migrateDatabase(url)
  const database = openDatabase(url, config.DATABASE_POOL)
  cleanup.add(database.close)
  const processId = uuidv7()
  const alone = !config.DATABASE_URL && roles.size === roleNames.length
  const driver = config.REDIS_URL
    ? redisDriver(config.REDIS_URL, processId)
    : alone
      ? undefined
      : postgresDriver(url, database.pool, processId)
  const bus = await createBus(driver)
  cleanup.add(bus.close)
  return {
    config,
    database,
    sealer: createSealer(config.APP_SECRET ?? (await ownSecret(dataDir)), config.APP_SECRET_PREVIOUS),
    bus,
    jobs: createJobQueue({
      pool: database.pool,
      bus,
      definitions: jobDefinitions,
      schedules,
      processId,
    }),
    mailer: createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }),
    files: createFolderStore(join(dataDir, 'files')),
    log,
    processId,
    now: () => new Date(),
  }
}

/** Starts the product in this process with the roles that `args` name, and stops it on SIGINT or SIGTERM. */
export const startProcess = async (args: readonly string[], env: Record<string, string | undefined>): Promise<void> => {
  const started = Date.now()
  const roles = readRoles(args)
  const given = readConfig(env)
  const dataDir = resolve(given.DATA_DIR ?? fileURLToPath(new URL('../../../data', import.meta.url)))
  await mkdir(dataDir, { recursive: true })
  const cleanup = createCleanup()
  const demo = given.MODE === 'demo' ? await prepareDemo(given, dataDir) : null
  if (demo) cleanup.add(demo.stop)
  const config = demo?.config ?? given
  const deps = await buildDeps(config, dataDir, roles, cleanup)

  let _stopping: Promise<void> | undefined
  const stop = (signal: string) => {
    _stopping ??= (async () => {
      deps.log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), 25_000).unref()
      await cleanup.run(deps.log)
      process.exit(0)
    })()
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))

  await demo?.seed(deps)
  if (roles.has('worker')) cleanup.add(startWorkers(deps))
  if (roles.has('web')) {
    const app = await buildApp(deps)
    const sockets = createSocketServer(app.server, deps, resolveSession)
    await app.listen({ port: config.PORT, host: config.HOST })
    cleanup.add(async () => {
      await sockets.close()
      await app.close()
    })
  }
  deps.log.info({ roles: [...roles], ms: Date.now() - started }, 'ready')
  await demo?.announce()
}
