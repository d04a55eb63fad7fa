import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const config = JSON.stringify({ appSecret: 's', verifyToken: 'v', accessToken: 't' })

const start = async (env: Record<string, string>): Promise<{ process: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [main], {
    env: { ...env, SANDBOX_CONFIG: config },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { process: child, url: (JSON.parse(line.toString()) as { url: string }).url }
}

it.each(['SIGTERM', 'SIGINT'] as const)('says where it listens and ends cleanly on %s', async (signal) => {
  const sandbox = await start({})
  expect((await request(`${sandbox.url}/phone`)).statusCode).toBe(200)
  sandbox.process.kill(signal)
  expect(await once(sandbox.process, 'exit')).toEqual([0, null])
})

it('ends when its parent has gone', async () => {
  const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const sandbox = await start({ SANDBOX_PARENT_PID: String(parent.pid) })
  parent.kill('SIGKILL')
  expect(await once(sandbox.process, 'exit')).toEqual([0, null])
})
