import type { Socket } from 'node:net'
import { percentile, sleep } from '../lib/numbers.ts'
import { runOpen } from './pace.ts'
import { createRawHttp, requestBytes } from './raw-http.ts'
import { openRawSocket } from './raw-socket.ts'
import { serve } from './serve.ts'

export type OpenInboxes = { port: number; tokens: string[] }
export type TriggerLoad = {
  port: number
  apiKey: string
  workflow: string
  /** Subscribers with a socket here, in the order of the tokens. */
  subscribers: string[]
  perSecond: number
  seconds: number
}
export type TriggerResult = { count: number; missed: number; failures: number; p50: number; p99: number }
export type FanOutLoad = {
  port: number
  apiKey: string
  workflow: string
  topic: string
  sockets: number
  rounds: number
}

const sockets: Socket[] = []
const waiting = new Map<string, (at: number) => void>()
let listener: ((at: number) => void) | null = null

const onEvent = (text: string) => {
  if (!text.startsWith('42["notification_received"')) return
  const at = performance.now()
  listener?.(at)
  const mark = /mark-\d+/.exec(text)?.[0]
  const heard = mark === undefined ? undefined : waiting.get(mark)
  if (!mark || !heard) return
  waiting.delete(mark)
  heard(at)
}

const open = async ({ port, tokens }: OpenInboxes) => {
  const left = [...tokens]
  const loop = async () => {
    for (let token = left.pop(); token !== undefined; token = left.pop()) {
      sockets.push(await openRawSocket({ port, path: '/socket.io', auth: { token }, onEvent }))
    }
  }
  await Promise.all(Array.from({ length: 50 }, loop))
  return { open: sockets.length }
}

/** Triggers at a fixed pace; measures from the moment each was due until its message is on the socket. */
const triggerAndHear = async (load: TriggerLoad): Promise<TriggerResult> => {
  const http = createRawHttp({ host: '127.0.0.1', port: load.port, connections: 64 })
  const headers = { authorization: `ApiKey ${load.apiKey}` }
  const started = performance.now()
  const latencies: number[] = []
  const once = async (index: number) => {
    const due = started + (index * 1000) / load.perSecond
    const mark = `mark-${index}`
    waiting.set(mark, (at) => void latencies.push(at - due))
    const to = load.subscribers[index % load.subscribers.length]
    const body = JSON.stringify({ name: load.workflow, to, payload: { order: mark, amount: 12 } })
    return (await http.send(requestBytes('POST', '/v1/events/trigger', headers, body))).status === 201
  }
  const done = await runOpen({ once, seconds: load.seconds, perSecond: load.perSecond })
  for (let tries = 0; waiting.size > 0 && tries < 500; tries++) await sleep(20)
  const missed = waiting.size
  waiting.clear()
  http.close()
  return {
    count: latencies.length,
    missed,
    failures: done.failures,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}

/** Milliseconds from a trigger for a topic until the last of its members has heard, and from the first to the last. */
const fanOut = async (load: FanOutLoad) => {
  const http = createRawHttp({ host: '127.0.0.1', port: load.port, connections: 1 })
  const headers = { authorization: `ApiKey ${load.apiKey}` }
  const whole: number[] = []
  const spread: number[] = []
  for (let round = 0; round < load.rounds; round++) {
    const times: number[] = []
    const all = new Promise<void>((resolve) => {
      listener = (at) => {
        times.push(at)
        if (times.length === load.sockets) resolve()
      }
    })
    const started = performance.now()
    const to = { type: 'Topic', topicKey: load.topic }
    const body = JSON.stringify({ name: load.workflow, to, payload: { order: 'all' } })
    await http.send(requestBytes('POST', '/v1/events/trigger', headers, body))
    await Promise.race([all, sleep(20_000)])
    listener = null
    const last = times.length < load.sockets ? Number.POSITIVE_INFINITY : (times.at(-1) ?? 0)
    whole.push(last - started)
    spread.push(last - (times[0] ?? 0))
    await sleep(300)
  }
  http.close()
  return { whole: percentile(whole, 0.5), spread: percentile(spread, 0.5) }
}

serve({ open, triggerAndHear, fanOut })
