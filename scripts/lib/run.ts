import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { root } from './paths.ts'

const running = new Set<ChildProcess>()
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping = true
    for (const child of running) child.kill('SIGTERM')
    if (running.size === 0) process.exit(143)
  })
}

/** Whether a signal asked this task to end. */
export const isStopping = () => stopping

/** Runs a Node program of the checkout; signals are passed on to it. Resolves with its exit code. */
export function runNode(args: string[], options: SpawnOptions = {}) {
  return start(process.execPath, args, options).ended
}

/** Starts a program that this task ends with, and tells when it ended. */
export function start(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  running.add(child)
  const ended = new Promise<number>((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      running.delete(child)
      resolve(1)
    })
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve(signal ? 143 : (code ?? 1))
    })
  })
  return { child, ended }
}
