// Runs a task on the Node version that the lockfile pins, installing packages first when they are missing or outdated.
// This file runs on whatever Node the machine has: syntax of Node 18, nothing imported from npm.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'
const modules = join(root, 'node_modules')
const pinned = join(modules, 'node', 'bin', windows ? 'node.exe' : 'node')
const stampFile = join(modules, '.setup-stamp')
const lock = join(root, '.setup-lock')

const tasks = {
  start: [['scripts/build.ts'], ['apps/server/src/main.ts']],
  build: [['scripts/build.ts']],
  dev: [['scripts/dev.ts']],
  test: [['scripts/test.ts']],
  check: [['scripts/check.ts']],
  bench: [['bench/main.ts']],
  faults: [['scripts/faults.ts']],
  fuzz: [['scripts/fuzz.ts']],
  backup: [['scripts/backup.ts']],
  client: [['scripts/client.ts']],
  'db:url': [['scripts/db-url.ts']],
  'demo:info': [['scripts/demo-info.ts']],
}

/** Most of what the product makes is short-lived, and Node would keep 130 MB for that in each of its processes. */
const flags = { 'apps/server/src/main.ts': ['--max-semi-space-size=8'] }

const say = (text) => process.stderr.write(`${text}\n`)
const packageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const wantedNode = `v${packageFile.dependencies.node}`

function wantedStamp() {
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lockfile).update(`${process.platform} ${process.arch}`).digest('hex')
}

const nodeIsRight = () => spawnSync(pinned, ['-v'], { encoding: 'utf8' }).stdout?.trim() === wantedNode
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Packages that belong on this machine and are not in node_modules, by the list npm keeps of what it put there.
 * npm leaves out an optional package, such as a platform's binaries, without a word when fetching it fails.
 */
function missingPackages(onlyOptional = false) {
  const listFile = join(modules, '.package-lock.json')
  if (!existsSync(listFile)) return ['everything']
  const libc = existsSync('/etc/alpine-release') ? 'musl' : 'glibc'
  const installed = readJson(listFile).packages
  const wanted = Object.entries(readJson(join(root, 'package-lock.json')).packages)
  const missing = wanted.filter(([path, { version, os, cpu, libc: library, optional }]) => {
    if (!path.includes('node_modules/')) return false
    if (installed[path]) return installed[path].version !== version && !onlyOptional
    const forUs = os?.includes(process.platform) && cpu?.includes(process.arch) && (!library || library.includes(libc))
    return optional ? forUs : !onlyOptional
  })
  return missing.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
}

function stampIsRight() {
  const stamp = wantedStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true
  // Someone may have run `npm ci` or `npm install` by hand: then nothing is missing.
  if (missingPackages().length > 0) return false
  writeFileSync(stampFile, stamp)
  return true
}

const isReady = () => stampIsRight() && nodeIsRight()

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The folder is the lock; the file in it tells whether its owner still lives. A lock without one is being made. */
async function withLock(run) {
  const ownerFile = join(lock, 'pid')
  let told = false
  for (let emptyFor = 0; ; ) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    let owner = Number.NaN
    try {
      owner = Number.parseInt(readFileSync(ownerFile, 'utf8'), 10)
    } catch {
      // Just made, or left by a process that was killed between two lines.
    }
    emptyFor = Number.isNaN(owner) ? emptyFor + 1 : 0
    if (emptyFor > 20 || (!Number.isNaN(owner) && !isAlive(owner))) rmSync(lock, { recursive: true, force: true })
    else if (!told && !Number.isNaN(owner)) {
      told = true
      say(`Waiting for process ${owner}, which is installing packages here ...`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  writeFileSync(ownerFile, String(process.pid))
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await run()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** Without the entries of node_modules: else `npm ci` would delete the Node it runs on. */
function outsideEnvironment() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const entries = (process.env[name] ?? '').split(delimiter)
  const clean = entries.filter((entry) => !entry.split(sep).includes('node_modules'))
  return { ...process.env, [name]: clean.join(delimiter), npm_config_loglevel: 'error' }
}

function runNpm(args) {
  const npm = process.env.npm_execpath
  // A launcher that itself runs on the pinned Node must not use it for an install that replaces it.
  const ownNode = process.execPath.startsWith(modules) ? 'node' : process.execPath
  const [command, first] = npm && /\.c?js$/.test(npm) ? [ownNode, [npm]] : ['npm', []]
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      env: outsideEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: windows && command === 'npm',
    })
    const stop = forwardSignals(child)
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => collect(String(error)))
    child.on('close', (code, signal) => {
      stop()
      resolve({ ok: code === 0, output, signal })
    })
  })
}

async function runInstall() {
  const result = await runNpm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
  if (result.signal) process.exit(128 + constants.signals[result.signal])
  if (result.ok) return
  say(result.output.trim())
  say('Installing the packages failed; the lines above say why. Then run the command again.')
  process.exit(1)
}

async function install() {
  say('Installing packages (this happens once and takes about a minute) ...')
  rmSync(stampFile, { force: true })
  await runInstall()
  for (let tries = 0; tries < 2 && missingPackages(true).length > 0; tries += 1) await runInstall()
  if (!nodeIsRight()) await runNpm(['rebuild', 'node', '--ignore-scripts=false'])
  if (!nodeIsRight()) {
    say(`Node ${wantedNode} could not be set up. Use npm 10 or 11, or run: npm rebuild node --ignore-scripts=false`)
    process.exit(1)
  }
  const missing = missingPackages(true)
  if (missing.length > 0) say(`Not available for this machine: ${missing.join(', ')}. The next run tries again.`)
  else writeFileSync(stampFile, wantedStamp())
}

/**
 * Passes signals on. Ctrl-C reaches the child too, as a member of the same process group, so ours is passed on as
 * SIGTERM: a child never takes the pair for an impatient second Ctrl-C.
 */
function forwardSignals(child) {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => child.kill('SIGTERM')
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  return () => {
    for (const remove of handlers) remove()
  }
}

function runPinned([file, ...args]) {
  const path = `${join(modules, '.bin')}${delimiter}${outsideEnvironment().PATH ?? ''}`
  return new Promise((resolve) => {
    const child = spawn(pinned, [...(flags[file] ?? []), join(root, file), ...args], {
      cwd: root,
      env: { ...process.env, PATH: path },
      stdio: 'inherit',
    })
    const stop = forwardSignals(child)
    child.on('error', (error) => {
      say(String(error))
      resolve(1)
    })
    child.on('close', (code, signal) => {
      stop()
      resolve(signal ? 128 + constants.signals[signal] : code)
    })
  })
}

async function main() {
  const [task, ...args] = process.argv.slice(2)
  const steps = tasks[task]
  if (!steps) {
    say(`Known tasks: ${Object.keys(tasks).join(', ')}`)
    process.exit(2)
  }
  if (!isReady()) await withLock(async () => isReady() || (await install()))
  for (const [index, step] of steps.entries()) {
    const code = await runPinned(index === steps.length - 1 ? [...step, ...args] : step)
    if (code !== 0) process.exit(code)
  }
}

await main()
