import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { parseWebhook } from '#server/lib/whatsapp-cloud/parse-webhook.ts'
import { findChannelsByNumbers, graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  accessToken,
  readChannelRow,
  startWhatsappWorld,
  type WhatsappWorld,
  wabaId,
} from '#server/test/whatsapp-world.ts'
import { keepReading, readHealth } from './actions/health.ts'
import { applyAccountEvents } from './index.ts'
import { findChannelRow } from './queries/channels.ts'

let world: WhatsappWorld
let home: Awaited<ReturnType<typeof createSignedIn>>
let input: { wabaId: string; phoneNumberId: string; accessToken: string; pin?: string }

beforeAll(async () => {
  world = await startWhatsappWorld()
})
beforeEach(async () => {
  home = await createSignedIn(world.deps)
  input = { wabaId, phoneNumberId: world.takeNumber().id, accessToken }
})
afterAll(() => world.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, payload?: object, headers: Record<string, string> = home.headers) =>
  world.app.inject({
    method,
    url: `/api/v1/channels${path}`,
    headers,
    ...(payload || method === 'POST' ? { payload: payload ?? {} } : {}),
  })
const connect = (given: object = input, headers?: Record<string, string>) => call('POST', '', given, headers)
const connected = async () => (await connect()).json() as { id: string }

const limitedToken = async (wabaIds: string[]) => {
  const { code } = await world.control.code(wabaIds)
  const query = new URLSearchParams({ client_id: '900100200300400', client_secret: 'app-secret-of-the-tests', code })
  const answer = await request(`${world.sandbox.graphUrl}/oauth/access_token?${query}`)
  return ((await answer.body.json()) as { access_token: string }).access_token
}

const webhook = (field: string, value: object) =>
  Buffer.from(
    JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: wabaId, changes: [{ field, value }] }] }),
  )
const arrives = (field: string, value: object) =>
  applyAccountEvents(systemCtx(world.deps, 'test'), parseWebhook(webhook(field, value)))

