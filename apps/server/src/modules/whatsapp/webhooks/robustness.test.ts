import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { newId } from '#server/lib/ids.ts'
import { accountVerifyToken } from '#server/lib/whatsapp-cloud/account-verify-token.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { findChannelAccess, findChannelsByNumbers } from '#server/modules/whatsapp/directory/index.ts'
import { buildOwnApp, createTestDeps, type TestApp } from '#server/test/app.ts'
import { createChannel, createSignedIn } from '#server/test/factories.ts'
import {
  deliver,
  envelope,
  inboundBody,
  inboundMessage,
  type Line,
  signed,
  somePhone,
  textContent,
  whenProcessed,
} from '#server/test/webhooks.ts'
import { processEvents } from './process-events.ts'
import { type Processor, startProcessor } from './processor.ts'
import { findWaiting, insertEvents } from './queries/events.ts'
import { replayWebhookEvent } from './replay.ts'
import { shardOf } from './shard.ts'

let t: TestApp
let processor: Processor
let headers: { cookie: string }
let companyId: string
let accountId: string
let channelId: string
let line: Line

beforeAll(async () => {
  t = await buildOwnApp()
  processor = startProcessor(t.deps)
})
afterAll(async () => {
  await processor.stop()
  await t.close()
})
beforeEach(async () => {
  const signedIn = await createSignedIn(t.deps)
  headers = signedIn.headers
  companyId = signedIn.company.id
  const { account, channel } = await createChannel(t.deps, companyId)
  accountId = account.id
  channelId = channel.id
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
})

const list = async () => (await t.app.inject({ url: '/api/v1/conversations', headers })).json().data
const count = async (sql: string, values: unknown[] = []) => (await t.deps.database.pool.query(sql, values)).rows[0].n
const storedBodies = () => count('select count(*)::int as n from webhook_events')
const text = (body: string) => inboundBody(line, { phone: somePhone() }, textContent(body))

describe('the door', () => {
  it("answers Meta's subscription check with the challenge, and no one else's", async () => {
    const url = (token: string) => `/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=4711`
    const good = await t.app.inject({ url: url(t.deps.config.WHATSAPP_VERIFY_TOKEN ?? '') })
    expect([good.statusCode, good.body, good.headers['content-type']]).toEqual([
      200,
      '4711',
      'text/plain; charset=utf-8',
    ])
    expect((await t.app.inject({ url: url('wrong') })).statusCode).toBe(403)
  })

  it.each([
    ['missing', undefined],
    ['of another secret', 'other'],
    ['malformed', null],
  ])('refuses a signature that is %s, and changes nothing', async (_word, secret) => {
    const before = await storedBodies()
    const payload = JSON.stringify(text('x'))
    const signature =
      secret === undefined ? {} : { 'x-hub-signature-256': secret === null ? 'sha256=zz' : signed(secret, payload) }
    const answer = await t.app.inject({
      method: 'POST',
      url: '/webhooks/whatsapp',
      headers: { 'content-type': 'application/json', ...signature },
      payload,
    })
    expect(answer.statusCode).toBe(401)
    expect(await storedBodies()).toBe(before)
    expect(await list()).toEqual([])
  })

  it('takes the bytes as they are signed: escapes, and no content type at all', async () => {
    const payload = JSON.stringify(text('é')).replace('é', '\\u00e9')
    const answer = await t.app.inject({
      method: 'POST',
      url: '/webhooks/whatsapp',
      headers: { 'x-hub-signature-256': signed(t.deps.config.WHATSAPP_APP_SECRET ?? '', payload) },
      payload: Buffer.from(payload),
    })
    expect(answer.statusCode).toBe(200)
    await whenProcessed(t.deps)
    expect((await list())[0].lastPreview).toBe('é')
  })

  it.each([
    ['no JSON', '{"object":'],
    ['an empty object', '{}'],
    [
      'unknown fields',
      JSON.stringify({ object: 'x', entry: [{ id: '1', changes: [{ field: 'new_thing', value: {} }] }] }),
    ],
    [
      'a number that nobody connected',
      JSON.stringify(inboundBody({ phoneNumberId: '1', wabaId: '2' }, { phone: '5511987650001' }, textContent('x'))),
    ],
  ])('keeps and answers 200 for signed bodies with %s', async (_word, body) => {
    const before = await storedBodies()
    expect((await deliver(t.app, t.deps, body)).statusCode).toBe(200)
    await whenProcessed(t.deps)
    expect(await storedBodies()).toBe(before + 1)
  })

  it('takes a body of 3 MB with thousands of messages', async () => {
    const messages = Array.from({ length: 4000 }, (_, i) =>
      inboundMessage({ phone: somePhone() }, textContent(`${i} ${'y'.repeat(700)}`)),
    )
    const body = JSON.stringify(envelope(line, { messages }))
    expect(body.length).toBeGreaterThan(3_000_000)
    expect((await deliver(t.app, t.deps, body)).statusCode).toBe(200)
    await whenProcessed(t.deps)
    expect(await count('select count(*)::int as n from messages where company_id = $1', [companyId])).toBe(4000)
  })
})

