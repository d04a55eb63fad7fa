import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorChannels } from '#server/db/schema/admin/operators.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { messageMedia } from '#server/db/schema/inbox/messages.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { createChannel, createCompany, createUser, signIn } from '#server/test/factories.ts'
import {
  createConversation,
  createInbound,
  readSend,
  startWhatsappWorld,
  type WhatsappWorld,
} from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let admin: { id: string; headers: Record<string, string> }
let home: Awaited<ReturnType<WhatsappWorld['company']>>

beforeAll(async () => {
  world = await startWhatsappWorld()
  const user = await createUser(world.deps, { role: 'admin' })
  admin = { id: user.id, headers: await signIn(world.deps, user.id) }
})
beforeEach(async () => {
  home = await world.company()
})
afterAll(() => world.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, url: string, payload?: object, headers = admin.headers) =>
  world.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload ? { payload } : {}) })

const send = async (clientKey: string) => {
  const conversation = await createConversation(world.deps, { companyId: home.company.id, id: home.channel.id })
  const payload = { type: 'text', clientKey, body: 'Oi' }
  return call('POST', `/conversations/${conversation.id}/messages`, payload, home.headers)
}

describe('operators', () => {
  test('see the numbers they were given, and no other', async () => {
    const person = await createUser(world.deps)
    await world.deps.database.db.update(users).set({ waOperator: true }).where(eq(users.id, person.id))
    const headers = await signIn(world.deps, person.id)
    expect((await call('GET', '/operator/channels', undefined, headers)).json().data).toEqual([])
    await createConversation(world.deps, { companyId: home.company.id, id: home.channel.id })
    const assign = () => call('PUT', `/admin/channels/${home.channel.id}/operators`, { userIds: [person.id] })
    // Several that come at the same time all find their place.
    const [given, ...others] = await Promise.all(Array.from({ length: 8 }, assign))
    expect(others.map(({ statusCode }) => statusCode)).toEqual(others.map(() => 204))
    expect(given?.statusCode).toBe(204)
    const other = await world.company()
    const { data } = (await call('GET', '/operator/channels', undefined, headers)).json()
    expect(data).toMatchObject([{ id: home.channel.id, waiting: 1, member: false, operators: [{ id: person.id }] }])
    const all = (await call('GET', '/operator/channels?limit=100')).json().data
    expect(all.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([home.channel.id, other.channel.id]))
    expect((await call('GET', '/operator/channels', undefined, home.headers)).statusCode).toBe(403)
    await world.deps.database.db.delete(operatorChannels).where(eq(operatorChannels.userId, person.id))
  })

  test('have the numbers they were given read again together, and no other', async () => {
    const person = await createUser(world.deps)
    await world.deps.database.db.update(users).set({ waOperator: true }).where(eq(users.id, person.id))
    const headers = await signIn(world.deps, person.id)
    await call('PUT', `/admin/channels/${home.channel.id}/operators`, { userIds: [person.id] })
    const other = await world.company()
    const resync = (selection: object) => call('POST', '/operator/channels/resyncs', selection, headers)
    const audited = () => world.deps.database.db.$count(auditLogs, eq(auditLogs.action, 'channel.resync'))
    const before = await audited()
    expect((await resync({ ids: [home.channel.id, other.channel.id] })).statusCode).toBe(404)
    expect((await resync({ filter: {}, expected: 2 })).json()).toMatchObject({ code: 'conflict', data: { count: 1 } })
    expect(await audited()).toBe(before)
    expect((await resync({ ids: [home.channel.id] })).json()).toEqual({ done: 1, skipped: [] })
    expect((await resync({ filter: {}, expected: 1 })).json()).toEqual({ done: 1, skipped: [] })
    expect(await audited()).toBe(before + 2)
    const { id, phone } = home.channel
    await world.deps.database.db.update(channels).set({ disconnectedAt: new Date() }).where(eq(channels.id, id))
    expect((await resync({ ids: [id] })).json()).toEqual({
      done: 0,
      skipped: [{ id, label: phone, code: 'channel_not_sendable' }],
    })
    expect((await call('POST', '/operator/channels/resyncs', { ids: [id] }, home.headers)).statusCode).toBe(403)
  })

  test('cannot be people who are none', async () => {
    const person = await createUser(world.deps)
    const answer = await call('PUT', `/admin/channels/${home.channel.id}/operators`, { userIds: [person.id] })
    expect(answer.statusCode).toBe(404)
  })
})

