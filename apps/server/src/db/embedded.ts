import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCodeOf } from '../lib/error-code.ts'
import { type Binaries, copyHomeFor, findBinaries } from './embedded/binaries.ts'
import { clusterMajor, ensureCluster, type Layout, layOut, readPassword, superuser } from './embedded/cluster.ts'
import { findRunning, freePort, isChild, launch, requestStop, shutDown, socketFolder } from './embedded/postmaster.ts'
import { isAlive } from './embedded/process.ts'

type Log = { info(message: string): void; warn(message: string): void }

export type EmbeddedPostgresOptions = {
  /** A folder of its own; holds the cluster, its password (mode 0600) and the server's log. */
  dataDir: string
  /** Loopback port; a free one is taken when not given. */
  port?: number | undefined
  /** `false` gives up crash safety for speed: for tests only. */
  durable?: boolean
  /** Name of the database that is made and that `url` points at. */
  database?: string
  /** Folder with `postgres` and `initdb` to use instead of looking for them. */
  binDir?: string | undefined
  /** Called once the server process has been launched and is starting; not called when a running one is adopted. */
  onLaunched?: () => void
  log: Log
}

export type EmbeddedPostgres = {
  url: string
  /** True when a server was running on this cluster already, left behind by a killed process or used by another one. */
  adopted: boolean
  version: string
  /** Fast shutdown, complete when it resolves. An adopted server keeps running while other clients are connected. */
  stop(): Promise<void>
}

type Server = { pid: number; port: number; adopted: boolean }

async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'recado-embedded',
    connectionTimeoutMillis: 10_000,
  })
  // A lost connection rejects the query that runs on it; without a listener it would end the process too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

async function checkAdopted(url: string, layout: Layout) {
  try {
    const directory = await withClient(url, async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      return rows[0]?.data_directory
    })
    if (directory !== layout.cluster) throw new Error(`it serves ${directory}`)
  } catch (error) {
    throw new Error(
      `A PostgreSQL server is running on ${layout.cluster} but could not be taken over: ${error instanceof Error ? error.message : error}. ` +
        'Stop it, or set DATABASE_URL.',
    )
  }
}

async function ensureDatabase(adminUrl: string, database: string) {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount) return
    try {
      await client.query(`create database ${client.escapeIdentifier(database)}`)
    } catch (error) {
      // 42P04 and 23505: another process made it a moment ago.
      if (!['42P04', '23505'].includes(errorCodeOf(error) ?? '')) throw error
    }
  })
}

/** Whether others use the server; connections that were closed a moment ago get a second to be gone. */
const othersConnected = (adminUrl: string) =>
  withClient(adminUrl, async (client) => {
    for (let tries = 0; tries < 6; tries += 1) {
      if (tries > 0) await sleep(200)
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )
      if (rows[0]?.count === 0) return false
    }
    return true
  })

type Prepared = {
  layout: Layout
  binaries: Binaries
  account: ReturnType<typeof layOut>['account']
  durable: boolean
  onLaunched?: (() => void) | undefined
}

async function findOrLaunch(
  { layout, binaries, account, durable, onLaunched }: Prepared,
  wanted: number | undefined,
): Promise<Server> {
  let refusal = ''
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const running = await findRunning(layout.cluster)
    if (running) return { pid: running.pid, port: running.port, adopted: true }
    const port = wanted ?? (await freePort())
    const launched = launch(layout, { binaries, account, port, durable })
    onLaunched?.()
    const started = await launched
    if (isChild(started) && started.pid) return { pid: started.pid, port, adopted: false }
    if (!isChild(started)) refusal = started.refused
    if (wanted && /could not bind/.test(refusal)) {
      throw new Error(`Port ${wanted} for the embedded database is taken. Choose another, or stop what listens there.`)
    }
  }
  throw new Error(`PostgreSQL did not start. Its log (${layout.logFile}) says:\n${refusal}`)
}

/**
 * Starts the PostgreSQL server that comes with the product, or adopts the one that runs on this folder already.
 * It listens on a socket in its own folder, which takes half the time of TCP to and fro, and on the loopback address only,
 * with a random password. Safe against kill -9 at any moment: the next call
 * recovers, adopts or starts over. Throws an error meant for people when no server can run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, database = 'recado', log, onLaunched } = options
  const { layout, account } = layOut(options.dataDir, log)
  const copyHome = copyHomeFor(account, layout.base)
  const binaries = findBinaries({ account, override: options.binDir, copyHome, major: clusterMajor(layout) })
  const password = readPassword(layout)
  await ensureCluster(layout, { binaries, account, password, durable })
  const server = await findOrLaunch({ layout, binaries, account, durable, onLaunched }, options.port)

  const folder = socketFolder(layout.cluster, server.port)
  // Whoever does not know the parameter reaches the server by the address.
  const bySocket = folder === null ? '' : `?host=${encodeURIComponent(folder)}`
  const urlOf = (name: string) =>
    `postgres://${superuser}:${password}@127.0.0.1:${server.port}/${encodeURIComponent(name)}${bySocket}`
  const stop = async () => {
    if (!isAlive(server.pid)) return
    if (server.adopted && (await othersConnected(urlOf('postgres')))) {
      log.info('the database server is in use by another process and stays up')
      return
    }
    await shutDown(server.pid, () => requestStop(server.pid, binaries, layout.cluster))
  }
  try {
    if (server.adopted) await checkAdopted(urlOf('postgres'), layout)
    await ensureDatabase(urlOf('postgres'), database)
  } catch (error) {
    if (!server.adopted) await stop()
    throw error
  }
  log.info(`PostgreSQL ${binaries.version} ${server.adopted ? 'found running' : 'started'} on port ${server.port}`)
  return { url: urlOf(database), adopted: server.adopted, version: binaries.version, stop }
}
