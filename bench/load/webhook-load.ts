import { percentile } from '../lib/numbers.ts'
import { runClosed, runOpen } from './pace.ts'
import { createRawHttp } from './raw-http.ts'
import { serve } from './serve.ts'
import { type WebhookNumber, webhookRequest } from './webhook-body.ts'

export type WebhookLoad = {
  port: number
  appSecret: string
  numbers: WebhookNumber[]
  customers: number
  connections: number
  seconds: number
  /** Bodies per second; 0 sends as fast as answers come. */
  perSecond: number
  perBody: number
}
export type WebhookResult = {
  messages: number
  failures: number
  seconds: number
  p50: number
  p99: number
  startedAt: number
}

const runLoad = async (load: WebhookLoad): Promise<WebhookResult> => {
  const http = createRawHttp({ host: '127.0.0.1', port: load.port, connections: load.connections })
  const once = async (index: number) => {
    const to = load.numbers[index % load.numbers.length]
    if (!to) throw new Error('no number')
    return (await http.send(webhookRequest(load, to))).status === 200
  }
  const startedAt = Date.now()
  const work = { once, seconds: load.seconds }
  const done =
    load.perSecond > 0
      ? await runOpen({ ...work, perSecond: load.perSecond })
      : await runClosed({ ...work, parallel: load.connections })
  http.close()
  return {
    messages: done.count * load.perBody,
    failures: done.failures,
    seconds: done.seconds,
    p50: percentile(done.latencies, 0.5),
    p99: percentile(done.latencies, 0.99),
    startedAt,
  }
}

serve({ run: runLoad })
