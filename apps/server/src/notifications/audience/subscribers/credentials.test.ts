import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notificationIntegrations } from '#server/db/schema/notifications/integrations.ts'
import { notificationSubscribers } from '#server/db/schema/notifications/subscribers.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment, createTestSubscriber } from '#server/test/notifications.ts'

let world: TestApp
let slack: Server
let slackAnswer: { status: number; body: string }
let slackCalls: Record<string, string>[] = []
type World = Awaited<ReturnType<typeof createTestEnvironment>>

beforeAll(async () => {
  slack = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      slackCalls.push({ path: request.url ?? '', ...Object.fromEntries(new URLSearchParams(text)) })
      response.writeHead(slackAnswer.status, { 'content-type': 'application/json' }).end(slackAnswer.body)
    })
  })
  await new Promise<void>((done) => slack.listen(0, '127.0.0.1', done))
  const SLACK_URL = `http://127.0.0.1:${(slack.address() as AddressInfo).port}`
  world = await buildOwnApp({ SLACK_URL, OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
})
afterAll(async () => {
  await world.close()
  await new Promise((done) => slack.close(done))
})
beforeEach(() => {
  slackCalls = []
  slackAnswer = {
    status: 200,
    body: JSON.stringify({ ok: true, incoming_webhook: { url: 'https://hooks.slack.test/T/B/x' } }),
  }
})

const createIntegration = async (
  env: World,
  fields: Partial<typeof notificationIntegrations.$inferInsert> & { open?: object } = {},
) => {
  const { open = {}, ...rest } = fields
  const id = createNotificationId()
  const values = {
    id,
    organizationId: env.environment.organizationId,
    environmentId: env.environment.id,
    name: 'Push',
    identifier: `push-${id}`,
    providerId: 'fcm',
    channel: 'push' as const,
    active: true,
    ...rest,
    credentials: world.deps.sealer.seal(JSON.stringify(open)),
  }
  await world.deps.database.db.insert(notificationIntegrations).values(values)
  return values
}

const prepare = async () => {
  const env = await createTestEnvironment(world.deps)
  await createTestSubscriber(world.deps, env.environment, { subscriberId: 'ana' })
  return env
}

