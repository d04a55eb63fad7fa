import type { Socket } from 'node:net'
import { socketPath } from '../../packages/contracts/src/realtime.ts'
import { percentile, sleep } from '../lib/numbers.ts'
import { createRawHttp } from './raw-http.ts'
import { openRawSocket } from './raw-socket.ts'
import { serve } from './serve.ts'
import { type WebhookNumber, webhookRequest } from './webhook-body.ts'

export type OpenSockets = { port: number; cookies: string[]; perCookie: number }
export type Probe = { port: number; cookie: string; number: WebhookNumber; appSecret: string; seconds: number }
export type ProbeResult = { count: number; p50: number; p99: number }
export type FanOut = { port: number; number: WebhookNumber; appSecret: string; sockets: number; rounds: number }

const sockets: Socket[] = []
let batches = 0
let changes = 0
let listeners: ((at: number) => void)[] = []

const onEvent = (text: string) => {
  if (!text.startsWith('42["hints"')) return
  batches++
  changes += text.split('"event":').length - 1
  const at = performance.now()
  for (const listener of listeners) listener(at)
}

const open = async ({ port, cookies, perCookie }: OpenSockets) => {
  const started = performance.now()
  const wanted = cookies.flatMap((cookie) => Array.from({ length: perCookie }, () => cookie))
  const loop = async () => {
    for (let cookie = wanted.pop(); cookie !== undefined; cookie = wanted.pop()) {
      sockets.push(await openRawSocket({ port, path: socketPath, cookie, onEvent }))
    }
  }
  await Promise.all(Array.from({ length: 50 }, loop))
  return { count: sockets.length, seconds: (performance.now() - started) / 1000 }
}

const postTo = (port: number, number: WebhookNumber, appSecret: string) => {
  const http = createRawHttp({ host: '127.0.0.1', port, connections: 1 })
  return {
    post: () => http.send(webhookRequest({ appSecret, customers: 1000, perBody: 1 }, number)),
    close: http.close,
  }
}

/** One message every 100 ms to a number of its own; measures until the change event is on a socket of its company. */
const probe = async (options: Probe): Promise<ProbeResult> => {
  let heard: ((at: number) => void) | undefined
  const own = await openRawSocket({
    port: options.port,
    path: socketPath,
    cookie: options.cookie,
    onEvent: (text) => {
      if (text.includes('message.created')) heard?.(performance.now())
    },
  })
  const { post, close } = postTo(options.port, options.number, options.appSecret)
  const latencies: number[] = []
  const deadline = performance.now() + options.seconds * 1000
  while (performance.now() < deadline) {
    const at = performance.now()
    const change = new Promise<number>((resolve) => {
      heard = resolve
    })
    await post()
    const arrived = await Promise.race([change, sleep(5000).then(() => Number.POSITIVE_INFINITY)])
    latencies.push(arrived - at)
    await sleep(100)
  }
  own.destroy()
  close()
  return { count: latencies.length, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

/** Milliseconds from a webhook to the last of so many sockets, and from the first of them to the last. */
const fanOut = async (options: FanOut) => {
  const { post, close } = postTo(options.port, options.number, options.appSecret)
  const whole: number[] = []
  const spread: number[] = []
  for (let round = 0; round < options.rounds; round++) {
    const times: number[] = []
    const all = new Promise<void>((resolve) => {
      listeners = [
        (at) => {
          times.push(at)
          if (times.length === options.sockets) resolve()
        },
      ]
    })
    const started = performance.now()
    await post()
    await Promise.race([all, sleep(10_000)])
    const last = times.length < options.sockets ? Number.POSITIVE_INFINITY : (times.at(-1) ?? 0)
    whole.push(last - started)
    spread.push(last - (times[0] ?? 0))
    listeners = []
    await sleep(200)
  }
  close()
  return { whole: percentile(whole, 0.5), worst: percentile(whole, 1), spread: percentile(spread, 0.5) }
}

serve({ open, probe, fanOut, stats: () => ({ batches, changes, open: sockets.filter((s) => !s.destroyed).length }) })
