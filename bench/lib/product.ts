import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { familyOf, memoryOfAll, processorSeconds } from './memory.ts'
import { sleep } from './numbers.ts'
import type { Stage } from './stage.ts'

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
export const resultsDir = fileURLToPath(new URL('../results/', import.meta.url))

export type Product = {
  url: string
  pid: number
  startMs: number
  /** Seconds of processor time so far, of its processes together. */
  cpuSeconds: () => Promise<number>
  /** Bytes of memory of its processes together. */
  memory: () => Promise<number>
  stop: () => Promise<void>
}

const running = new Set<ChildProcess>()
export const stopProducts = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

const isReady = async (url: string) => {
  try {
    const answer = await request(`${url}/readyz`)
    const { worker } = (await answer.body.json()) as { worker?: string }
    return answer.statusCode === 200 && (worker ?? 'working') === 'working'
  } catch {
    return false
  }
}

const processorSecondsOf = async (pid: number) => {
  const seconds = await Promise.all((await familyOf(pid)).map(processorSeconds))
  return seconds.reduce((a, b) => a + b, 0)
}

/** `BENCH_ROLES=web,worker` measures one process that does everything. */
const roles = process.env.BENCH_ROLES ? [`--roles=${process.env.BENCH_ROLES}`] : []

/** Starts the product on a stage as `npm start` would, in processes of its own; `profile` writes CPU profiles of them. */
export const startProduct = async (stage: Stage, profile: string | null = null): Promise<Product> => {
  mkdirSync(resultsDir, { recursive: true })
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${join(resultsDir, profile)}`] : []
  const started = performance.now()
  // As `npm start` does.
  const child = spawn(process.execPath, ['--max-semi-space-size=8', ...profiling, main, ...roles], {
    env: { ...process.env, ...stage.environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  running.add(child)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const url = `http://127.0.0.1:${stage.port}`
  for (let tries = 0; !(await isReady(url)); tries++) {
    if (child.exitCode !== null || tries > 600)
      throw new Error(`the product did not start (exit code ${child.exitCode})`)
    await sleep(50)
  }
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    cpuSeconds: () => processorSecondsOf(child.pid ?? 0),
    memory: async () => memoryOfAll(await familyOf(child.pid ?? 0)),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
