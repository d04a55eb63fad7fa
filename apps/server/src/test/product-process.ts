import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const sandboxMain = fileURLToPath(new URL('../../../../packages/sandbox/src/main.ts', import.meta.url))

export type Running = {
  pid: number
  /** The process id of its worker process that came last. */
  workerPid: () => number
  /** What it printed, to be shown when a test fails. */
  output: () => string
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

const run = (
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
): Running & { child: ChildProcess } => {
  // biome-ignore lint/style/noProcessEnv: the program under test starts from the environment of this one
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...environment }, stdio: 'pipe' })
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed = `${printed}${chunk}`.slice(-20_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const endWithTest = () => child.kill('SIGKILL')
  process.once('exit', endWithTest)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', endWithTest)
      resolve()
    })
  })
  return {
    child,
    pid: child.pid ?? 0,
    workerPid: () => {
      const [, pid] = [...printed.matchAll(/"pid":(\d+),"msg":"the worker works"/g)].at(-1) ?? []
      if (!pid) throw new Error(`no worker has begun:\n${printed}`)
      return Number(pid)
    },
    output: () => printed,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
    },
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * A port that no one else takes while what listens on it is started again: those from 32768 on are given to whoever
 * asks for any port.
 */
export const lastingPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

const answers = async (url: string) => {
  try {
    const { statusCode, body } = await request(url)
    await body.dump()
    return statusCode === 200
  } catch {
    return false
  }
}

const untilReady = async (started: Running & { child: ChildProcess }, isReady: () => Promise<boolean>) => {
  for (const deadline = Date.now() + 250_000; !(await isReady()); await sleep(30)) {
    if (started.child.exitCode !== null || Date.now() > deadline) {
      await started.stop('SIGKILL')
      throw new Error(`a program did not start:\n${started.output()}`)
    }
  }
}

/** The product as it is started in an installation, with the given environment; resolves when it is ready. */
export const startProduct = async (
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<Running> => {
  const started = run(main, args, environment)
  const isWeb = !args.includes('--roles=worker')
  const port = environment['PORT'] ?? ''
  const says = async () => started.output().includes('"msg":"ready"')
  await untilReady(started, isWeb ? () => answers(`http://127.0.0.1:${port}/readyz`) : says)
  return started
}

/** The sandbox in a process of its own, so that it lives on when the product is killed. */
export const startSandboxProcess = async (config: { port: number } & Record<string, unknown>): Promise<Running> => {
  const started = run(sandboxMain, [], { SANDBOX_CONFIG: JSON.stringify(config) })
  await untilReady(started, () => answers(`http://127.0.0.1:${config.port}/sandbox/state`))
  return started
}
