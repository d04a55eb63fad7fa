import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from './lib/embedded-database.ts'

// Prints what a script needs to drive the running demo, as one JSON object on standard output.

const dataDir = dataFolder()
const file = join(dataDir, 'demo.json')

async function readRunning() {
  if (!existsSync(file)) return null
  const info = JSON.parse(readFileSync(file, 'utf8')) as { url: string }
  const answer = await fetch(new URL('/healthz', info.url), { signal: AbortSignal.timeout(3000) }).catch(() => null)
  return answer?.ok ? info : null
}

const info = await readRunning()
if (info) process.stdout.write(`${JSON.stringify(info)}\n`)
else {
  process.stderr.write(`No demo is running on the data folder ${dataDir}. Start it with: npm start\n`)
  process.exitCode = 1
}
