import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { type Deps, systemCtx } from '#server/context.ts'
import { createDeps } from '#server/deps.ts'
import { sumMessagesAcrossCompanies } from '#server/modules/admin/dashboard/sum-messages.ts'
import { testConfig } from './app.ts'

// A process of its own that sums up messages in steps of 40, for tests that kill it. Its argument is the database.

const [databaseUrl = ''] = process.argv.slice(2)
const { deps, close } = await createDeps({
  config: testConfig(),
  databaseUrl,
  dataDir: tmpdir(),
  shared: false,
  log: pino({ level: 'silent' }) as unknown as Deps['log'],
})
const pace = { steps: 50, messages: 40 }
await sumMessagesAcrossCompanies(systemCtx(deps, 'test'), new AbortController().signal, pace)
await close()
