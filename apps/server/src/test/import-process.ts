import pg from 'pg'
import { pino } from 'pino'
import type { Deps } from '#server/context.ts'
import { createDeps } from '#server/deps.ts'
import { startImporter } from '#server/modules/contacts/imports/importer.ts'
import { testConfig } from './app.ts'

// A process of its own that works on imports until it has sent so many statements, and kills itself then. Its arguments
// are the database, the folder of its data and the number of statements.

const [databaseUrl = '', dataDir = '', statements = '0'] = process.argv.slice(2)
const { deps } = await createDeps({
  ...{ config: testConfig(), databaseUrl, dataDir, shared: false },
  log: pino({ level: 'silent' }) as unknown as Deps['log'],
})
let left = Number(statements)
const send = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof send>) {
  if (--left < 0) process.kill(process.pid, 'SIGKILL')
  return send.apply(this, args)
} as typeof send
startImporter(deps)