describe('connecting', () => {
  test('the check tells step by step what Meta says, and changes nothing', async () => {
    const answer = await call('POST', '/checks', input)
    expect(answer.json()).toMatchObject({ ok: true, number: { name: 'Sandbox', quality: 'GREEN' } })
    expect(answer.json().steps.map((step: { step: string; state: string }) => `${step.step} ${step.state}`)).toEqual([
      'token ok',
      'scopes ok',
      'account ok',
      'number ok',
      'free ok',
      'registration ok',
      'subscription ok',
    ])
    expect((await call('GET', '')).json()).toEqual({ data: [] })
  })

  test('of a new number the other admins hear, with the way to it', async () => {
    const inboxes = await openInboxes(world)
    const colleague = await createUser(world.deps)
    await addMember(world.deps, home.company.id, colleague.id)
    await inboxes.refresh()
    const { id } = await connected()
    await connect()
    const url = `/integrations/whatsapp/${id}?company=${home.company.id}`
    expect(await inboxes.inboxOf(colleague.id)).toMatchObject([
      { templateIdentifier: 'channel.connected', cta: { data: { url } } },
    ])
    expect(await inboxes.inboxOf(home.user.id)).toEqual([])
  })

  test('a number is connected with its health, profile and templates, and its token is sealed', async () => {
    const answer = await connect()
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      status: 'connected',
      phoneNumberId: input.phoneNumberId,
      throughput: 80,
      quality: 'GREEN',
    })
    expect(
      answer.json().health.checks.map((check: { name: string; state: string }) => `${check.name} ${check.state}`),
    ).toEqual([
      'token ok',
      'subscription ok',
      'fields ok',
      'webhook_lag unknown',
      'last_event unknown',
      'registration ok',
      'sending ok',
      'payment ok',
      'quality ok',
      'limit ok',
      'name ok',
      'verification ok',
      'pin warning',
      'templates ok',
    ])
    const templates = await call('GET', `/${answer.json().id}/templates`)
    expect(templates.json().data.map((template: { name: string }) => template.name)).toEqual([
      'news',
      'offer',
      'order_ready',
      'sale',
      'with_picture',
    ])
    const { rows } = await world.deps.database.pool.query('select token from wa_accounts where company_id = $1', [
      home.company.id,
    ])
    expect(rows[0].token).not.toContain(accessToken)
    expect(answer.body).not.toContain(accessToken)
  })

  test('a wrong token, a token without rights, and a number of another account are each told apart', async () => {
    const wrong = { ...input, accessToken: 'EAA-this-token-is-not-known-to-anybody' }
    expect((await connect(wrong)).json()).toMatchObject({ code: 'channel_token_invalid', data: { step: 'token' } })
    const limited = { ...input, accessToken: await limitedToken(['900900900900900']) }
    expect((await connect(limited)).json()).toMatchObject({ code: 'channel_scopes_missing', data: { step: 'scopes' } })
    const elsewhere = { ...input, phoneNumberId: '999999999999999' }
    expect((await connect(elsewhere)).json()).toMatchObject({ code: 'channel_ids_mismatch', data: { step: 'number' } })
    expect((await call('GET', '')).json()).toEqual({ data: [] })
  })

  test('a number of another company is taken until it is disconnected there', async () => {
    const { id } = await connected()
    const other = await createSignedIn(world.deps)
    const refused = await connect(input, other.headers)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'channel_taken' })
    expect(refused.body).not.toContain(home.company.id)
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
    expect((await connect(input, other.headers)).statusCode).toBe(201)
  })

  test('two admins at once, or one twice, make one channel', async () => {
    const answers = await Promise.all([connect(), connect(), connect()])
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    expect((await call('GET', '')).json().data).toHaveLength(1)
  })

  test('two companies at once: one gets the number', async () => {
    const other = await createSignedIn(world.deps)
    const answers = await Promise.all([connect(), connect(input, other.headers)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
  })

  test('a number that is not registered needs its PIN and is registered with it', async () => {
    await world.control.number({ id: input.phoneNumberId, registered: false })
    expect((await connect()).json()).toMatchObject({
      code: 'provider_error',
      data: { step: 'registration', detail: 'pin_needed' },
    })
    const answer = await connect({ ...input, pin: '123456' })
    expect(answer.json()).toMatchObject({ status: 'connected' })
  })

  test('Meta out of reach is said so, and nothing is kept', async () => {
    const away = await startWhatsappWorld({ WHATSAPP_GRAPH_URL: 'http://127.0.0.1:9' })
    const answer = await away.app.inject({
      method: 'POST',
      url: '/api/v1/channels',
      headers: home.headers,
      payload: input,
    })
    expect(answer.json()).toMatchObject({ code: 'provider_error', data: { step: 'token', detail: 'unreachable' } })
    await away.close()
    expect((await call('GET', '')).json()).toEqual({ data: [] })
  })
})

describe('health', () => {
  test('a number in the red is degraded, with an event that says why, and recovers', async () => {
    const { id } = await connected()
    await world.control.number({ id: input.phoneNumberId, qualityRating: 'RED' })
    expect((await call('POST', `/${id}/health-checks`)).json()).toMatchObject({
      status: 'degraded',
      statusReason: 'quality_red',
    })
    await world.control.number({ id: input.phoneNumberId, qualityRating: 'GREEN' })
    expect((await call('POST', `/${id}/health-checks`)).json()).toMatchObject({
      status: 'connected',
      statusReason: null,
    })
    const { events } = await readChannelRow(world.deps, id)
    expect(events.filter((event) => event.kind === 'status')).toMatchObject([
      { before: 'connected', after: 'degraded', detail: { reason: 'quality_red' } },
      { before: 'degraded', after: 'connected' },
    ])
  })

  test('asking again and again is refused for a while', async () => {
    const { id } = await connected()
    const answers = []
    for (let i = 0; i < 6; i++) answers.push(await call('POST', `/${id}/health-checks`))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200, 429])
    expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a revoked token shows as run out; a new one brings the channel back with its templates', async () => {
    const token = await limitedToken([wabaId])
    input = { ...input, accessToken: token }
    const { id } = await connected()
    await world.control.token(false, token)
    expect((await call('POST', `/${id}/health-checks`)).json()).toMatchObject({
      status: 'token_expired',
      statusReason: 'graph:190',
    })
    const bad = await call('PUT', `/${id}/token`, { accessToken: token })
    expect(bad.json()).toMatchObject({ code: 'channel_token_invalid' })
    expect((await call('PUT', `/${id}/token`, { accessToken })).json()).toMatchObject({ status: 'connected' })
    expect((await call('GET', `/${id}/templates`)).json().data).toHaveLength(5)
  })

  test('what was read with a token that was replaced meanwhile is not kept', async () => {
    const token = await limitedToken([wabaId])
    input = { ...input, accessToken: token }
    const { id } = await connected()
    await world.control.token(false, token)
    const ctx = systemCtx(world.deps, 'test')
    const before = await findChannelRow(ctx, home.company.id, id)
    if (!before) throw new Error('no channel')
    const reading = await readHealth(ctx, graphClientFor(world.deps, token), token, before)
    expect((await call('PUT', `/${id}/token`, { accessToken })).json()).toMatchObject({ status: 'connected' })
    await keepReading(ctx, before, reading)
    expect((await call('GET', `/${id}`)).json()).toMatchObject({ status: 'connected' })
  })
})

