import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { instantMs, percentile } from '../lib/numbers.ts'
import { serve } from './serve.ts'
import { createStatusSender, type StatusOptions, type StatusSender } from './status-sender.ts'

export type StandInOptions = {
  delayMs: number
  /** Where statuses go; none are sent when absent. */
  statuses?: StatusOptions
}
export type StandInStats = {
  total: number
  /** Calls that carried an id seen before. */
  repeated: number
  /** Calls a second between a tenth and nine tenths of all of them. */
  steadyPerSecond: number
  firstAt: number
  lastAt: number
  /** Of the last call that was no chat message. */
  lastBulkAt: number
  numbers: Record<string, { count: number; firstAt: number; lastAt: number }>
  /** Milliseconds from the moment a chat message was posted to its call here. */
  chat: { count: number; p50: number; p99: number; max: number }
  statuses: { sent: number; failed: number; waiting: number }
}

const BUCKET_MS = 100
const seen = new Set<string>()
const buckets = new Map<number, number>()
const numbers = new Map<string, { count: number; firstAt: number; lastAt: number }>()
let total = 0
/** Ids issued so far. Not reset between phases, because Meta never reuses an id. */
let issued = 0
let repeated = 0
let chat: number[] = []
let lastBulkAt = Number.NaN
let delayMs = 50
let statuses: StatusSender | null = null

const count = (number: string, at: number) => {
  total++
  const bucket = Math.floor(at / BUCKET_MS)
  buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
  const of = numbers.get(number)
  if (of) {
    of.count++
    of.lastAt = at
  } else numbers.set(number, { count: 1, firstAt: at, lastAt: at })
}

const receive = (number: string, body: string): string => {
  const at = instantMs()
  count(number, at)
  const mark = /"biz_opaque_callback_data":"([^"]+)"/.exec(body)?.[1] ?? ''
  if (mark !== '') {
    if (seen.has(mark)) repeated++
    seen.add(mark)
  }
  const posted = /"body":"chat (\d+\.?\d*)/.exec(body)?.[1]
  if (posted) chat.push(at - Number(posted))
  else lastBulkAt = at
  const to = /"to":"\+?(\d+)"/.exec(body)?.[1] ?? ''
  const wamid = `wamid.STANDIN${(++issued).toString(36)}`
  statuses?.add({ number, wamid, to, mark })
  return `{"messaging_product":"whatsapp","contacts":[{"input":"${to}","wa_id":"${to}"}],"messages":[{"id":"${wamid}"}]}`
}

const listener = (request: IncomingMessage, response: ServerResponse) => {
  const number = /\/(\d+)\/messages/.exec(request.url ?? '')?.[1]
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    const body = number ? receive(number, Buffer.concat(chunks).toString()) : '{"success":true}'
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    }, delayMs)
  })
}

const start = async (options: StandInOptions) => {
  delayMs = options.delayMs
  statuses = options.statuses ? createStatusSender(options.statuses) : null
  const server = createServer({ keepAliveTimeout: 120_000 }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve))
  return { port: (server.address() as AddressInfo).port }
}

const steadyRate = () => {
  let passed = 0
  const within: number[] = []
  for (const [bucket, calls] of [...buckets].toSorted(([a], [b]) => a - b)) {
    if (passed >= total * 0.1 && passed + calls <= total * 0.9) within.push(bucket, calls)
    passed += calls
  }
  const marks = within.filter((_, i) => i % 2 === 0)
  const calls = within.filter((_, i) => i % 2 === 1).reduce((a, b) => a + b, 0)
  const span = ((marks.at(-1) ?? 0) - (marks[0] ?? 0) + 1) * BUCKET_MS
  return marks.length === 0 ? 0 : (calls * 1000) / span
}

const stats = (): StandInStats => {
  const times = [...numbers.values()]
  return {
    total,
    repeated,
    steadyPerSecond: steadyRate(),
    firstAt: Math.min(...times.map((t) => t.firstAt)),
    lastAt: Math.max(...times.map((t) => t.lastAt)),
    lastBulkAt,
    numbers: Object.fromEntries(numbers),
    chat: { count: chat.length, p50: percentile(chat, 0.5), p99: percentile(chat, 0.99), max: percentile(chat, 1) },
    statuses: statuses?.stats() ?? { sent: 0, failed: 0, waiting: 0 },
  }
}

const reset = () => {
  seen.clear()
  buckets.clear()
  numbers.clear()
  total = 0
  repeated = 0
  chat = []
}

serve({ start, stats, reset, total: () => total })
