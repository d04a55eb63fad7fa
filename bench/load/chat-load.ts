import { instantMs, percentile, sleep } from '../lib/numbers.ts'
import { createRawHttp, requestBytes } from './raw-http.ts'
import { serve } from './serve.ts'

export type ChatTarget = { cookie: string; conversationId: string }
export type ChatLoad = { port: number; targets: ChatTarget[]; perSecond: number }
export type ChatResult = { posted: number; failures: number; p50: number; p99: number }

let stopped = false
let serial = 0

/** Posts chat messages at a fixed rate until told to stop; the text says when it was posted. */
const run = async (load: ChatLoad): Promise<ChatResult> => {
  const http = createRawHttp({ host: '127.0.0.1', port: load.port, connections: 32 })
  const latencies: number[] = []
  const calls: Promise<void>[] = []
  let failures = 0
  stopped = false
  const post = async (target: ChatTarget) => {
    const at = instantMs()
    const key = `bench-chat-${process.pid}-${serial++}`
    const body = JSON.stringify({ type: 'text', clientKey: key, body: `chat ${at.toFixed(3)}` })
    const path = `/api/v1/conversations/${target.conversationId}/messages`
    const answer = await http.send(requestBytes('POST', path, { cookie: target.cookie }, body))
    if (answer.status !== 201) failures++
    latencies.push(instantMs() - at)
  }
  for (let i = 0; !stopped; i++) {
    const target = load.targets[i % load.targets.length]
    if (target) calls.push(post(target))
    await sleep(1000 / load.perSecond)
  }
  await Promise.all(calls)
  http.close()
  return { posted: latencies.length, failures, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

serve({
  run,
  stop: () => {
    stopped = true
  },
})
