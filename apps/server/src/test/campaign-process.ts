import pg from 'pg'
import { pino } from 'pino'
import type { Deps } from '#server/context.ts'
import { createDeps } from '#server/deps.ts'
import { startEngine } from '#server/modules/campaigns/delivery/engine.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { testConfig } from './app.ts'

// A process of its own that works on campaigns and sends until it has asked so many statements of the database, and kills
// itself then. Its arguments are the database, the folder of its data, the address of the stand-in and the number, which
// whoever started it may also say later. It says its name once it works.

const [databaseUrl = '', dataDir = '', graphUrl = '', statements = '0'] = process.argv.slice(2)
const { deps } = await createDeps({
  ...{
    config: testConfig({ WHATSAPP_GRAPH_URL: graphUrl, UNKNOWN_SETTLE_SECONDS: '3' }),
    databaseUrl,
    dataDir,
    shared: false,
  },
  log: pino({ level: 'silent' }) as unknown as Deps['log'],
})
let left = Number(statements)
const send = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof send>) {
  if (--left < 0) process.kill(process.pid, 'SIGKILL')
  return send.apply(this, args)
} as typeof send
process.on('message', (statements) => {
  left = Number(statements)
})
startEngine(deps)
startSender(deps, { sweepMs: 50, ownershipSeconds: 30 })
process.send?.(deps.processId)
