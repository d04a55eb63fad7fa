import { join } from 'node:path'
import { root, vitestProgram } from './lib/paths.ts'
import { runNode } from './lib/run.ts'

// Kills the processes of a campaign more often than `npm test` has time for: twenty times, at several stages, with one
// and with two processes that work at once. TEST_DATABASE_URL names a database server to do it on, else the embedded one.

const test = join(root, 'apps/server/src/modules/campaigns/delivery/faults/kill.test.ts')
const kills = process.env['FAULT_KILLS'] ?? '20'

for (const workers of ['1', '2']) {
  process.stdout.write(`${kills} kills, ${workers === '1' ? 'one process' : 'two processes'} at once\n`)
  const env = { ...process.env, FAULT_KILLS: kills, FAULT_WORKERS: workers }
  const code = await runNode([vitestProgram, 'run', test], { env })
  if (code !== 0) process.exitCode = code
}
