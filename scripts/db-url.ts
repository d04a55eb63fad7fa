import { dataFolder, embeddedDatabase } from './lib/embedded-database.ts'
import { messageOf } from './lib/errors.ts'

// Prints the address of the running embedded database, for psql, pg_dump and the like.

try {
  const { url } = await embeddedDatabase(dataFolder())
  if (!url) throw new Error('The embedded database is not running. Start it with: npm start')
  process.stdout.write(`${url}\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
