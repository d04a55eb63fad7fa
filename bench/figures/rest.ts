import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { databasePid, familyOf, memoryOf, memoryOfAll } from '../lib/memory.ts'
import { percentile, sleep } from '../lib/numbers.ts'
import { freePort } from '../lib/ports.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const launcher = join(root, 'scripts/run.mjs')
const MB = 1024 * 1024
const RESTING_MS = 15_000

const commandOf = async (pid: number) => {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
}

/** `npm start` without npm: the launcher, the build check, the demo. Answers how long it took to say where to go. */
const startDemo = async (dataDir: string, port: number) => {
  const started = performance.now()
  const child = spawn(process.execPath, [launcher, 'start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(port + 1), RECADO_MODE: 'demo' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk
      if (/is ready:/.test(printed)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}\n${printed.slice(-2000)}`)))
  })
  return {
    ms: performance.now() - started,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** How long Node takes to load Fastify alone in a separate process: the minimum on this machine. */
const loadFastify = async () => {
  const times = []
  for (let n = 0; n < 5; n++) {
    const started = performance.now()
    const child = spawn(process.execPath, ['--input-type=module', '-e', "import 'fastify'"], { cwd: root })
    await new Promise((resolve) => void child.once('exit', resolve))
    times.push(performance.now() - started)
  }
  return percentile(times, 0.5) / 1000
}

const measureMemory = async (pid: number, dataDir: string) => {
  const family = await familyOf(pid)
  const commands = await Promise.all(family.map(commandOf))
  const running = (file: string) => family.find((_, i) => commands[i]?.includes(`apps/server/src/${file}`)) ?? 0
  const database = await memoryOfAll(await familyOf(await databasePid(dataDir)))
  return { web: await memoryOf(running('main.ts')), worker: await memoryOf(running('worker.ts')), database }
}

const measure = async (_options: BenchOptions): Promise<Measure[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recado-bench-demo-'))
  await chmod(dataDir, 0o755)
  const port = await freePort()
  try {
    const first = await startDemo(dataDir, port)
    await first.stop()
    const second = await startDemo(dataDir, port)
    await sleep(RESTING_MS)
    const { web, worker, database } = await measureMemory(second.pid, dataDir)
    await second.stop()
    return [
      {
        name: '`npm start` again, until it says where to go',
        value: second.ms / 1000,
        unit: 's',
        target: { at: 'most', value: 3 },
        baseline: { name: 'Node with Fastify alone', value: await loadFastify() },
        note: `first start on an empty folder ${(first.ms / 1000).toFixed(1)} s`,
      },
      {
        name: 'memory at rest with the database',
        value: (web + worker + database) / MB,
        unit: 'MB',
        target: { at: 'most', value: 450 },
        note: `web ${Math.round(web / MB)}, worker ${Math.round(worker / MB)}, database ${Math.round(database / MB)}`,
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

export const rest: Figure = { name: 'rest', title: 'Starting again, and memory at rest', run: measure }