const send = async (env: World, method: 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
  const response = await world.app.inject({
    method,
    url: `/v1/subscribers/${path}`,
    headers: env.headers,
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}
const tokens = (...deviceTokens: string[]) => ({ providerId: 'fcm', credentials: { deviceTokens } })
const channelsOf = async (env: World) =>
  (await world.app.inject({ method: 'GET', url: '/v1/subscribers/ana', headers: env.headers })).json().data
    .channels as object[]

test('PUT replaces the tokens and PATCH appends without repetition', async () => {
  const env = await prepare()
  const { id } = await createIntegration(env)
  const channel = (...deviceTokens: string[]) => [
    { providerId: 'fcm', _integrationId: id, credentials: { deviceTokens } },
  ]
  const first = await send(env, 'PUT', 'ana/credentials', tokens('a', 'b', 'a'))
  expect([first.status, first.body.data.subscriberId, first.body.data.channels]).toEqual([
    200,
    'ana',
    channel('a', 'b'),
  ])
  await send(env, 'PUT', 'ana/credentials', tokens('c'))
  expect(await channelsOf(env)).toEqual(channel('c'))
  const appended = await send(env, 'PATCH', 'ana/credentials', tokens('c', 'd'))
  expect([appended.status, appended.body.data.channels]).toEqual([200, channel('c', 'd')])
  await send(env, 'PUT', 'ana/credentials', tokens())
  expect(await channelsOf(env)).toEqual(channel())
})

test('appending at once loses no token', async () => {
  const env = await prepare()
  await createIntegration(env)
  const all = Array.from({ length: 8 }, (_, index) => `t${index}`)
  await Promise.all(all.map((token) => send(env, 'PATCH', 'ana/credentials', tokens(token))))
  const [channel] = (await channelsOf(env)) as { credentials: { deviceTokens: string[] } }[]
  expect(channel?.credentials.deviceTokens.toSorted()).toEqual(all)
})

test('credentials are stored by integration, sealed', async () => {
  const env = await prepare()
  const one = await createIntegration(env, { identifier: 'one' })
  const two = await createIntegration(env, { identifier: 'two' })
  await send(env, 'PUT', 'ana/credentials', { ...tokens('secret-one'), integrationIdentifier: 'one' })
  await send(env, 'PUT', 'ana/credentials', { ...tokens('secret-two'), integrationIdentifier: 'two' })
  expect(await channelsOf(env)).toEqual([
    { providerId: 'fcm', _integrationId: one.id, credentials: { deviceTokens: ['secret-one'] } },
    { providerId: 'fcm', _integrationId: two.id, credentials: { deviceTokens: ['secret-two'] } },
  ])
  const [row] = await world.deps.database.db
    .select()
    .from(notificationSubscribers)
    .where(eq(notificationSubscribers.environmentId, env.environment.id))
  expect(JSON.stringify(row)).not.toContain('secret-')
})

test('keys that are not given stay', async () => {
  const env = await prepare()
  await createIntegration(env, { providerId: 'discord', channel: 'chat' })
  const put = (credentials: object) => send(env, 'PUT', 'ana/credentials', { providerId: 'discord', credentials })
  await put({ webhookUrl: 'https://discord.test/1', channel: 'general' })
  const { body } = await put({ channel: 'other', title: 'Hi' })
  expect(body.data.channels[0].credentials).toEqual({
    webhookUrl: 'https://discord.test/1',
    channel: 'other',
    title: 'Hi',
  })
})

test('without an active integration of the provider nothing is stored', async () => {
  const env = await prepare()
  const other = await createTestEnvironment(world.deps)
  await createIntegration(other)
  await createIntegration(env, { active: false })
  await createIntegration(env, { identifier: 'gone', deletedAt: new Date() })
  await createIntegration(env, { identifier: 'apns', providerId: 'apns' })
  const attempts = [
    tokens('a'),
    { ...tokens('a'), integrationIdentifier: 'gone' },
    { ...tokens('a'), integrationIdentifier: 'apns' },
    { ...tokens('a'), providerId: 'nobody' },
  ]
  for (const body of attempts)
    for (const method of ['PUT', 'PATCH'] as const)
      expect((await send(env, method, 'ana/credentials', body)).status).toBe(400)
  expect(await channelsOf(env)).toEqual([])
})

test.each([
  ['no provider', { credentials: { deviceTokens: ['a'] } }],
  ['no credentials', { providerId: 'fcm' }],
  ['a text as tokens', { providerId: 'fcm', credentials: { deviceTokens: 'a' } }],
  ['numbers as tokens', { providerId: 'fcm', credentials: { deviceTokens: [1] } }],
])('%s is refused', async (_what, body) => {
  const env = await prepare()
  await createIntegration(env)
  expect((await send(env, 'PUT', 'ana/credentials', body)).status).toBe(400)
  expect(await channelsOf(env)).toEqual([])
})

test('the credentials of a provider are forgotten, those of others stay', async () => {
  const env = await prepare()
  await createIntegration(env)
  const expo = await createIntegration(env, { providerId: 'expo' })
  await send(env, 'PUT', 'ana/credentials', tokens('a'))
  await send(env, 'PUT', 'ana/credentials', { ...tokens('b'), providerId: 'expo' })
  expect(await send(env, 'DELETE', 'ana/credentials/fcm')).toEqual({ status: 204, body: null })
  expect(await channelsOf(env)).toEqual([
    { providerId: 'expo', _integrationId: expo.id, credentials: { deviceTokens: ['b'] } },
  ])
  expect((await send(env, 'DELETE', 'ana/credentials/fcm')).status).toBe(204)
  expect((await send(env, 'DELETE', 'nobody/credentials/fcm')).status).toBe(404)
})

const slackKeys = { applicationId: 'A1', clientId: 'client-1', secretKey: 'secret-1' }
const slackIntegration = (env: World, open: object = slackKeys) =>
  createIntegration(env, { providerId: 'slack', channel: 'chat', identifier: 'slack', open })
const visit = (path: string, query: Record<string, string>, browser = '') =>
  world.app.inject({
    method: 'GET',
    url: `/v1/subscribers/${path}?${new URLSearchParams(query)}`,
    headers: browser === '' ? {} : { cookie: browser },
  })
const hashOf = (env: World, subscriberId: string) => createHmac('sha256', env.apiKey).update(subscriberId).digest('hex')
/** Where a browser is sent, and what it keeps of it. */
const startOf = async (env: World, subscriberId = 'ana') => {
  const query = { environmentId: env.environment.id, hmacHash: hashOf(env, subscriberId) }
  const response = await visit(`${subscriberId}/credentials/slack/oauth`, query)
  const target = new URL(String(response.headers.location))
  const [browser = ''] = String(response.headers['set-cookie']).split(';')
  return { target, browser, state: target.searchParams.get('state') ?? '' }
}

test('installing Slack sends the person there and stores the webhook they come back with', async () => {
  const env = await prepare()
  const { id } = await slackIntegration(env)
  const { target, browser, state } = await startOf(env)
  expect(target.origin + target.pathname).toBe(`${world.deps.config.SLACK_URL}/oauth/v2/authorize`)
  const redirect = 'http://localhost:5000/v1/subscribers/ana/credentials/slack/oauth/callback'
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    client_id: 'client-1',
    scope: 'incoming-webhook',
    redirect_uri: redirect,
  })
  expect(target.href).not.toContain('secret-1')
  const back = await visit('ana/credentials/slack/oauth/callback', { code: 'code-1', state }, browser)
  expect([back.statusCode, back.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
  expect(slackCalls).toEqual([
    {
      path: '/api/oauth.v2.access',
      code: 'code-1',
      client_id: 'client-1',
      client_secret: 'secret-1',
      redirect_uri: redirect,
    },
  ])
  expect(await channelsOf(env)).toEqual([
    { providerId: 'slack', _integrationId: id, credentials: { webhookUrl: 'https://hooks.slack.test/T/B/x' } },
  ])
})

test('a person who is unknown becomes a subscriber, and the integration says where they land', async () => {
  const env = await prepare()
  await slackIntegration(env, { ...slackKeys, redirectUrl: 'https://customer.test/done' })
  const { state, browser } = await startOf(env, 'new')
  const back = await visit('new/credentials/slack/oauth/callback', { code: 'c', state }, browser)
  expect([back.statusCode, back.headers.location]).toEqual([302, 'https://customer.test/done'])
  const subscriber = await world.app.inject({ method: 'GET', url: '/v1/subscribers/new', headers: env.headers })
  expect(subscriber.json().data.channels).toHaveLength(1)
})

test.each([[true], [false], [undefined]])(
  'nobody connects without the hash of the subscriber, with hmac %s',
  async (hmac) => {
    const env = await prepare()
    await slackIntegration(env, { ...slackKeys, hmac })
    const start = (hmacHash: string) =>
      visit('ana/credentials/slack/oauth', { environmentId: env.environment.id, hmacHash })
    const [hash, other] = [hashOf(env, 'ana'), hashOf(env, 'bia')]
    expect((await start(hash)).statusCode).toBe(302)
    for (const wrong of ['', other, hash.toUpperCase()]) expect((await start(wrong)).statusCode).toBe(400)
  },
)

test('what one browser began is finished by no other, and only once', async () => {
  const env = await prepare()
  await slackIntegration(env)
  const [mine, theirs] = [await startOf(env), await startOf(env)]
  const finish = async (browser: string, state = mine.state) =>
    (await visit('ana/credentials/slack/oauth/callback', { code: 'c', state }, browser)).statusCode
  expect([await finish(''), await finish(theirs.browser)]).toEqual([400, 400])
  expect([slackCalls, await channelsOf(env)]).toEqual([[], []])
  expect(await Promise.all([finish(mine.browser), finish(mine.browser)])).toEqual(expect.arrayContaining([200, 400]))
  expect(await finish(mine.browser)).toBe(400)
  expect([slackCalls.length, (await channelsOf(env)).length]).toEqual([1, 1])
})

test('a state that we did not sign, of someone else or out of time stores nothing', async () => {
  const env = await prepare()
  await slackIntegration(env)
  const { state, browser } = await startOf(env)
  const [body = '', signature = ''] = state.split('.')
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), subscriberId: 'eve' }),
  ).toString('base64url')
  const attempts: [string, string][] = [
    ['ana', ''],
    ['ana', 'nonsense'],
    ['eve', state],
    ['eve', `${forged}.${signature}`],
  ]
  for (const [subscriberId, given] of attempts) {
    const query = { code: 'c', state: given }
    const { statusCode } = await visit(`${subscriberId}/credentials/slack/oauth/callback`, query, browser)
    expect(statusCode).toBe(400)
  }
  const { now } = world.deps
  world.deps.now = () => new Date(Date.now() + 16 * 60_000)
  const late = await visit('ana/credentials/slack/oauth/callback', { code: 'c', state }, browser)
  world.deps.now = now
  expect(late.statusCode).toBe(400)
  expect((await visit('ana/credentials/slack/oauth/callback', { state }, browser)).statusCode).toBe(400)
  expect(slackCalls).toEqual([])
  expect(await channelsOf(env)).toEqual([])
})

test.each([
  ['a refusal', { status: 200, body: '{"ok":false,"error":"invalid_code"}' }],
  ['an answer without webhook', { status: 200, body: '{"ok":true}' }],
  ['no JSON', { status: 500, body: 'oops' }],
])('%s of Slack stores nothing', async (_what, answer) => {
  const env = await prepare()
  await slackIntegration(env)
  slackAnswer = answer
  const { state, browser } = await startOf(env)
  expect((await visit('ana/credentials/slack/oauth/callback', { code: 'c', state }, browser)).statusCode).toBe(400)
  expect(await channelsOf(env)).toEqual([])
})

test('only Slack is installed this way, in a known environment with an active integration', async () => {
  const env = await prepare()
  const environmentId = env.environment.id
  expect((await visit('ana/credentials/discord/oauth', { environmentId })).statusCode).toBe(400)
  expect((await visit('ana/credentials/slack/oauth', { environmentId, hmacHash: hashOf(env, 'ana') })).statusCode).toBe(
    400,
  )
  expect((await visit('ana/credentials/slack/oauth', {})).statusCode).toBe(400)
  expect((await visit('ana/credentials/slack/oauth', { environmentId: 'f'.repeat(24) })).statusCode).toBe(404)
})
