import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { accessSync, closeSync, constants, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Account, under } from './account.ts'
import { type Binaries, program } from './binaries.ts'
import type { Layout } from './cluster.ts'
import { isAlive, isDefunct, isPostmasterOf, isWorkedIn, waitUntil } from './process.ts'

const startTimeout = 300_000
/** Servers of a killed postmaster end within a moment, milliseconds. */
const orphanTimeout = 10_000

/** What `postmaster.pid` says: line 1 process id, 4 port, 8 status (PostgreSQL source, miscadmin.h). */
export function readPidFile(cluster: string) {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return null
    return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch {
    return null
  }
}

/**
 * The running server of this cluster, or null. Waits for one that is just starting or stopping (its parent was killed),
 * and removes a pid file whose number belongs to another program today, or to a server that was killed and not reaped.
 */
export async function findRunning(cluster: string) {
  let found = readPidFile(cluster)
  if (!found) return null
  const { pid } = found
  if (!isPostmasterOf(pid, cluster)) {
    // PostgreSQL takes any process of this id for a server, one that was killed and not yet reaped too. Its children
    // end by themselves when they notice; nothing may start before that.
    if (isAlive(pid) || isDefunct(pid)) {
      if (!(await waitUntil(() => !isWorkedIn(cluster), orphanTimeout))) return null
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
    }
    return null
  }
  await waitUntil(() => {
    found = readPidFile(cluster)
    return !isAlive(pid) || found?.status === 'ready'
  }, startTimeout)
  return isAlive(pid) && found?.status === 'ready' ? found : null
}

/** A loopback port that is free at this moment. */
export function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** A socket whose path is longer cannot be made anywhere, bytes. */
const longestSocketPath = 103

const socketPath = (cluster: string, port: number) => join(cluster, `.s.PGSQL.${port}`)

/** Where the server's socket can lie: in its own folder, which only its account can enter. */
const hasSocket = (cluster: string) =>
  process.platform !== 'win32' && Buffer.byteLength(socketPath(cluster, 65_535)) <= longestSocketPath

/** Folder of the server's socket; null where there is none that this process may use. */
export function socketFolder(cluster: string, port: number) {
  try {
    accessSync(socketPath(cluster, port), constants.R_OK | constants.W_OK)
    return cluster
  } catch {
    return null
  }
}

function settings(cluster: string, durable: boolean): Record<string, string> {
  const common = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: hasSocket(cluster) ? `"${cluster}"` : '',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    max_wal_size: '2GB',
    min_wal_size: '160MB',
  }
  if (!durable) {
    return {
      ...common,
      shared_buffers: '128MB',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'on',
    }
  }
  return {
    ...common,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    maintenance_work_mem: '128MB',
    work_mem: '8MB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    // A higher limit lets autovacuum use half a processor right after bulk work, while people wait.
    autovacuum_vacuum_cost_limit: '200',
    // A table that has just grown gets bad query plans until its statistics are updated.
    autovacuum_naptime: '15s',
  }
}

function openLog(path: string) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

const logTail = (path: string, from: number) =>
  readFileSync(path).subarray(from).toString('utf8').trim().split('\n').slice(-15).join('\n')

type StartOptions = { binaries: Binaries; account: Account; port: number; durable: boolean }

/**
 * Starts the server in a session of its own: Ctrl-C in a terminal reaches every process of the group, and the server
 * must outlive our own orderly stop. Resolves when it accepts connections; `null` when another one holds the cluster.
 */
export async function launch(layout: Layout, { binaries, account, port, durable }: StartOptions) {
  const args = ['-D', layout.cluster, '-p', String(port)]
  for (const [name, value] of Object.entries(settings(layout.cluster, durable))) args.push('-c', `${name}=${value}`)
  const log = openLog(layout.logFile)
  const before = statSync(layout.logFile).size
  const child = spawn(program(binaries, 'postgres'), args, {
    ...under(account),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  // An owner that leaves without stopping it, even while it is still starting, takes the server along.
  const takeAlong = () => child.kill('SIGINT')
  process.once('exit', takeAlong)
  child.once('exit', () => process.off('exit', takeAlong))
  const gone = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null
  const ready = () => {
    const found = readPidFile(layout.cluster)
    return found?.pid === child.pid && found?.status === 'ready'
  }
  await waitUntil(() => gone() || ready(), startTimeout)
  if (!gone() && ready()) {
    child.unref()
    return child
  }
  child.kill('SIGQUIT')
  if (failure) throw new Error(`PostgreSQL did not start: ${failure.message}`)
  const said = logTail(layout.logFile, before)
  if (/lock file "postmaster.pid" (already exists|is empty)/.test(said) || /could not bind/.test(said))
    return { refused: said }
  throw new Error(`PostgreSQL did not start. Its log (${layout.logFile}) says:\n${said}`)
}

export const isChild = (value: ChildProcess | { refused: string }): value is ChildProcess => 'pid' in value

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // Gone already, which is what was wanted.
  }
}

/** Asks for a fast shutdown without waiting: sessions are ended, everything committed is written. */
export function requestStop(pid: number, binaries: Binaries, cluster: string) {
  if (process.platform === 'win32') {
    spawnSync(program(binaries, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-W'], { stdio: 'ignore' })
  } else signal(pid, 'SIGINT')
}

/** Stops the server and waits for its end; after 30 s without one it is told to quit at once (it recovers at the next start). */
export async function shutDown(pid: number, ask = () => signal(pid, 'SIGINT')) {
  ask()
  if (await waitUntil(() => !isAlive(pid), 30_000)) return
  signal(pid, 'SIGQUIT')
  if (await waitUntil(() => !isAlive(pid), 10_000)) return
  signal(pid, 'SIGKILL')
}