describe('a number that the platform paused', () => {
  test('tells people why they cannot send, and sends again when it goes on', async () => {
    const selection = { ids: [home.channel.id] }
    const pause = { action: 'pause', selection, reason: 'Complaints of recipients' }
    expect((await call('POST', '/admin/channel-actions', pause)).json()).toEqual({ done: 1, skipped: [] })
    const refused = await send('the-first-message')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'sending_paused'])
    expect(refused.json().data).toMatchObject({ reason: 'platform', detail: 'Complaints of recipients' })
    expect((await call('POST', '/admin/channel-actions', { ...pause, reason: '' })).statusCode).toBe(422)
    await call('POST', '/admin/channel-actions', { action: 'resume', selection })
    const accepted = await send('the-second-message')
    expect(accepted.statusCode).toBe(201)
    expect(await readSend(world.deps, accepted.json().id)).toBeDefined()
    await world.forgetSends()
  })

  test('in an incident says so to its company, and goes on when it ends', async () => {
    const body = {
      filter: { companyId: home.company.id },
      message: { en: 'Meta delays marketing', pt: 'A Meta atrasa o marketing' },
      reason: 'Meta reports delays',
    }
    const incident = (await call('POST', '/admin/channel-incidents', body)).json()
    expect(incident).toMatchObject({ channels: 1, companies: 1 })
    expect((await call('GET', '/channel-incidents', undefined, home.headers)).json().data).toMatchObject([
      { id: incident.id, message: body.message },
    ])
    expect((await call('GET', `/channels/${home.channel.id}`, undefined, home.headers)).json().paused).toMatchObject({
      scope: 'marketing',
    })
    const other = await world.company()
    expect((await call('GET', '/channel-incidents', undefined, other.headers)).json().data).toEqual([])
    await call('DELETE', `/admin/channel-incidents/${incident.id}`)
    expect((await call('GET', '/channel-incidents', undefined, home.headers)).json().data).toEqual([])
    expect((await call('GET', `/channels/${home.channel.id}`, undefined, home.headers)).json().paused).toBeNull()
  })
})

describe('a number that is moved', () => {
  const move = (companyId: string) =>
    call('POST', '/admin/channel-actions', {
      action: 'move',
      selection: { ids: [home.channel.id] },
      companyId,
      reason: 'Sold to another company',
    })
  const db = () => world.deps.database.db
  const rowOf = async (companyId: string) => {
    const rows = await db()
      .select({ channel: channels, token: waAccounts.token })
      .from(channels)
      .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))
      .where(and(eq(channels.companyId, companyId), eq(channels.phoneNumberId, home.channel.phoneNumberId)))
    return rows[0]
  }

  const obstacles: [string, string, (target: { id: string }) => Promise<unknown>][] = [
    [
      'the company has no integrations',
      'channel_target_barred',
      ({ id }) => db().update(companies).set({ accessBlocks: [] }).where(eq(companies.id, id)),
    ],
    [
      'the company is suspended',
      'channel_target_barred',
      ({ id }) => db().update(companies).set({ status: 'suspended' }).where(eq(companies.id, id)),
    ],
    [
      'its webhooks go to an own app',
      'channel_own_app',
      () => db().update(waAccounts).set({ appSecret: 'sealed' }).where(eq(waAccounts.id, home.account.id)),
    ],
    [
      'a message waits to leave',
      'channel_traffic_waiting',
      async () => expect((await send('a-message-that-waits')).statusCode).toBe(201),
    ],
    [
      'a file waits to be fetched',
      'channel_traffic_waiting',
      async () => {
        const talk = await createConversation(world.deps, home.channel)
        const { id } = await createInbound(world.deps, talk, 'wamid.of-a-file')
        await db().insert(messageMedia).values({ companyId: home.company.id, messageId: id, kind: 'image' })
      },
    ],
  ]
  test.each(obstacles)('stays where it is while %s', async (_, code, hinder) => {
    const target = await createCompany(world.deps)
    await hinder(target)
    const { id, phone } = home.channel
    expect((await move(target.id)).json()).toEqual({ done: 0, skipped: [{ id, label: phone, code }] })
    expect((await rowOf(home.company.id))?.channel).toMatchObject({ status: 'connected', disconnectedAt: null })
    expect(await rowOf(target.id)).toBeUndefined()
    await world.forgetSends()
  })

  test('takes its token and its operators along and leaves none behind; what was held back stays so until the incident ends', async () => {
    const target = await createCompany(world.deps)
    await call('PUT', `/admin/channels/${home.channel.id}/operators`, { userIds: [admin.id] })
    const incident = (
      await call('POST', '/admin/channel-incidents', {
        filter: { companyId: home.company.id },
        message: { en: 'Meta delays marketing', pt: 'A Meta atrasa o marketing' },
        reason: 'Meta reports delays',
      })
    ).json()
    expect((await move(target.id)).json()).toEqual({ done: 1, skipped: [] })
    expect(await rowOf(home.company.id)).toMatchObject({ channel: { status: 'disconnected' }, token: null })
    const there = await rowOf(target.id)
    expect(there).toMatchObject({
      channel: { status: 'connected', pausedScope: 'marketing', settings: {}, settingsVersion: 1 },
      token: expect.any(String),
    })
    const givenTo = await db().select().from(operatorChannels).where(eq(operatorChannels.userId, admin.id))
    expect(givenTo.map(({ channelId }) => channelId)).toEqual([there?.channel.id])
    await call('DELETE', `/admin/channel-incidents/${incident.id}`)
    expect((await rowOf(target.id))?.channel.pausedScope).toBeNull()
  })

  test('keeps its token beside many others that go the other way between the same companies', async () => {
    const other = await world.company()
    const pair = [home.company.id, other.company.id] as const
    const wabas = Array.from({ length: 5 }, (_, n) => `8${n}${Date.now()}`)
    for (const companyId of pair)
      await Promise.all(wabas.map((wabaId) => createChannel(world.deps, companyId, { wabaId })))
    const live = () =>
      db()
        .select({ id: channels.id, companyId: channels.companyId, token: waAccounts.token })
        .from(channels)
        .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))
        .where(and(inArray(waAccounts.wabaId, wabas), isNull(channels.disconnectedAt)))
    for (let round = 0; round < 3; round++) {
      const moves = (await live()).map(async ({ id, companyId }) => {
        const body = { action: 'move', selection: { ids: [id] }, companyId: pair.find((one) => one !== companyId) }
        return (await call('POST', '/admin/channel-actions', { ...body, reason: 'A swap' })).json()
      })
      expect(await Promise.all(moves)).toEqual(Array(10).fill({ done: 1, skipped: [] }))
      expect((await live()).map(({ token }) => typeof token)).toEqual(Array(10).fill('string'))
    }
  })

  test('comes back to the conversations that it had', async () => {
    const target = await createCompany(world.deps)
    await move(target.id)
    const there = await rowOf(target.id)
    const back = { action: 'move', selection: { ids: [there?.channel.id] }, companyId: home.company.id }
    expect((await call('POST', '/admin/channel-actions', { ...back, reason: 'Bought back' })).json()).toMatchObject({
      done: 1,
    })
    expect(await rowOf(home.company.id)).toMatchObject({
      channel: { id: home.channel.id, status: 'connected', disconnectedAt: null },
      token: expect.any(String),
    })
    expect((await send('a-message-of-the-number-that-is-back')).statusCode).toBe(201)
    await world.forgetSends()
  })
})

