import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { messageOf } from './errors.ts'
import { root } from './paths.ts'

export type Build = {
  /** What is built, as a person reads it. */
  name: string
  /** Of the workspace, from the root; the outcome lies in its `dist`. */
  folder: string
  /** Files and folders that the outcome is made of, from the root. Tests in them do not count. */
  sources: readonly string[]
  run: (folder: string, dist: string) => Promise<void>
}

const ignored = /(^|\/)(node_modules|dist|\.vite|\.tanstack|\.build-lock|test)(\/|$)|\.test\.tsx?$|\.tsbuildinfo$/

function* filesOf(path: string): Generator<string> {
  if (!existsSync(path) || ignored.test(relative(root, path))) return
  if (statSync(path).isFile()) yield path
  else for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name))
}

function sourceStamp(sources: readonly string[]) {
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

/** Runs a program of Node in a workspace; its output is shown only when it fails. */
export function runProgram(folder: string, program: string, args: readonly string[]) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
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
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))))
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

async function withLock(lock: string, run: () => Promise<void>) {
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

/** Runs a build unless its outcome of exactly these sources is there. */
export async function ensureBuilt({ name, folder, sources, run }: Build, say: (text: string) => void) {
  const workspace = join(root, folder)
  const dist = join(workspace, 'dist')
  const stampFile = join(dist, '.build-stamp')
  const isFresh = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp(sources)
  if (isFresh()) return
  await withLock(join(workspace, '.build-lock'), async () => {
    if (isFresh()) return
    say(`Building ${name} ...`)
    const stamp = sourceStamp(sources)
    rmSync(stampFile, { force: true })
    try {
      await run(workspace, dist)
    } catch (error) {
      throw new Error(`Building ${name} failed:\n${messageOf(error)}`)
    }
    writeFileSync(stampFile, stamp)
  })
}
