import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The operating system account that runs the database server; `null` means the account of this process. */
export type Account = { uid: number; gid: number } | null

const isRoot = () => process.getuid?.() === 0

const idOf = (flag: '-u' | '-g', name: string) => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  const id = Number.parseInt(stdout ?? '', 10)
  return status === 0 && Number.isInteger(id) ? id : null
}

/**
 * PostgreSQL refuses to run as root, so as root we hand it to the account that owns the cluster already,
 * else to `postgres`, else to `nobody` (an id without a passwd entry is refused by initdb).
 */
export function chooseAccount(cluster: string): Account {
  if (!isRoot()) return null
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid && gid) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no "postgres" or "nobody" account to run it under. ' +
      'Start as another user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** Options for child_process that run a program under `account`, in a directory everybody can enter. */
export const under = (account: Account) => ({ cwd: '/', ...(account ?? {}) })

/** Whether `account` can walk into `directory`; asked of the system itself, so ACLs and mounts count. */
export function canEnter(account: Account, directory: string) {
  if (!account) return true
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...under(account), stdio: 'ignore' })
  return probe.status === 0
}
