import { pino } from 'pino'
import type { Deps } from '#server/context.ts'
import { createDeps } from '#server/deps.ts'
import { startDeliveries } from '#server/modules/integrations/webhook-endpoints/sender/sender.ts'
import { testConfig } from './app.ts'

// A process of its own that sends webhooks until it is killed. Its arguments are the database and the folder of its data.

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const { deps } = await createDeps({
  ...{ config: testConfig(), databaseUrl, dataDir, shared: false },
  log: pino({ level: 'silent' }) as unknown as Deps['log'],
})
startDeliveries(deps)