describe('what webhooks say of the account', () => {
  test('a paused template is no longer offered', async () => {
    const { id } = await connected()
    const [template] = (await call('GET', `/${id}/templates`)).json().data
    const { rows } = await world.deps.database.pool.query('select meta_id from templates where id = $1', [template.id])
    await arrives('message_template_status_update', {
      event: 'PAUSED',
      message_template_id: Number(rows[0].meta_id),
      message_template_name: template.name,
      message_template_language: 'pt-BR',
      reason: 'NONE',
    })
    const left = (await call('GET', `/${id}/templates`)).json().data
    expect(left.map((entry: { name: string }) => entry.name)).toEqual(['offer', 'order_ready', 'sale', 'with_picture'])
    expect((await call('POST', `/${id}/template-syncs`)).json()).toEqual({ count: 5 })
  })

  test('a restriction holds until it ends, although the number itself looks well', async () => {
    const { id } = await connected()
    const expiration = Math.floor(Date.now() / 1000) + 3600
    await arrives('account_update', {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration }],
    })
    expect((await call('POST', `/${id}/health-checks`)).json()).toMatchObject({
      status: 'restricted',
      statusReason: 'restricted_biz_initiated_messaging',
    })
  })

  test('a disabled account is banned, and a new display name is shown', async () => {
    const { id } = await connected()
    const { channel } = await readChannelRow(world.deps, id)
    await arrives('phone_number_name_update', {
      display_phone_number: channel.phone.replace(/\D/g, ''),
      decision: 'APPROVED',
      requested_verified_name: 'Loja Nova',
    })
    expect((await call('GET', `/${id}`)).json()).toMatchObject({ name: 'Loja Nova' })
    await arrives('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } })
    expect((await call('GET', `/${id}`)).json()).toMatchObject({ status: 'banned', statusReason: 'account_disabled' })
  })
})

