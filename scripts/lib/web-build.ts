import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { precompress } from '../precompress.ts'
import { root, viteProgram } from './paths.ts'

const web = join(root, 'apps/web')
const dist = join(web, 'dist')
const stampFile = join(dist, '.build-stamp')
const lock = join(web, '.build-lock')

/** What the built app is made of; tests do not end up in it. */
const sources = ['apps/web', 'packages/contracts', 'packages/inbox', 'package-lock.json', 'tsconfig.base.json']
const ignored = /(^|\/)(node_modules|dist|\.vite|\.tanstack|\.build-lock|test)(\/|$)|\.test\.tsx?$|\.tsbuildinfo$/

function* filesOf(path: string): Generator<string> {
  if (!existsSync(path) || ignored.test(relative(root, path))) return
  if (statSync(path).isFile()) yield path
  else for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name))
}

function sourceStamp() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const path of filesOf(join(root, source)))
      hash
        .update(`${relative(root, path)}\0`)
        .update(readFileSync(path))
        .update('\0')
  }
  return hash.digest('hex')
}

const isFresh = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp()

function runVite() {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [viteProgram, 'build', '--logLevel', 'warn'], {
      cwd: web,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Building the web app failed:\n${output.trim()}`)),
    )
  })
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function withLock(run: () => Promise<void>) {
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pidFile = join(lock, 'pid')
      const owner = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (owner ? !isAlive(owner) : age > 5000) rmSync(lock, { recursive: true, force: true })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  try {
    await run()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Builds and precompresses the web app unless the build of exactly these sources is there. */
export async function ensureWebBuild(say: (text: string) => void) {
  if (isFresh()) return
  await withLock(async () => {
    if (isFresh()) return
    say('Building the web app ...')
    const stamp = sourceStamp()
    rmSync(stampFile, { force: true })
    await runVite()
    await precompress(dist)
    writeFileSync(stampFile, stamp)
  })
}
