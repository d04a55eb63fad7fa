import { flushCompileCache } from 'node:module'
import { socketPath } from '@recado/contracts/realtime'
import type { FastifyBaseLogger } from 'fastify'
import { createConversationVisibility } from '#server/modules/inbox/visibility/index.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Deps } from './context.ts'
import { migrateDatabase } from './db/migrate.ts'
import { occupyDatabase } from './db/occupancy.ts'
import type { DemoSandbox } from './demo/sandbox.ts'
import { prepareDemo } from './demo/start.ts'
import { createDeps } from './deps.ts'
import { watchConnections } from './modules/automation/routing/index.ts'
import { resolveSession } from './modules/identity/sessions/index.ts'
import { prepareProductNotifications } from './modules/product-notifications/index.ts'
import { createNotificationSocket, widgetSocketPath } from './notifications/index.ts'
import { createSocketServer } from './realtime/socket-server.ts'
import { refuseOtherUpgrades } from './realtime/upgrades.ts'
import { startWorkers } from './registry.ts'

export type Serving = {
  config: Config
  databaseUrl: string
  dataDir: string
  /** Whether other processes may use the same database. */
  shared: boolean
  isWeb: boolean
  isWorker: boolean
  demo: DemoSandbox | null
  log: FastifyBaseLogger
  /** Registers a cleanup for shutdown; the last one registered runs first. */
  onStop: (step: () => Promise<unknown>) => void
}

const startWeb = async ({ config, onStop }: Serving, deps: Deps) => {
  const app = await buildApp(deps)
  const connections = watchConnections(deps)
  const sockets = createSocketServer(app.server, deps, {
    resolve: resolveSession,
    visibility: createConversationVisibility(deps),
    watch: connections,
  })
  const widgets = createNotificationSocket(app.server, deps)
  refuseOtherUpgrades(app.server, [socketPath, widgetSocketPath])
  onStop(async () => {
    await Promise.all([sockets.close(), widgets.close()])
    await connections.stop()
    await app.close()
  })
  await app.listen({ port: config.PORT, host: config.HOST })
}

/** Runs the product on its database in the given roles. Resolves once it is ready. */
export const serve = async (serving: Serving): Promise<() => Promise<void>> => {
  const { config, databaseUrl, dataDir, shared, log, onStop } = serving
  await migrateDatabase(databaseUrl)
  onStop(await occupyDatabase(databaseUrl, !shared))
  const { deps, close } = await createDeps({ config, databaseUrl, dataDir, shared, log })
  onStop(close)
  await prepareProductNotifications(deps)
  const announce = serving.demo ? await prepareDemo(deps, serving.demo, dataDir) : undefined
  if (serving.isWorker) onStop(startWorkers(deps))
  if (serving.isWeb) await startWeb(serving, deps)
  // Written now so that the next start finds it even if this process is killed.
  flushCompileCache()
  return async () => announce?.()
}
