import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { errorCodeOf } from '../../lib/error-code.ts'

/** Whether a process with this id exists, ours or not. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return state(pid) !== 'Z'
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}

function state(pid: number) {
  try {
    return /\)\s+(\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** Whether a process has ended but still holds its id, because its parent has not asked how it ended. */
export const isDefunct = (pid: number) => state(pid) === 'Z'

/** Whether any process works in this folder, as the servers of a cluster do; only Linux can tell. */
export function isWorkedIn(folder: string) {
  try {
    const real = realpathSync(folder)
    return readdirSync('/proc').some((name) => /^\d+$/.test(name) && cwdOf(name) === real)
  } catch {
    return false
  }
}

function cwdOf(pid: string) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/**
 * Whether process `pid` is a PostgreSQL server of this cluster. A pid file survives a reboot or a container restart,
 * and its number may belong to any other program by then.
 */
export function isPostmasterOf(pid: number, cluster: string) {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return (stdout ?? '').includes('postgres') && (stdout ?? '').includes(cluster)
  }
}

/** Polls until `done` holds; false when `timeout` milliseconds passed first. */
export async function waitUntil(done: () => boolean, timeout: number) {
  const end = Date.now() + timeout
  while (!done()) {
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return true
}
