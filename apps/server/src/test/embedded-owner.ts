import { once } from 'node:events'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'

// A program that owns an embedded database and nothing else, for tests that kill it. It prints one JSON line when ready.

const [dataDir = ''] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined }
const server = await startEmbeddedPostgres({ dataDir, log })
const keepAlive = setInterval(() => undefined, 60_000)
process.once('SIGINT', async () => {
  // As long as whoever started it wants to look at the database meanwhile.
  await once(process.stdin, 'data')
  await server.stop()
  clearInterval(keepAlive)
})

process.stdout.write(`${JSON.stringify({ url: server.url, adopted: server.adopted })}\n`)
