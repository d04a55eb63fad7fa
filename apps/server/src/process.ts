import { chmod, mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { type Config, readConfig } from './config.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { launchSandbox } from './demo/sandbox.ts'
import { registry } from './lib/metrics.ts'
import { type Cleanup, createCleanup, createLog, createStop, stopOnSignals } from './processes/lifecycle.ts'
import { type Supervisor, superviseWorker } from './processes/supervisor.ts'

const roleNames = ['web', 'worker'] as const
type Role = (typeof roleNames)[number]

const isRole = (name: string): name is Role => roleNames.some((role) => role === name)

/** What this process does, and whether its worker has a process of its own beside it. */
type Roles = { names: Set<Role>; apart: boolean }

const readRoles = (args: readonly string[]): Roles => {
  const given = args.find((arg) => arg.startsWith('--roles='))?.slice('--roles='.length)
  if (given === undefined || given === 'all') return { names: new Set(roleNames), apart: true }
  const roles = given.split(',').map((part) => part.trim())
  const unknown = roles.filter((role) => !isRole(role))
  if (unknown.length > 0) throw new Error(`--roles: unknown ${unknown.join(', ')}; known are ${roleNames.join(', ')}`)
  return { names: new Set(roles.filter(isRole)), apart: false }
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

type Starting = {
  config: Config
  roles: Roles
  supervisor: Supervisor | null
  cleanup: Cleanup
  log: FastifyBaseLogger
}

const start = async ({ config: given, roles, supervisor, cleanup, log }: Starting) => {
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
  const { serve } = await import('./processes/serve.ts')
  const announce = await serve({
    ...{ config, dataDir, demo, supervisor, log, databaseUrl: await url, onStop: cleanup.add },
    shared: config.DATABASE_URL !== undefined || roles.names.size < roleNames.length,
    isWeb: roles.names.has('web'),
    isWorker: roles.names.has('worker'),
  })
  log.info({ roles: [...roles.names], ms: Date.now() - started }, 'ready')
  await announce()
}

/**
 * Starts the product with the roles that `args` name, in this process; without any, its worker has a process of its own.
 * Stops it on SIGINT or SIGTERM.
 */
export const startProcess = async (args: readonly string[], env: Record<string, string | undefined>): Promise<void> => {
  const cleanup = createCleanup()
  const config = readConfig(env)
  const roles = readRoles(args)
  const role = roles.apart ? 'web' : [...roles.names].join(',')
  const log = createLog(config.LOG_LEVEL, role)
  registry.setDefaultLabels({ role })
  const stop = createStop(cleanup, log)
  stopOnSignals(stop, log)
  try {
    // Begun first, so that it loads the product while this process opens the database.
    const supervisor = roles.apart ? superviseWorker(log, env) : null
    if (supervisor) cleanup.add(supervisor.stop)
    await start({ config, roles, supervisor, cleanup, log })
  } catch (err) {
    log.fatal({ err }, 'the product could not start')
    await stop(1)
  }
}
