import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { webhookEvents } from '@recado/contracts/integrations/webhook-events'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import { startProgram } from '#server/test/program.ts'
import { type Receiver, startReceiver } from '#server/test/receiver.ts'
import { createEndpointWorld } from '#server/test/webhook-endpoints.ts'
import { eventually } from '#server/test/whatsapp-world.ts'

let t: TestApp
let receiver: Receiver
beforeAll(async () => {
  t = await buildOwnApp()
})
afterAll(async () => {
  await receiver.close()
  await t.close()
})

const KILLS = 3
const EVENTS = 300
/** Four processes start one after the other, each with all of the product. */
const MOST_MS = 600_000

it(
  'loses nothing when the process that sends is killed again and again, and tells nothing under another id',
  async () => {
    const world = await createEndpointWorld(t)
    receiver = await startReceiver((_received, response) => {
      setTimeout(() => response.writeHead(200).end(), 20)
    })
    const { id } = await world.add(receiver.url)
    const { example } = webhookEvents['message.received']
    const events: string[] = []
    for (let n = 0; n < EVENTS; n++)
      events.push(await world.tell(id, 'message.sent', { ...example, n }, `message:${Math.floor(n / 3)}`))
    const dataDir = await mkdtemp(join(inject('folder'), 'deliveries-'))
    const start = async () => startProgram('delivery-process', [await testDatabaseUrl(), dataDir])
    for (let n = 0; n < KILLS; n++) {
      const child = await start()
      const before = receiver.received.length
      await eventually(async () => receiver.received.length > before + 10)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await t.deps.database.pool.query("update leases set until = now() where name like 'deliveries:%'")
    }
    const last = await start()
    await eventually(async () => {
      const { rows } = await t.deps.database.pool.query(
        `select count(*)::int as n from webhook_deliveries where endpoint_id = $1 and state = 'delivered'`,
        [id],
      )
      return rows[0].n === EVENTS
    })
    last.kill('SIGKILL')
    await once(last, 'exit')
    const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']))
    expect(new Set(ids)).toEqual(new Set(events))
    // Each object's events came in their order, however often each came.
    for (const own of Map.groupBy(receiver.received, ({ data }) => Math.floor(Number(data['n']) / 3)).values()) {
      const seen = own.map(({ data }) => Number(data['n']))
      expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    }
  },
  MOST_MS,
)
