import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { newId } from '#server/lib/ids.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createChannel, createCompany } from '#server/test/factories.ts'
import { inboundBody, type Line, somePhone, textContent } from '#server/test/webhooks.ts'
import { eventually } from '#server/test/whatsapp-world.ts'
import { processEvents } from './process-events.ts'
import { insertEvents, type StoredEvent } from './queries/events.ts'

let t: Awaited<ReturnType<typeof createTestDeps>>
let line: Line
let channelId: string

beforeAll(async () => {
  t = await createTestDeps()
})
afterAll(() => t.close())
beforeEach(async () => {
  const { account, channel } = await createChannel(t.deps, (await createCompany(t.deps)).id)
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
  channelId = channel.id
})

const morning = new Date(Math.floor(Date.now() / 1000) * 1000 - 86_400_000)
const at = (seconds: number) => new Date(morning.getTime() + seconds * 1000)
const text = (said: Date) => inboundBody(line, { phone: somePhone() }, textContent('oi'), { at: said.getTime() / 1000 })

/** A body as it was stored when it arrived, in a shard that no processor takes. */
const store = async (body: unknown, receivedAt: Date): Promise<StoredEvent> => {
  const event = { id: newId(), shard: 99, receivedAt, accountId: null, body: Buffer.from(JSON.stringify(body)) }
  await insertEvents(t.deps.database.pool, [event])
  return event
}
/** Dependencies of its own each time: signs of life are gathered for some seconds for each. */
const process = (event: StoredEvent) => processEvents({ ...t.deps }, [event])
const arrive = async (body: unknown, receivedAt: Date) => process(await store(body, receivedAt))

const read = async () => {
  const [channel] = await t.deps.database.db.select().from(channels).where(eq(channels.id, channelId))
  return channel
}
/** How late webhooks come, once the last one was noted. */
const lagAt = async (lastEventAt: Date) => {
  const channel = await eventually(async () => {
    const row = await read()
    return row?.lastEventAt?.getTime() === lastEventAt.getTime() && row
  })
  return channel.webhookLagSeconds
}

describe('how late webhooks come', () => {
  it('is what lies between the message and its webhook, however late we process it', async () => {
    await arrive(text(at(0)), at(2))
    expect(await lagAt(at(2))).toBe(2)
    await arrive(text(at(60)), at(960))
    expect(await lagAt(at(960))).toBe(900)
  })

  it('does not count what Meta sends once more hours later', async () => {
    const body = text(at(0))
    await arrive(body, at(2))
    expect(await lagAt(at(2))).toBe(2)
    await arrive(body, at(7200))
    expect(await lagAt(at(7200))).toBe(2)
  })

  it('does not count what is replayed, which is no sign of life either', async () => {
    const event = await store(text(at(0)), at(2))
    await process(event)
    expect(await lagAt(at(2))).toBe(2)
    await t.deps.database.pool.query('update webhook_events set state = 0 where id = $1', [event.id])
    await process({ ...event, receivedAt: at(7200), repeated: true })
    await arrive(text(at(60)), at(63))
    expect(await lagAt(at(63))).toBe(3)
  })
})
