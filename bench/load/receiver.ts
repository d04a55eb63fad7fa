import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { percentile } from '../lib/numbers.ts'
import { serve } from './serve.ts'

export type ReceiverStats = {
  total: number
  /** Events that came under an id that had come before. */
  repeated: number
  /** Events a second between a tenth and nine tenths of all of them. */
  steadyPerSecond: number
  /** Milliseconds from what happened to its arrival. */
  p50: number
  p99: number
}

const HEAD = { 'content-length': '0' }

const arrivals: number[] = []
const delays: number[] = []
const seen = new Set<string>()
let repeated = 0

const note = (id: string, body: string) => {
  const now = Date.now()
  arrivals.push(now)
  if (seen.has(id)) repeated++
  seen.add(id)
  delays.push(now - Date.parse(JSON.parse(body).timestamp))
}

/** Listens on two paths: `/hook` answers after a time, `/dead` never. */
const start = ({ delayMs }: { delayMs: number }) =>
  new Promise<{ port: number }>((resolve) => {
    const answer = (response: ServerResponse) => void response.writeHead(200, HEAD).end()
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => void chunks.push(chunk))
      request.on('end', () => {
        if (request.url === '/dead') return
        note(String(request.headers['webhook-id']), Buffer.concat(chunks).toString())
        setTimeout(answer, delayMs, response)
      })
    })
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }))
  })

const stats = (): ReceiverStats => {
  const from = arrivals[Math.floor(arrivals.length * 0.1)] ?? 0
  const to = arrivals[Math.floor(arrivals.length * 0.9)] ?? 0
  return {
    ...{ total: arrivals.length, repeated, steadyPerSecond: (0.8 * arrivals.length * 1000) / Math.max(1, to - from) },
    ...{ p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) },
  }
}

const reset = () => {
  arrivals.length = 0
  delays.length = 0
  seen.clear()
  repeated = 0
}

serve({ start, stats, reset })
