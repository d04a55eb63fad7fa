import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CompanyCtx } from '#server/context.ts'
import { systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { acceptBulk, type BulkMessage, sendMessage } from '#server/modules/inbox/composing/index.ts'
import { startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { createTestDeps } from '#server/test/app.ts'
import {
  accessToken,
  createConversation,
  eventually,
  findMessage,
  readChannelRow,
  readSend,
  startWhatsappWorld,
  type WhatsappWorld,
} from '#server/test/whatsapp-world.ts'
import { type Sender, type SenderOptions, settleSends, startSender } from './index.ts'
import { claimSends } from './queries/claims.ts'
import { isOfFormerToken } from './sender/stops.ts'

let world: WhatsappWorld
let home: Awaited<ReturnType<WhatsappWorld['company']>>
let running: { stop: (graceMs?: number) => Promise<void> }[] = []

beforeEach(async () => {
  world = await startWhatsappWorld()
  home = await world.company()
})
afterEach(async () => {
  await Promise.all(running.map((sender) => sender.stop()))
  running = []
  await world.forgetSends()
  await world.close()
})

const start = (options: SenderOptions = {}, deps = world.deps): Sender => {
  const sender = startSender(deps, { sweepMs: 50, ownershipSeconds: 30, ...options })
  running.push(sender)
  return sender
}

const talk = async (phone?: string) => {
  const conversation = await createConversation(world.deps, home.channel, phone ? { phone } : {})
  const { phoneNumberId } = home.channel
  await world.control.write({ from: conversation.phone, text: 'Oi', phoneNumberId })
  return conversation
}
type Talk = Awaited<ReturnType<typeof talk>>

const ctx = (): CompanyCtx => ({
  ...systemCtx(world.deps, 'test'),
  company: {
    id: home.company.id,
    name: '',
    timezone: 'UTC',
    accessBlocks: [],
    member: { role: 'admin', grants: [], visibility: 'all' },
  },
})
const send = async (conversation: Talk, body = 'Oi') =>
  (await sendMessage(ctx(), conversation.id, { type: 'text', clientKey: newId(), body })).id

/** For calls that are never answered. The others are, in time on a busy machine too. */
const impatient = { timeoutMs: 1500 }

const bulkRow = (conversation: Talk, fields: Partial<BulkMessage> = {}): BulkMessage => ({
  companyId: home.company.id,
  messageId: newId(),
  channelId: home.channel.id,
  conversationId: conversation.id,
  contactId: conversation.contactId,
  recipient: conversation.phone,
  type: 'text',
  body: 'Novidades',
  payload: {},
  origin: 'campaign',
  ...fields,
})
/** To many people, each of whom has an open window at the sandbox because it does not look. */
const bulk = async (conversation: Talk, count: number) => {
  await world.control.settings({ windowCheck: false })
  const rows = Array.from({ length: count }, (_, i) => bulkRow(conversation, { recipient: `3519${100_000 + i}5` }))
  return acceptBulk(systemCtx(world.deps, 'test'), rows)
}

const reached = (id: string, status: string) =>
  eventually(async () => {
    const row = await findMessage(world.deps, home.company.id, id)
    return row?.status === status && row
  })
const waits = (id: string) =>
  eventually(async () => {
    const row = await readSend(world.deps, id)
    return row?.state === 0 && row.notBefore > new Date() && row
  })

describe('what Meta answers decides', () => {
  test('a passing error is tried again by its table, and then it goes', async () => {
    start()
    const id = await send(await talk('351910005001'))
    expect(await waits(id)).toMatchObject({ attempts: 1, slowed: 0 })
    expect((await findMessage(world.deps, home.company.id, id))?.status).toBe('queued')
  })

  test('too many to one person holds back that person only, and costs no attempt', async () => {
    start()
    const [busy, calm] = [await talk('351910001056'), await talk()]
    const held = await send(busy)
    expect(await waits(held)).toMatchObject({ attempts: 0, slowed: 1 })
    const behind = await send(busy)
    await reached(await send(calm), 'accepted')
    expect((await findMessage(world.deps, home.company.id, behind))?.status).toBe('queued')
    const { received } = await world.control.log()
    expect(received[behind]).toBeUndefined()
  })

  test('going too fast puts the message back and slows the number', async () => {
    start()
    const id = await send(await talk('351910000429'))
    expect(await waits(id)).toMatchObject({ attempts: 0, slowed: 1 })
  })

  test('a permanent refusal fails with its code, class and trace', async () => {
    start()
    const conversation = await createConversation(world.deps, home.channel)
    const row = await reached(await send(conversation), 'failed')
    expect(row).toMatchObject({ errorCode: 131047, errorClass: 'window', errorTrace: expect.any(String) })
    expect(await readSend(world.deps, row.id)).toBeUndefined()
  })

  test('a token that the channel has no more says nothing about it', async () => {
    const isOld = (code: number, token: string) =>
      isOfFormerToken(
        world.deps,
        { channelId: home.channel.id },
        new GraphError({ message: 'No', code, fate: 'rejected' }),
        token,
      )
    expect([await isOld(190, accessToken), await isOld(190, 'EAAformer')]).toEqual([false, true])
    expect(await isOld(131026, 'EAAformer')).toBe(false)
  })

  test('a revoked token stops the channel with an event, fails what people wait for and keeps bulk waiting', async () => {
    const conversation = await talk()
    const later = await bulk(conversation, 3)
    await world.control.token(false)
    start()
    const row = await reached(await send(conversation), 'failed')
    expect(row).toMatchObject({ errorClass: 'auth' })
    const { channel, events } = await eventually(async () => {
      const read = await readChannelRow(world.deps, home.channel.id)
      return read.channel.status === 'token_expired' && read
    })
    expect(channel.statusReason).toBe('graph:190')
    expect(events).toMatchObject([{ kind: 'status', before: 'connected', after: 'token_expired' }])
    const left = await Promise.all(later.map((id) => readSend(world.deps, id)))
    expect(left.filter((send) => send !== undefined).length).toBeGreaterThanOrEqual(2)
    await expect(
      sendMessage(ctx(), conversation.id, { type: 'text', clientKey: newId(), body: 'x' }),
    ).rejects.toMatchObject({
      code: 'channel_not_sendable',
    })
  })
})

describe('a number is waited for at Meta', () => {
  const channel = async () => (await readChannelRow(world.deps, home.channel.id)).channel

  test('from when Meta took a message of it, not from when this process began to look after it', async () => {
    start()
    world.deps.bus.publish('sends.wake', { channelIds: [home.channel.id] })
    const other = await world.company()
    const conversation = await createConversation(world.deps, other.channel)
    await world.control.write({ from: conversation.phone, text: 'Oi', phoneNumberId: other.channel.phoneNumberId })
    const place = { ...ctx(), company: { ...ctx().company, id: other.company.id } }
    await sendMessage(place, conversation.id, { type: 'text', clientKey: newId(), body: 'Oi' })
    await eventually(async () => (await readChannelRow(world.deps, other.channel.id)).channel.unheardSince)
    expect(await channel()).toMatchObject({ unheardSince: null, lastOutboundAt: null })
  })

  test('not after a message that Meta refused: no webhook follows it', async () => {
    start()
    const closed = await createConversation(world.deps, home.channel)
    await reached(await send(closed), 'failed')
    await Promise.all(running.splice(0).map((sender) => sender.stop()))
    start(impatient)
    const { id } = await reached(await send(await talk('351910000504')), 'unknown')
    expect(await channel()).toMatchObject({ unheardSince: null, lastOutboundAt: null })
    await settleSends(world.deps.database.pool, [{ companyId: home.company.id, messageId: id }])
  })
})

describe('nothing is sent twice', () => {
  test('a call without an answer is unknown, is not repeated, and a status settles it', async () => {
    start(impatient)
    const conversation = await talk('351910000504')
    const id = await send(conversation)
    await reached(id, 'unknown')
    expect(await readSend(world.deps, id)).toMatchObject({ state: 2 })
    await settleSends(world.deps.database.pool, [{ companyId: home.company.id, messageId: id }])
    expect(await readSend(world.deps, id)).toBeUndefined()
    expect((await world.control.log()).received[id]).toBe(1)
  })

  test('unknown for too long stays unknown and is told to people once', async () => {
    await world.close()
    world = await startWhatsappWorld({ UNKNOWN_SETTLE_SECONDS: '1' })
    home = await world.company()
    start(impatient)
    const id = await send(await talk('351910000504'))
    const { events } = await eventually(async () => {
      const read = await readChannelRow(world.deps, home.channel.id)
      return read.events.length > 0 && read
    })
    expect(events).toMatchObject([{ kind: 'sends_unknown', after: '1' }])
    expect((await findMessage(world.deps, home.company.id, id))?.status).toBe('unknown')
  })

  test('what a process that died had claimed is unknown for the next owner, and not sent', async () => {
    const conversation = await talk()
    const ids = [await send(conversation, 'um'), await send(conversation, 'dois')]
    const wanted = [{ channelId: home.channel.id, count: 10 }]
    const claimant = { owner: 'a process that died', priority: 0, leaseSeconds: 60 }
    const claimed = await claimSends(world.deps.database.pool, wanted, claimant)
    expect(claimed.map((row) => row.messageId)).toEqual(ids)
    const third = await send(conversation, 'três')
    start()
    await reached(third, 'accepted')
    for (const id of ids) await reached(id, 'unknown')
    expect((await world.control.log()).received).toEqual({ [third]: 1 })
  })

  test('two processes share the work and each message leaves once', async () => {
    home = await world.company({ throughput: 1000 })
    const conversation = await talk()
    const other = await createTestDeps({ WHATSAPP_GRAPH_URL: world.sandbox.graphUrl })
    const ids = await bulk(conversation, 300)
    await world.control.settings({ messagesPerSecond: 0, pairLimit: false })
    start()
    start({}, other.deps)
    await eventually(async () => (await world.control.log()).total >= ids.length)
    for (const id of ids) await reached(id, 'accepted')
    expect((await world.control.log()).repeated).toEqual([])
    await Promise.all(running.splice(0).map((sender) => sender.stop()))
    await other.close()
  })

  test('while outcomes cannot be written down, nothing more is sent than may be under way', async () => {
    home = await world.company({ throughput: 1000 })
    const conversation = await talk()
    await world.control.settings({ windowCheck: false, messagesPerSecond: 0, pairLimit: false, latencyMs: 200 })
    // Twenty to each of five people: those behind the first count too.
    const rows = Array.from({ length: 100 }, (_, i) =>
      bulkRow(conversation, { recipient: `3519${100_000 + Math.floor(i / 20)}5` }),
    )
    const ids = await acceptBulk(systemCtx(world.deps, 'test'), rows)
    const blocking = await world.deps.database.pool.connect()
    await blocking.query('begin; lock table messages in exclusive mode')
    try {
      start({ maxInFlight: 20 })
      await eventually(async () => (await world.control.log()).total >= 10)
      await sleep(2000)
      expect((await world.control.log()).total).toBeLessThanOrEqual(20)
    } finally {
      await blocking.query('rollback')
      blocking.release()
    }
    await world.control.settings({ latencyMs: 0 })
    for (const id of ids) await reached(id, 'accepted')
    expect((await world.control.log()).repeated).toEqual([])
  })

  test('stopping waits for the answers under way', async () => {
    await world.control.settings({ latencyMs: 400 })
    const sender = start()
    const id = await send(await talk())
    await eventually(async () => (await readSend(world.deps, id))?.state === 1)
    await sender.stop()
    expect((await findMessage(world.deps, home.company.id, id))?.status).toBe('accepted')
  })
})

describe('what webhooks tell', () => {
  test('ticks go from accepted to read, and a lost answer is settled by the first status', async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    await world.control.settings({ callbackUrl: `http://127.0.0.1:${port}/webhooks/whatsapp` })
    const processor = startProcessor(world.deps)
    running.push(processor)
    start({ timeoutMs: 4000 })
    const plain = await send(await talk())
    expect(await reached(plain, 'read')).toMatchObject({ sentAt: expect.any(Date), deliveredAt: expect.any(Date) })
    const lost = await send(await talk('351910000504'))
    expect(await reached(lost, 'read')).toMatchObject({ wamid: expect.any(String) })
    await eventually(async () => (await readSend(world.deps, lost)) === undefined)
    expect((await world.control.log()).repeated).toEqual([])
  })
})

describe('pace', () => {
  test('a person’s message overtakes ten thousand that wait', async () => {
    const conversation = await talk()
    await bulk(conversation, 10_000)
    start()
    await eventually(async () => (await world.control.log()).total > 20)
    await reached(await send(conversation, 'Agora'), 'accepted')
    expect((await world.control.log()).total).toBeLessThan(2000)
  })

  test('one person gets 45 at once and the rest wait their turn', async () => {
    const conversation = await talk()
    await world.control.settings({ windowCheck: false })
    const ids = await acceptBulk(
      systemCtx(world.deps, 'test'),
      Array.from({ length: 50 }, () => bulkRow(conversation)),
    )
    const began = Date.now()
    start()
    await eventually(async () => (await world.control.log()).total >= 45)
    const states = await Promise.all(
      ids.map((id) =>
        eventually(async () => {
          const [message, waiting] = [
            await findMessage(world.deps, home.company.id, id),
            await readSend(world.deps, id),
          ]
          if (message?.status === 'accepted') return 'accepted'
          return waiting && waiting.state === 0 && waiting.notBefore > new Date() ? 'waiting' : null
        }),
      ),
    )
    const { total } = await world.control.log()
    // One more goes each six seconds: a slow machine takes that long over the first.
    const later = Math.floor((Date.now() - began) / 6000)
    expect(states.filter((state) => state === 'accepted').length).toBeGreaterThanOrEqual(45)
    expect(total).toBeLessThanOrEqual(45 + later)
  })

  test('the same client key in a bulk is one message', async () => {
    const conversation = await talk()
    const rows = [
      bulkRow(conversation, { clientKey: 'campaign-1-bia' }),
      bulkRow(conversation, { clientKey: 'campaign-1-bia' }),
    ]
    expect(await acceptBulk(systemCtx(world.deps, 'test'), rows)).toHaveLength(1)
    expect(
      await acceptBulk(systemCtx(world.deps, 'test'), [{ ...rows[0], messageId: newId() } as BulkMessage]),
    ).toEqual([])
  })
})
