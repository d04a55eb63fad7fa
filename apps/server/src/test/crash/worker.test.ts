import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { afterEach, expect, it } from 'vitest'
import { type Installation, install } from './installation.ts'

// One `npm start` is two processes: what becomes of one when the other is killed or both are stopped.

let product: Installation
afterEach(() => product.close())

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const untilGone = async (pid: number) => {
  while (isAlive(pid)) await sleep(20)
}

const readHealth = async () => {
  const answer = await request(`${product.url}/healthz`)
  return (await answer.body.json()) as { status: string; worker: string }
}

const untilWorking = async () => {
  while ((await readHealth()).worker !== 'working') await sleep(20)
}

const startAndWork = async (variables = {}) => {
  product = await install(variables)
  await untilWorking()
  return product.product().workerPid()
}

it('answers requests while its worker is gone, says so, and has another one work', async () => {
  const first = await startAndWork()
  product.killWorker()
  await untilGone(first)
  while ((await readHealth()).worker !== 'down') await sleep(5)
  await untilWorking()
  expect(product.product().workerPid()).not.toBe(first)
  const [lease] = await product.query<{ owners: number }>(
    "select count(distinct owner)::int as owners from leases where until > now() and name like 'process:%'",
  )
  expect(lease).toEqual({ owners: 1 })
})

it('leaves no worker behind when it is killed, and starts again', async () => {
  const first = await startAndWork()
  await product.kill(false)
  await product.restart()
  await untilWorking()
  expect(isAlive(first)).toBe(false)
  expect(product.product().workerPid()).not.toBe(first)
})

it('ends its worker when it is stopped', async () => {
  const worker = await startAndWork()
  await product.product().stop('SIGTERM')
  expect(isAlive(worker)).toBe(false)
})

it('reports the metrics of both processes, and the role in each line of the log', async () => {
  await startAndWork({ METRICS_TOKEN: 'a token' })
  const answer = await request(`${product.url}/metrics`, { headers: { authorization: 'Bearer a token' } })
  const metrics = await answer.body.text()
  for (const role of ['web', 'worker']) expect(metrics).toContain(`process_resident_memory_bytes{role="${role}"}`)
  const roles = product
    .product()
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { role: string }).role)
  expect(new Set(roles)).toEqual(new Set(['web', 'worker']))
})
