import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { EndpointShape } from '@recado/contracts'
import { accessMap } from '@recado/contracts'
import { v1Endpoints } from '@recado/contracts/notifications/openapi'
import type { Sandbox } from '@recado/sandbox'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractEndpoints } from '#server/http/contract-endpoints.ts'
import { buildOwnApp, type TestApp, testConfig } from './app.ts'
import { callOf } from './endpoint-calls.ts'
import { createWorld, startWorldSandbox, type World } from './endpoint-world.ts'
import { type HostileCall, hostileCalls, otherPaths } from './fuzz-calls.ts'
import { v1CallOf } from './v1-calls.ts'
import { createV1World, type V1World } from './v1-world.ts'

// Every endpoint of both tables, and unknown paths, called with hostile values, both signed in
// and anonymously: no call may cause a server error. `npm run fuzz` sends all of it and measures how late /healthz gets
// meanwhile; the tests send a part, another one for each endpoint.

// biome-ignore lint/style/noProcessEnv: chooses how much is sent
const isWhole = process.env['FUZZ'] === 'whole'
const STEP = isWhole ? 1 : 41
const AT_ONCE = 8

let test: TestApp
let sandbox: Sandbox
let origin: string
const agent = new Agent({ connections: AT_ONCE, pipelining: 1 })
const statuses = new Map<number, number>()
const failures: string[] = []

beforeAll(async () => {
  const { WHATSAPP_APP_SECRET: appSecret = '', WHATSAPP_VERIFY_TOKEN: verifyToken = '' } = testConfig()
  sandbox = await startWorldSandbox({ appSecret, verifyToken })
  test = await buildOwnApp({
    WHATSAPP_GRAPH_URL: sandbox.graphUrl,
    WHATSAPP_SIGNUP_CONFIG_ID: '700000000000001',
    NOTIFICATION_LIMITS_UNLIMITED: '9000000,9000000,9000000',
    // Each call comes from an address of its own, so that throttles do not hide what is behind them.
    TRUST_PROXY: 'loopback',
  })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await agent.close()
  await test.close()
  await sandbox.close()
})