describe('the set-up of the signup', () => {
  test('two admins at once: the second is told', async () => {
    const { version } = (await call('GET', '/operator/signup')).json()
    const none = { appId: null, configId: null, coexistenceConfigId: null, graphVersion: null, solutionId: null }
    const body = { ...none, allowedDomains: ['example.com'], version }
    expect((await call('PUT', '/operator/signup', body)).statusCode).toBe(200)
    expect((await call('PUT', '/operator/signup', body)).json()).toMatchObject({ code: 'conflict' })
  })

  const tried = async (at: WhatsappWorld) => {
    const answer = await at.app.inject({
      method: 'POST',
      url: '/api/v1/operator/signup/tests',
      headers: admin.headers,
      payload: {},
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { checks }: { checks: { name: string; state: string }[] } = answer.json()
    return Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  }

  test('a test run says that Meta did not answer, and nothing of what only Meta knows', async () => {
    const away = await startWhatsappWorld({ WHATSAPP_GRAPH_URL: 'http://127.0.0.1:9' })
    expect(await tried(away)).toMatchObject({ app: 'ok', secret: 'unknown', address: 'unknown', fields: 'unknown' })
    await away.close()
  })

  test('a test run with another secret says that Meta refuses it', async () => {
    const other = await startWhatsappWorld({ WHATSAPP_APP_SECRET: 'a-secret-of-another-app' })
    expect(await tried(other)).toMatchObject({ secret: 'problem', address: 'unknown', fields: 'unknown' })
    await other.close()
  })

  test('Meta is asked again while a customer waits', async () => {
    let asked = 0
    const busy = createServer((_request, response) => {
      asked += 1
      if (asked < 3) return void response.writeHead(502).end('Bad gateway')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
    })
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    const { port } = busy.address() as AddressInfo
    const at = await startWhatsappWorld({ WHATSAPP_GRAPH_URL: `http://127.0.0.1:${port}` })
    expect(await tried(at)).toMatchObject({ secret: 'ok', fields: 'problem' })
    expect(asked).toBe(3)
    await at.close()
    busy.close()
  })

  test('a new verify token counts at once, and the one before it for a day', async () => {
    const shake = (token: string) =>
      world.app.inject({
        url: `/webhooks/whatsapp?hub.mode=subscribe&hub.challenge=42&hub.verify_token=${encodeURIComponent(token)}`,
      })
    const { verifyToken } = (await call('POST', '/operator/signup/verify-tokens', {})).json()
    expect((await shake(verifyToken)).body).toBe('42')
    expect((await shake('verify-token-of-the-tests')).body).toBe('42')
    expect((await shake('another')).statusCode).toBe(403)
  })
})