describe('the rest of a channel', () => {
  test('the business profile is changed at Meta and read back', async () => {
    const { id } = await connected()
    const change = { about: 'Aberto de 9 às 18', websites: ['https://example.com/'], vertical: 'RETAIL' }
    expect((await call('PUT', `/${id}/profile`, change)).json()).toMatchObject(change)
    expect((await call('GET', `/${id}`)).json().profile).toMatchObject(change)
  })

  test('disconnected it is shown last and receives nothing; connected again it is the same channel', async () => {
    const { id } = await connected()
    await call('DELETE', `/${id}`)
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
    expect((await findChannelsByNumbers(world.deps, [input.phoneNumberId])).size).toBe(0)
    const second = await connect({ ...input, phoneNumberId: world.takeNumber().id })
    const list = (await call('GET', '')).json().data
    expect(list.map((channel: { id: string; status: string }) => [channel.id, channel.status])).toEqual([
      [second.json().id, 'connected'],
      [id, 'disconnected'],
    ])
    const again = await connect()
    expect(again.json()).toMatchObject({ id, status: 'connected', disconnectedAt: null })
    expect((await findChannelsByNumbers(world.deps, [input.phoneNumberId])).size).toBe(1)
  })

  test('the raw log shows only what concerns this number', async () => {
    const { id } = await connected()
    const change = (phoneNumberId: string) => ({
      field: 'messages',
      value: { metadata: { phone_number_id: phoneNumberId } },
    })
    const body = { entry: [{ id: wabaId, changes: [change(input.phoneNumberId), change('1234567')] }] }
    const eventId = newId()
    const { pool } = world.deps.database
    await pool.query('insert into webhook_events (id, shard, body, state) values ($1, 0, $2, 1)', [
      eventId,
      Buffer.from(JSON.stringify(body)),
    ])
    await pool.query(
      'insert into webhook_event_refs (company_id, channel_id, event_id, field) values ($1, $2, $3, $4)',
      [home.company.id, id, eventId, 'messages'],
    )
    const list = await call('GET', `/${id}/webhook-events`)
    expect(list.json()).toMatchObject({
      data: [{ id: eventId, field: 'messages', state: 'processed' }],
      page: { has_more: false },
    })
    const one = await call('GET', `/${id}/webhook-events/${eventId}`)
    expect(one.json().body.entry[0].changes).toEqual([change(input.phoneNumberId)])
  })

  test('the webhook log shows contact and content to members who may read it, and reprocesses in bulk', async () => {
    const { id } = await connected()
    const { pool } = world.deps.database
    const message = {
      from: '5581988887766',
      id: 'wamid.log1',
      timestamp: '1700000000',
      type: 'text',
      text: { body: 'Chegou?' },
    }
    const value = {
      messaging_product: 'whatsapp',
      metadata: { phone_number_id: input.phoneNumberId, display_phone_number: '1' },
      contacts: [{ wa_id: '5581988887766', profile: { name: 'Ana Souza' } }],
      messages: [message],
    }
    const body = {
      object: 'whatsapp_business_account',
      entry: [{ id: wabaId, changes: [{ field: 'messages', value }] }],
    }
    const ids = [newId(), newId()]
    for (const eventId of ids) {
      await pool.query('insert into webhook_events (id, shard, body, state) values ($1, 0, $2, 2)', [
        eventId,
        Buffer.from(JSON.stringify(body)),
      ])
      await pool.query(
        'insert into webhook_event_refs (company_id, channel_id, event_id, field) values ($1, $2, $3, $4)',
        [home.company.id, id, eventId, 'messages'],
      )
    }
    const list = await call('GET', `/${id}/webhook-events?state=failed`)
    expect(list.json().data).toHaveLength(2)
    expect(list.json().data[0]).toMatchObject({
      contact: { name: 'Ana Souza', phone: '5581988887766', others: 0 },
      text: 'Chegou?',
    })
    const member = await createUser(world.deps)
    await addMember(world.deps, home.company.id, member.id, { role: 'member' })
    const headers = await signIn(world.deps, member.id, home.company.id)
    const seen = await call('GET', `/${id}/webhook-events`, undefined, headers)
    expect(seen.json().data[0]).toMatchObject({ contact: null, text: null })
    const stranger = newId()
    const again = await call('POST', `/${id}/webhook-replays`, { ids: [...ids, stranger] })
    expect(again.json()).toEqual({ done: 2, skipped: [{ id: stranger, label: '', code: 'not_found' }] })
    expect((await call('GET', `/${id}/webhook-events?state=failed`)).json().data).toEqual([])
    expect((await call('POST', `/${id}/webhook-replays`, { ids }, headers)).statusCode).toBe(403)
  })

  test('a member who is no admin may look but not connect, and another company sees nothing', async () => {
    const { id } = await connected()
    const member = await createUser(world.deps)
    await addMember(world.deps, home.company.id, member.id, { role: 'member' })
    const headers = await signIn(world.deps, member.id, home.company.id)
    expect((await call('GET', `/${id}`, undefined, headers)).statusCode).toBe(200)
    expect((await connect(input, headers)).statusCode).toBe(403)
    expect((await call('DELETE', `/${id}`, undefined, headers)).statusCode).toBe(403)
    const other = await createSignedIn(world.deps)
    expect((await call('GET', `/${id}`, undefined, other.headers)).statusCode).toBe(404)
    expect((await call('PUT', `/${id}/token`, { accessToken }, other.headers)).statusCode).toBe(404)
  })
})
