import pg from 'pg'
import { pino } from 'pino'
import type { Deps } from '#server/context.ts'
import { createDeps } from '#server/deps.ts'
import { startAutomations } from '#server/modules/automation/runs/engine.ts'
import { testConfig } from './app.ts'

// A process of its own that works on automations until it has asked so many statements of the database, and kills itself
// then. Its arguments are the database, the folder of its data, the address of the stand-in and the number.

const [databaseUrl = '', dataDir = '', graphUrl = '', statements = '0'] = process.argv.slice(2)
const { deps } = await createDeps({
  ...{ config: testConfig({ WHATSAPP_GRAPH_URL: graphUrl }), databaseUrl, dataDir, shared: false },
  log: pino({ level: 'silent' }) as unknown as Deps['log'],
})
let left = Number(statements)
const send = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof send>) {
  if (--left < 0) process.kill(process.pid, 'SIGKILL')
  return send.apply(this, args)
} as typeof send
startAutomations(deps)
