import { flushCompileCache } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { holdWork, occupyDatabase } from '#server/db/occupancy.ts'
import type { DemoSandbox } from '#server/demo/sandbox.ts'
import { prepareDemo } from '#server/demo/start.ts'
import { createDeps } from '#server/deps.ts'
import { prepareProductNotifications } from '#server/modules/product-notifications/index.ts'
import { startWorkers } from '#server/registry.ts'
import type { Supervisor } from './supervisor.ts'

export type Serving = {
  config: Config
  databaseUrl: string
  dataDir: string
  /** Whether other installations of the product may use the same database. */
  shared: boolean
  isWeb: boolean
  isWorker: boolean
  /** The worker process, when the worker has one of its own. */
  supervisor: Supervisor | null
  demo: DemoSandbox | null
  log: FastifyBaseLogger
  /** Registers a cleanup for shutdown; the last one registered runs first. */
  onStop: (step: () => Promise<unknown>) => void
}

/** Runs the product on its database in the given roles. Resolves once it is ready. */
export const serve = async (serving: Serving): Promise<() => Promise<void>> => {
  const { config, databaseUrl, dataDir, shared, supervisor, log, onStop } = serving
  await migrateDatabase(databaseUrl)
  onStop(await occupyDatabase(databaseUrl, !shared))
  if (serving.isWorker && !shared && !supervisor) onStop(await holdWork(databaseUrl))
  const worker = supervisor?.watch ?? null
  const driver = shared ? undefined : supervisor?.bus.driver
  const { deps, close } = await createDeps({ config, databaseUrl, dataDir, shared, driver, worker, log })
  onStop(close)
  await prepareProductNotifications(deps)
  const announce = serving.demo ? await prepareDemo(deps, serving.demo, dataDir) : undefined
  const working = supervisor?.begin({ config, databaseUrl, dataDir, alone: !shared })
  if (supervisor) onStop(supervisor.stop)
  else if (serving.isWorker) onStop(startWorkers(deps))
  if (serving.isWeb) {
    const { serveWeb } = await import('./serve-web.ts')
    onStop(await serveWeb(deps))
  }
  // While the last requests are answered, the worker finishes.
  if (supervisor) onStop(async () => void supervisor.stop())
  await working
  // Written now so that the next start finds it even if this process is killed.
  flushCompileCache()
  return async () => announce?.()
}
