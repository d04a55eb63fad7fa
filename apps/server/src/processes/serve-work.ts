import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/context.ts'
import { handOver, holdWork } from '#server/db/occupancy.ts'
import { createDeps } from '#server/deps.ts'
import { prepareProductNotifications } from '#server/modules/product-notifications/index.ts'
import type { BusDriverFactory } from '#server/realtime/bus.ts'
import { startWorkers } from '#server/registry.ts'
import type { WorkerSetup } from './channel.ts'

/** Works on a database that is up to date: webhooks, sends, jobs and schedules. Resolves once it does. */
export const serveWork = async ({
  log,
  onStop,
  driver,
  ...setup
}: WorkerSetup & {
  driver: BusDriverFactory | undefined
  log: FastifyBaseLogger
  onStop: (step: () => Promise<unknown>) => void
}): Promise<Deps> => {
  if (setup.alone) onStop(await holdWork(setup.databaseUrl))
  else if (setup.predecessor) await handOver(setup.databaseUrl, setup.predecessor)
  const { deps, close } = await createDeps({ ...setup, shared: !setup.alone, driver, log })
  onStop(close)
  await prepareProductNotifications(deps)
  onStop(startWorkers(deps))
  return deps
}
