import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { newId } from '#server/lib/ids.ts'
import { createAdmission } from './admission/admission.ts'
import type { Config } from './config.ts'
import type { Deps, WorkerWatch } from './context.ts'
import { openDatabase } from './db/client.ts'
import { createJobQueue } from './jobs/queue.ts'
import { createOutbound } from './lib/guarded-request.ts'
import { createMailer } from './lib/mailer/mailer.ts'
import { createSealer } from './lib/seal.ts'
import { createFolderStore } from './lib/storage/file-store.ts'
import { inboxGuard } from './modules/identity/sessions/index.ts'
import { createNotificationEngine } from './notifications/index.ts'
import { type BusDriverFactory, createBus } from './realtime/bus.ts'
import { postgresDriver, redisDriver } from './realtime/drivers.ts'
import { archive, handlers, jobDefinitions, listExports, listeners, memberships, schedules } from './registry.ts'

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

/** More than the transactions that bulk work has open at once, each of which may need another connection. */
const BULK_CONNECTIONS = 8

export type DepsOptions = {
  config: Config
  databaseUrl: string
  dataDir: string
  /** Whether others work on the same database, so that the bus must reach them. */
  shared: boolean
  /** Reaches the other process of this installation when no others work on the database. */
  driver?: BusDriverFactory | undefined
  worker?: WorkerWatch | null
  log: FastifyBaseLogger
}

/** Connects what the process shares; `close` ends it in the right order. */
export const createDeps = async (options: DepsOptions): Promise<{ deps: Deps; close: () => Promise<void> }> => {
  const { config, databaseUrl, dataDir, log } = options
  const bulkConnections = Math.min(BULK_CONNECTIONS, Math.floor(config.DATABASE_POOL / 2))
  const database = openDatabase(databaseUrl, config.DATABASE_POOL - bulkConnections)
  const bulkDatabase = openDatabase(databaseUrl, bulkConnections)
  const processId = newId()
  const sharedDriver = () =>
    config.REDIS_URL
      ? redisDriver(config.REDIS_URL, databaseUrl, processId)
      : postgresDriver(databaseUrl, database.pool, processId)
  const bus = await createBus(options.shared || config.REDIS_URL ? sharedDriver() : options.driver)
  const failed = (err: unknown) => log.warn({ err }, 'how late this process is could not be measured')
  const admission = createAdmission({ bus, pool: database.pool, processId, failed })
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM })
  const outbound = createOutbound({ allowedHosts: config.OUTBOUND_PRIVATE_HOSTS })
  const deps: Deps = {
    config,
    database,
    bulkDatabase,
    admission,
    sealer: createSealer(config.APP_SECRET ?? (await ownSecret(dataDir)), config.APP_SECRET_PREVIOUS),
    bus,
    jobs: createJobQueue({ pool: database.pool, bus, definitions: jobDefinitions, schedules, processId }),
    archive,
    listExports,
    handlers,
    memberships,
    listeners,
    notifications: createNotificationEngine(),
    inboxGuard,
    mailer,
    outbound: outbound.request,
    outboundSocket: outbound.connect,
    files: createFolderStore(join(dataDir, 'files')),
    log,
    worker: options.worker ?? null,
    processId,
    now: () => new Date(),
  }
  const close = async () => {
    admission.stop()
    mailer.close()
    await outbound.close()
    await bus.close()
    await Promise.all([bulkDatabase.close(), database.close()])
  }
  return { deps, close }
}