describe("a company's own app", () => {
  const useOwnApp = (secret: string) =>
    t.deps.database.db
      .update(waAccounts)
      .set({ appSecret: t.deps.sealer.seal(secret) })
      .where(eq(waAccounts.id, accountId))
  const post = (secret: string, body: unknown) => {
    const payload = JSON.stringify(body)
    const url = `/webhooks/whatsapp/${accountId}`
    return t.app.inject({
      method: 'POST',
      url,
      headers: { 'x-hub-signature-256': signed(secret, payload) },
      payload: Buffer.from(payload),
    })
  }

  it('signs with its own secret and subscribes with its own word', async () => {
    await useOwnApp('secret of the own app')
    expect((await post('secret of the own app', text('do app próprio'))).statusCode).toBe(200)
    await whenProcessed(t.deps)
    expect(await list()).toHaveLength(1)
    expect((await post(t.deps.config.WHATSAPP_APP_SECRET ?? '', text('x'))).statusCode).toBe(401)
    const token = accountVerifyToken(t.deps.sealer, accountId)
    const url = `/webhooks/whatsapp/${accountId}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1`
    expect((await t.app.inject({ url })).statusCode).toBe(200)
  })

  it('cannot speak for the numbers of others', async () => {
    await useOwnApp('secret of the own app')
    const other = await createSignedIn(t.deps)
    const { account, channel } = await createChannel(t.deps, other.company.id)
    const theirs = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
    const forged = inboundBody(theirs, { phone: somePhone() }, textContent('forged'))
    expect((await post('secret of the own app', forged)).statusCode).toBe(200)
    await whenProcessed(t.deps)
    expect(await count('select count(*)::int as n from messages where company_id = $1', [other.company.id])).toBe(0)
  })

  it('has no door for an account without one', async () => {
    expect((await post('', text('x'))).statusCode).toBe(401)
  })
})

describe('a body that cannot be processed', () => {
  const stored = (body: unknown) => {
    const bytes = Buffer.from(JSON.stringify(body))
    return { id: newId(), shard: shardOf(bytes), receivedAt: new Date(), accountId: null, body: bytes }
  }

  it('is set aside with its error, shown in the log, and others go on; a replay processes it', async () => {
    const { pool } = t.deps.database
    // A constraint that refuses one text stands for whatever may be wrong with a body.
    await pool.query(`alter table messages add constraint poison check (body <> 'poison')`)
    await Promise.all(['a', 'poison', 'b'].map((body) => deliver(t.app, t.deps, text(body))))
    await whenProcessed(t.deps)
    expect((await list()).map((c: { lastPreview: string }) => c.lastPreview).sort()).toEqual(['a', 'b'])
    const { rows } = await pool.query(
      `select e.id, e.error, e.attempts, r.field, r.summary from webhook_events e join webhook_event_refs r on r.event_id = e.id
       where e.state = 2 and r.company_id = $1`,
      [companyId],
    )
    expect(rows).toMatchObject([
      { error: expect.stringContaining('poison'), attempts: 1, field: 'messages', summary: 'text' },
    ])
    await pool.query('alter table messages drop constraint poison')
    await replayWebhookEvent(systemCtx(t.deps, 'test'), rows[0].id)
    await whenProcessed(t.deps)
    expect(await list()).toHaveLength(3)
    await replayWebhookEvent(systemCtx(t.deps, 'test'), rows[0].id)
    await whenProcessed(t.deps)
    expect(await count('select count(*)::int as n from messages where company_id = $1', [companyId])).toBe(3)
  })

  it('that was processed does not bring an old limit of the number back when it is replayed', async () => {
    const { pool } = t.deps.database
    const { rows } = await pool.query(
      `select c.phone, a.waba_id from channels c join wa_accounts a on a.id = c.wa_account_id where c.company_id = $1`,
      [companyId],
    )
    const alert = (limit: string) => ({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: rows[0].waba_id,
          changes: [
            {
              field: 'phone_number_quality_update',
              value: { display_phone_number: rows[0].phone, event: 'ONBOARDING', current_limit: limit },
            },
          ],
        },
      ],
    })
    const limitOf = async () =>
      (await pool.query('select messaging_limit from channels where company_id = $1', [companyId])).rows[0]
        ?.messaging_limit
    await deliver(t.app, t.deps, alert('TIER_250'))
    await whenProcessed(t.deps)
    expect(await limitOf()).toBe('TIER_250')
    const [old] = (await pool.query('select id from webhook_events order by id desc limit 1')).rows
    await deliver(t.app, t.deps, alert('TIER_10K'))
    await whenProcessed(t.deps)
    expect(await limitOf()).toBe('TIER_10K')
    await replayWebhookEvent(systemCtx(t.deps, 'test'), old.id)
    await whenProcessed(t.deps)
    expect(await limitOf()).toBe('TIER_10K')
  })

  it('is processed once in effect when two processes have it in hand', async () => {
    const event = stored(text('um'))
    await t.deps.database.pool.query('insert into webhook_events (id, shard, body, state) values ($1, $2, $3, 0)', [
      event.id,
      99,
      event.body,
    ])
    await Promise.all([processEvents(t.deps, [event]), processEvents(t.deps, [event]), processEvents(t.deps, [event])])
    expect((await list())[0]).toMatchObject({ unreadCount: 1 })
    expect(await count('select attempts::int as n from webhook_events where id = $1', [event.id])).toBe(1)
  })
})

