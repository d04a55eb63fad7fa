import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>
type Delivered = { body: Json; bytes: Buffer; signed: boolean }
export type Item = Json & { id?: string; status?: string; type?: string }

/** A callback address that keeps every webhook. `answer` is the status of the next answers; signatures are checked. */
export const openCallback = async (appSecret: string) => {
  const deliveries: Delivered[] = []
  const control = { answer: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const wanted = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`)
      const given = Buffer.from(String(request.headers['x-hub-signature-256']))
      const signed = wanted.length === given.length && timingSafeEqual(wanted, given)
      if (control.answer === 200) deliveries.push({ bytes, signed, body: JSON.parse(bytes.toString()) })
      response.writeHead(control.answer).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const changes = () =>
    deliveries.flatMap(({ body }) =>
      (body.entry as { changes: { field: string; value: Json }[] }[]).flatMap((entry) => entry.changes),
    )
  const items = (list: string): Item[] => changes().flatMap(({ value }) => (value[list] as Item[] | undefined) ?? [])
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    control,
    deliveries,
    changes,
    messages: () => items('messages'),
    statuses: () => items('statuses'),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
