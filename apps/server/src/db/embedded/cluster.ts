import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { errorCodeOf } from '../../lib/error-code.ts'
import { type Account, canEnter, chooseAccount, under } from './account.ts'
import { type Binaries, program, sharedHome } from './binaries.ts'
import { isAlive } from './process.ts'

export const superuser = 'recado'

/** Where the parts of one embedded database lie. `cluster` is PGDATA; `marker` says that it was made to the end. */
export type Layout = {
  dataDir: string
  base: string
  cluster: string
  marker: string
  passwordFile: string
  logFile: string
}

const unique = () => randomBytes(4).toString('hex')

/** Writes a file that appears whole or not at all; keeps an existing one. Returns what the file holds then. */
function writeOnce(path: string, content: string) {
  if (!existsSync(path)) {
    const part = `${path}.${unique()}.part`
    writeFileSync(part, content, { mode: 0o600, flush: true })
    try {
      linkSync(part, path)
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error
    } finally {
      rmSync(part, { force: true })
    }
  }
  return readFileSync(path, 'utf8').trim()
}

/** Makes a folder that other accounts can walk through but not list; an existing one keeps its mode. */
function openFolder(path: string) {
  if (existsSync(path)) return
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o711)
}

/**
 * Decides where the cluster lies: in the data folder, or under /var/lib/recado when the server's account cannot
 * enter the data folder (a home of mode 0700). The choice is kept in a file, so moving the folder keeps the data.
 */
export function layOut(folder: string, log: { warn(message: string): void }): { layout: Layout; account: Account } {
  openFolder(folder)
  const dataDir = realpathSync(folder)
  const pointer = join(dataDir, 'cluster.location')
  let base = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir
  const account = chooseAccount(join(base, 'cluster'))
  if (account && base === dataDir && !canEnter(account, base)) {
    const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
    base = writeOnce(pointer, join(sharedHome, name))
  }
  if (base !== dataDir) {
    openFolder(base)
    log.warn(`the database server cannot enter ${dataDir}: its files are kept in ${base}`)
  }
  const layout: Layout = {
    dataDir,
    base,
    cluster: join(base, 'cluster'),
    marker: join(base, 'cluster.ok'),
    passwordFile: join(base, 'password'),
    logFile: join(base, 'postgres.log'),
  }
  return { layout, account }
}

/** The major version that made the cluster, or null when there is no complete one. */
export function clusterMajor({ cluster, marker }: Layout) {
  if (!existsSync(marker) || !existsSync(join(cluster, 'PG_VERSION'))) return null
  return Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10)
}

export const readPassword = (layout: Layout) => writeOnce(layout.passwordFile, randomBytes(24).toString('base64url'))

function run(command: string, args: string[], account: Account) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(command, args, { ...under(account), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** initdb arguments per try: the built-in provider sorts the same on every system; before 17 the system's locales must do. */
function localeChoices(major: number) {
  if (major >= 17) return [['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']]
  return [['--locale=C.UTF-8'], ['--locale=C']]
}

async function initialise(
  target: string,
  options: { binaries: Binaries; account: Account; password: string; durable: boolean },
) {
  const passwordCopy = `${target}.password`
  const own = (path: string) => options.account && chownSync(path, options.account.uid, options.account.gid)
  try {
    writeFileSync(passwordCopy, options.password, { mode: 0o600 })
    own(passwordCopy)
    let output = ''
    for (const locale of localeChoices(options.binaries.major)) {
      rmSync(target, { recursive: true, force: true })
      mkdirSync(target, { mode: 0o700 })
      own(target)
      const args = ['-D', target, '-U', superuser, '-E', 'UTF8', '-A', 'scram-sha-256', `--pwfile=${passwordCopy}`]
      if (!options.durable) args.push('--no-sync')
      const result = await run(program(options.binaries, 'initdb'), [...args, ...locale], options.account)
      if (result.code === 0) return
      output = result.output
    }
    throw new Error(`The database folder could not be made in ${target}:\n${output.trim()}`)
  } finally {
    rmSync(passwordCopy, { force: true })
  }
}

/** A cluster that was restored by root belongs to root; the server insists on owning it, and on its mode. */
function giveTo({ uid, gid }: NonNullable<Account>, cluster: string) {
  if (statSync(cluster).uid === uid) return
  for (const name of ['', ...(readdirSync(cluster, { recursive: true }) as string[])]) {
    lchownSync(join(cluster, name), uid, gid)
  }
  chmodSync(cluster, 0o700)
}

const isWhole = (cluster: string) => existsSync(join(cluster, 'global', 'pg_control'))

/** Folders that starts of this very process are filling. */
const inTheMaking = new Set<string>()

/** Removes what a killed start left behind; a folder of a start that is still alive is left to it. */
function removeLeftovers(base: string) {
  for (const name of readdirSync(base)) {
    const maker = /^cluster\.new-(\d+)-/.exec(name)
    if (!maker || inTheMaking.has(name)) continue
    if (Number(maker[1]) === process.pid || !isAlive(Number(maker[1]))) {
      rmSync(join(base, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  }
}

/**
 * Makes the cluster unless a complete one is there. It is made beside its place and renamed, so neither a kill in the
 * middle nor an initdb that outlived its parent can leave a half-made cluster in use; leftovers are removed.
 */
export async function ensureCluster(
  layout: Layout,
  options: { binaries: Binaries; account: Account; password: string; durable: boolean },
) {
  if (clusterMajor(layout) !== null) {
    if (options.account) giveTo(options.account, layout.cluster)
    return
  }
  removeLeftovers(layout.base)
  if (!isWhole(layout.cluster)) {
    rmSync(layout.cluster, { recursive: true, force: true })
    const name = `cluster.new-${process.pid}-${unique()}`
    const target = join(layout.base, name)
    inTheMaking.add(name)
    try {
      await initialise(target, options)
      renameSync(target, layout.cluster)
    } catch (error) {
      rmSync(target, { recursive: true, force: true })
      if (!isWhole(layout.cluster)) throw error
    } finally {
      inTheMaking.delete(name)
    }
  }
  writeOnce(layout.marker, 'complete\n')
}