describe('several processes', () => {
  const other = async () => {
    const { deps, close } = await createTestDeps()
    const second = startProcessor(deps)
    return {
      stop: async () => {
        await second.stop()
        await close()
      },
    }
  }

  it('share the work without doing any of it twice, also while one of them goes', async () => {
    const second = await other()
    const bodies = Array.from({ length: 60 }, (_, i) => text(`${i}`))
    await Promise.all(bodies.slice(0, 30).map((body) => deliver(t.app, t.deps, body)))
    const leaving = processor.stop()
    await Promise.all(bodies.slice(30).map((body) => deliver(t.app, t.deps, body)))
    await leaving
    await whenProcessed(t.deps)
    processor = startProcessor(t.deps)
    await second.stop()
    expect(await count('select count(*)::int as n from messages where company_id = $1', [companyId])).toBe(60)
    expect(
      await count('select sum(unread_count)::int as n from conversations where company_id = $1', [companyId]),
    ).toBe(60)
  })
})

describe('what another process left', () => {
  it('is processed from the table, in order', async () => {
    const phone = somePhone()
    for (const n of [1, 2, 3]) {
      const body = Buffer.from(JSON.stringify(inboundBody(line, { phone }, textContent(`${n}`))))
      await t.deps.database.pool.query('insert into webhook_events (id, shard, body) values ($1, $2, $3)', [
        newId(),
        shardOf(body),
        body,
      ])
    }
    await whenProcessed(t.deps)
    expect(await list()).toMatchObject([{ lastPreview: '3', unreadCount: 3 }])
  })

  it('is read no more of at once than fits into memory', async () => {
    const shard = 77
    const bodies = [300, 300, 900, 10].map((length) => Buffer.alloc(length, ' '))
    const events = bodies.map((body) => ({ id: newId(), shard, receivedAt: new Date(), accountId: null, body }))
    await insertEvents(t.deps.database.pool, events)
    const lengths = async (without: number, most: { count: number; bytes: number }) => {
      const inHand = events.slice(0, without).map(({ id }) => id)
      return (await findWaiting(t.deps.database.pool, shard, inHand, most)).map(({ body }) => body.length)
    }
    expect(await lengths(0, { count: 9, bytes: 500 })).toEqual([300, 300])
    expect(await lengths(2, { count: 9, bytes: 500 })).toEqual([900])
    expect(await lengths(0, { count: 1, bytes: 500 })).toEqual([300])
    expect(await lengths(0, { count: 9, bytes: 5000 })).toEqual([300, 300, 900, 10])
    await t.deps.database.pool.query('delete from webhook_events where shard = $1', [shard])
  })

  it('tells browsers about new messages, by ids only and for the company only', async () => {
    const changes: unknown[] = []
    const stop = t.deps.bus.subscribe('changes', (change) => changes.push(change))
    await deliver(t.app, t.deps, text('segredo'))
    await whenProcessed(t.deps)
    await expect.poll(() => changes).toHaveLength(1)
    stop()
    expect(changes).toMatchObject([
      { rooms: [`company:${companyId}`], change: { event: 'message.created', companyId } },
    ])
    expect(JSON.stringify(changes)).not.toContain('segredo')
  })
})

describe('what is known of a number', () => {
  it('never hides that someone has connected it, though no one told', async () => {
    line = { phoneNumberId: '920000000000001', wabaId: '920000000000002' }
    await deliver(t.app, t.deps, text('antes'))
    await whenProcessed(t.deps)
    await createChannel(t.deps, companyId, line)
    await deliver(t.app, t.deps, text('depois'))
    await whenProcessed(t.deps)
    expect((await list()).map(({ lastPreview }: { lastPreview: string }) => lastPreview)).toContain('depois')
  })

  it('is read again when it changed while it was read', async () => {
    const ways = [
      async () => (await findChannelsByNumbers(t.deps, [line.phoneNumberId])).get(line.phoneNumberId)?.settings,
      async () => (await findChannelAccess(t.deps, channelId))?.channel.settings,
      async () => (await settingsOf(t.deps, companyId))?.channel(channelId).routing.greeting,
    ]
    const reading = ways.map((way) => way())
    t.deps.bus.publish('channel.changed', { channelId })
    await Promise.all(reading)
    const greeting = { enabled: true, text: 'Agora' }
    const { db } = t.deps.database
    await db
      .update(channels)
      .set({ settings: { routing: { greeting } } })
      .where(eq(channels.id, channelId))
    expect(await Promise.all(ways.map((way) => way()))).toEqual([
      { routing: { greeting } },
      { routing: { greeting } },
      greeting,
    ])
  })
})
