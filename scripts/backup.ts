import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import pg from 'pg'
import { dataFolder, embeddedDatabase } from './lib/embedded-database.ts'
import { messageOf } from './lib/errors.ts'

// Copies a data folder with its embedded database, running or not: npm run backup -- <new folder>
// The copy is a data folder itself: to restore, start the product with DATA_DIR set to it.
// PostgreSQL manual, "Making a Base Backup Using the Low Level API": what may be left out, and the order of the steps.

const slot = 'recado_backup'
const leftOut =
  /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+|base\/pgsql_tmp.*|pg_dynshmem\/.+|pg_notify\/.+|pg_serial\/.+|pg_snapshots\/.+|pg_subtrans\/.+|cluster\.new-.*)$/

/** Copies a folder whose files come and go meanwhile. */
function copyFolder(from: string, to: string, skip: (path: string) => boolean = () => false, base = from) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    if (skip(relative(base, source))) continue
    if (entry.isDirectory()) copyFolder(source, join(to, entry.name), skip, base)
    else if (entry.isFile()) copyIfThere(source, join(to, entry.name))
  }
}

function copyIfThere(from: string, to: string) {
  try {
    copyFileSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function copyRunning(url: string, cluster: string, target: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
      slot,
    ])
    // Keeps the log of changes from now on, however long the copy takes; gone by itself when this connection ends.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    await client.query("select pg_backup_start('recado', true)")
    copyFolder(cluster, target, (path) => leftOut.test(path))
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
    copyFolder(join(cluster, 'pg_wal'), join(target, 'pg_wal'), (path) => path.startsWith('archive_status/'))
  } finally {
    await client.end()
  }
}

async function backUp(target: string) {
  const dataDir = dataFolder()
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} exists and is not empty.`)
  if (!relative(dataDir, target).startsWith('..')) throw new Error('The copy cannot lie in the data folder itself.')
  const { base, cluster, url } = await embeddedDatabase(dataDir)
  mkdirSync(target, { recursive: true })
  chmodSync(target, 0o711)
  copyFolder(dataDir, target, (path) => path === 'postgres' || path === 'demo.json')
  const database = join(target, 'postgres')
  mkdirSync(database)
  chmodSync(database, 0o711)
  if (url) await copyRunning(url, cluster, join(database, 'cluster'))
  else copyFolder(cluster, join(database, 'cluster'))
  chmodSync(join(database, 'cluster'), 0o700)
  for (const name of ['password', 'cluster.ok']) copyFileSync(join(base, name), join(database, name))
}

try {
  const [target] = process.argv.slice(2)
  if (!target) throw new Error('Usage: npm run backup -- <new folder>')
  await backUp(resolve(target))
  process.stdout.write(`${resolve(target)}\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
