import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { processorSeconds } from './memory.ts'
import { sleep } from './numbers.ts'
import type { Stage } from './stage.ts'

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
export const resultsDir = fileURLToPath(new URL('../results/', import.meta.url))

export type Product = {
  url: string
  pid: number
  startMs: number
  /** Seconds of processor time so far. */
  cpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}

const running = new Set<ChildProcess>()
export const stopProducts = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

const isReady = async (url: string) => {
  try {
    const answer = await request(`${url}/readyz`)
    await answer.body.dump()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

/** Starts the product on a stage as `npm start` would, in a process of its own; `profile` writes a CPU profile of it. */
export const startProduct = async (stage: Stage, profile: string | null = null): Promise<Product> => {
  mkdirSync(resultsDir, { recursive: true })
  const profiling = profile
    ? ['--cpu-prof', `--cpu-prof-dir=${resultsDir}`, `--cpu-prof-name=${profile}.cpuprofile`]
    : []
  const started = performance.now()
  const child = spawn(process.execPath, [...profiling, main], {
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
    cpuSeconds: () => processorSeconds(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
