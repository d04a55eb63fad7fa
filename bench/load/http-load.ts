import { percentile } from '../lib/numbers.ts'
import { runClosed, runOpen } from './pace.ts'
import { createRawHttp, requestBytes } from './raw-http.ts'
import { serve } from './serve.ts'

export type HttpRequest = { method: string; path: string; headers: Record<string, string>; body: string | null }
export type HttpLoad = {
  port: number
  requests: HttpRequest[]
  connections: number
  seconds: number
  /** Requests per second; 0 sends as fast as answers come. */
  perSecond: number
}
export type HttpResult = { count: number; perSecond: number; failures: number; p50: number; p95: number; p99: number }

const runLoad = async (load: HttpLoad): Promise<HttpResult> => {
  const http = createRawHttp({ host: '127.0.0.1', port: load.port, connections: load.connections })
  const prepared = load.requests.map((r) => requestBytes(r.method, r.path, r.headers, r.body))
  const once = async (index: number) => {
    const { status } = await http.send(prepared[index % prepared.length] ?? Buffer.alloc(0))
    return status >= 200 && status < 300
  }
  const work = { once, seconds: load.seconds }
  const done =
    load.perSecond > 0
      ? await runOpen({ ...work, perSecond: load.perSecond })
      : await runClosed({ ...work, parallel: load.connections })
  http.close()
  return {
    count: done.count,
    perSecond: done.count / done.seconds,
    failures: done.failures,
    p50: percentile(done.latencies, 0.5),
    p95: percentile(done.latencies, 0.95),
    p99: percentile(done.latencies, 0.99),
  }
}

serve({ run: runLoad })