let sent = 0
const send = async (call: HostileCall, session: Record<string, string>) => {
  sent += 1
  const { cookie, ...others } = session
  const answer = await request(`${origin}${call.url}`, {
    dispatcher: agent,
    method: call.method as 'GET',
    headers: {
      ...call.headers,
      ...others,
      ...(cookie ? { cookie: `XSRF-TOKEN=same; ${cookie}`, 'x-xsrf-token': 'same' } : {}),
      'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    },
    ...(call.body === undefined ? {} : { body: call.body }),
  })
  const text = await answer.body.text()
  statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
  // A provider that cannot be reached is no failure of ours.
  if (answer.statusCode >= 500 && !text.includes('"provider_error"'))
    failures.push(`${call.method} ${call.url.slice(0, 120)} ${call.what}: ${answer.statusCode} ${text.slice(0, 200)}`)
}

const statusOf = async (url: string, headers: Record<string, string>) =>
  (await test.app.inject({ url, headers })).statusCode

const sendAll = async (calls: readonly HostileCall[], session: Record<string, string>) => {
  const waiting = [...calls]
  const work = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift()) await send(call, session)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Another part of the calls for each endpoint, so that all of them come up somewhere. */
const partOf = (calls: readonly HostileCall[], turn: number) => calls.filter((_, i) => (i + turn) % STEP === 0)

/** Asks for /healthz from a thread of its own, and keeps how long the longest answer took, in milliseconds. */
const watchHealth = () => {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     let worst = 0
     const look = async () => {
       const asked = performance.now()
       await fetch(workerData).then((answer) => answer.text())
       worst = Math.max(worst, performance.now() - asked)
       setTimeout(look, 20)
     }
     parentPort.on('message', () => { parentPort.postMessage(worst); process.exit() })
     look()`,
    { eval: true, workerData: `${origin}/healthz` },
  )
  return () =>
    new Promise<number>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.postMessage('end')
    })
}

const isOfPlatform = ({ can }: EndpointShape) => can in accessMap && 'roles' in accessMap[can as keyof typeof accessMap]
const takesAway = (method: string, name: string) =>
  method === 'DELETE' || /delete|remove|end|leave|purge|merge/i.test(name)

const fuzzProduct = async () => {
  const worlds = new Map<boolean, World>()
  for (const [turn, { name, endpoint }] of contractEndpoints.entries()) {
    const platform = isOfPlatform(endpoint)
    const world = worlds.get(platform) ?? (await createWorld(test.deps, { platform }))
    worlds.set(platform, world)
    const calls = partOf(hostileCalls(await callOf(name, endpoint, world), endpoint), turn)
    await sendAll(calls, world.headers)
    await sendAll(
      calls.filter((_, i) => endpoint.can === 'public' || i % 5 === 0),
      {},
    )
    const isGone = isWhole && takesAway(endpoint.method, name)
    if (isGone || (await statusOf('/api/v1/me', world.headers)) !== 200) worlds.delete(platform)
  }
}

const fuzzNotifications = async () => {
  let world: V1World | undefined
  for (const [turn, named] of v1Endpoints.entries()) {
    world ??= await createV1World(test)
    const { endpoint, name } = named
    const calls = partOf(hostileCalls({ headers: {}, ...v1CallOf(named, world) }, endpoint), turn)
    await sendAll(calls, endpoint.auth === 'widget' ? world.widgetHeaders : world.headers)
    await sendAll(
      calls.filter((_, i) => endpoint.auth === 'public' || i % 5 === 0),
      {},
    )
    const isGone = isWhole && takesAway(endpoint.method, name)
    if (isGone || (await statusOf('/v1/environments/me', world.headers)) !== 200) world = undefined
  }
}

const fuzzOthers = async () => {
  for (const [method, path] of otherPaths)
    await sendAll(hostileCalls({ method, url: path, headers: {} }, {}), { cookie: 'next-auth.session-token=%zz' })
}

/** The largest bodies that a key may send, several at a time. */
const sendLargest = async () => {
  const { headers } = await createV1World(test)
  const start = '{"name":"nothing","to":"ana","payload":'
  const bodies = [
    `${start}{"a":"${'x'.repeat(20_900_000)}"}}`,
    `${start}[${'[],'.repeat(6_900_000)}[]]}`,
    `${start}{${Array.from({ length: 90_000 }, (_, i) => `"${'k'.repeat(200)}${i}":1`).join(',')}}}`,
    `${start}{${Array.from({ length: 45_000 }, (_, i) => `"k${i}":"\\u0041"`).join(',')}}}`,
    `${start}${'['.repeat(10_000_000)}${']'.repeat(10_000_000)}}`,
  ]
  const calls = [...bodies, ...bodies, ...bodies].map((body) => ({
    method: 'POST',
    url: '/v1/events/trigger',
    headers: { 'content-type': 'application/json' },
    body,
    what: 'a large body',
  }))
  await sendAll(calls, headers)
  await sendAll(calls.slice(0, bodies.length), {})
}

it('no call of any endpoint, whatever it holds, ends in a failure of ours', {
  timeout: isWhole ? 3_600_000 : 300_000,
}, async () => {
  const endWatch = isWhole ? watchHealth() : null
  await fuzzProduct()
  await fuzzNotifications()
  await fuzzOthers()
  if (isWhole) await sendLargest()
  const worst = endWatch ? await endWatch() : 0
  if (isWhole) {
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    process.stdout.write(`\n${sent} requests; ${counts.join(', ')}; /healthz at worst after ${worst.toFixed(0)} ms\n`)
  }
  expect(failures).toEqual([])
  expect(sent).toBeGreaterThan(1000)
  expect(worst).toBeLessThan(1000)
})
