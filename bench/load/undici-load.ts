import { Pool } from 'undici'
import { runClosed } from './pace.ts'
import { serve } from './serve.ts'

export type UndiciLoad = { port: number; seconds: number; parallel: number }

const body = JSON.stringify({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '5581980000000',
  type: 'text',
  text: { body: 'Message of the bench, about as long as people write on a phone' },
  biz_opaque_callback_data: '01890000-0000-7000-8000-000000000000',
})
const headers = { 'content-type': 'application/json', authorization: `Bearer ${'b'.repeat(80)}` }

/** One send with nothing around it: undici's pool, the answer parsed. */
const runLoad = async (load: UndiciLoad) => {
  const pool = new Pool(`http://127.0.0.1:${load.port}`, { connections: load.parallel, pipelining: 1 })
  const once = () =>
    new Promise<boolean>((resolve) => {
      const chunks: Buffer[] = []
      let status = 0
      pool.dispatch(
        { path: '/v23.0/100/messages', method: 'POST', headers, body },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, code) => {
            status = code
          },
          onResponseData: (_controller, chunk) => void chunks.push(chunk),
          onResponseEnd: () => {
            JSON.parse(Buffer.concat(chunks).toString())
            resolve(status === 200)
          },
          onResponseError: () => resolve(false),
        },
      )
    })
  const done = await runClosed({ once, seconds: load.seconds, parallel: load.parallel })
  await pool.destroy()
  return { perSecond: done.count / done.seconds, failures: done.failures }
}

serve({ run: runLoad })
