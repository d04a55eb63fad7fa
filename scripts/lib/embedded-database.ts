import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findRunning } from '../../apps/server/src/db/embedded/postmaster.ts'
import { root } from './paths.ts'

/** The data folder that `npm start` uses with the same environment. */
export const dataFolder = () => resolve(process.env['DATA_DIR'] || join(root, 'data'))

/** Where the embedded database of a data folder lies, and its address while it runs (else null). */
export async function embeddedDatabase(dataDir: string) {
  const pointer = join(dataDir, 'postgres/cluster.location')
  const base = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres')
  const cluster = join(base, 'cluster')
  if (!existsSync(join(base, 'cluster.ok'))) throw new Error(`There is no embedded database in ${dataDir}.`)
  const running = await findRunning(cluster)
  const password = readFileSync(join(base, 'password'), 'utf8').trim()
  return { base, cluster, url: running && `postgres://recado:${password}@127.0.0.1:${running.port}/recado` }
}
