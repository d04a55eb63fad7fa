import { createHmac, randomBytes } from 'node:crypto'
import { percentile } from '../lib/numbers.ts'
import { runClosed, runOpen } from './pace.ts'
import { createRawHttp, requestBytes } from './raw-http.ts'
import { serve } from './serve.ts'

export type SystemLoad = {
  port: number
  /** Addresses of connected systems, told in turn: one takes a hundred events a second. */
  urls: string[]
  secret: string
  connections: number
  seconds: number
  /** Events per second; 0 sends as fast as answers come. */
  perSecond: number
}
export type SystemResult = { answered: number; failures: number; seconds: number; p50: number; p99: number }

const run = randomBytes(4).toString('hex')
let serial = 0

/** An order as a shop tells of it, signed with the time. */
const order = (secret: string): { headers: Record<string, string>; body: string } => {
  const n = serial++
  const client = { full_name: `Customer ${n}`, mobile: `55819${String(80_000_000 + (n % 1000))}` }
  const items = Array.from({ length: 5 }, (_, i) => ({
    sku: `SKU-${i}`,
    name: 'Linen shirt',
    quantity: 1,
    price: '189.90',
  }))
  const body = JSON.stringify({
    ...{ event: 'order_paid', delivery: `${run}-${n}` },
    order: { code: `${run}-${n}`, total: '949,50', client, items },
  })
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { headers: { 'x-shop-time': String(time), 'x-shop-signature': `sha256=${signature}` }, body }
}

const runLoad = async ({ port, urls, secret, connections, seconds, perSecond }: SystemLoad): Promise<SystemResult> => {
  const http = createRawHttp({ host: '127.0.0.1', port, connections })
  const once = async (index: number) => {
    const url = urls[index % urls.length]
    if (!url) throw new Error('no system')
    const { headers, body } = order(secret)
    return (await http.send(requestBytes('POST', url, headers, body))).status === 200
  }
  const work = { once, seconds }
  const done =
    perSecond > 0 ? await runOpen({ ...work, perSecond }) : await runClosed({ ...work, parallel: connections })
  http.close()
  return {
    ...{ answered: done.count, failures: done.failures, seconds: done.seconds },
    ...{ p50: percentile(done.latencies, 0.5), p99: percentile(done.latencies, 0.99) },
  }
}

serve({ run: runLoad })
