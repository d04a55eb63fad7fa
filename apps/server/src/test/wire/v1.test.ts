import { createHmac } from 'node:crypto'
import { type NamedV1Endpoint, v1Endpoints } from '@recado/contracts/notifications/openapi'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestEnvironment } from '../notifications.ts'
import { paramsOf, type V1Call, v1CallOf } from '../v1-calls.ts'
import { createV1World, type V1World } from '../v1-world.ts'
import { openRecording, type Recording, recordings } from './recorded-calls.ts'
import { openStandIn, openWireApp, type WireApp } from './wire-app.ts'

// Every call of `/v1`, by its path: done properly, and refused in each way that it can be.

const word = '5eed5eed5eed'
const patterns = {
  application: /(?<="identifier":")[\w-]{12}(?=")/,
  suffix: /(?<="identifier":"[a-z0-9-]+-)[0-9a-f]{6}(?=")/,
}

let wire: WireApp
let slack: Awaited<ReturnType<typeof openStandIn>>
let calls = 0
beforeAll(async () => {
  const answer = { ok: true, incoming_webhook: { url: 'https://hooks.slack.test/T/B/x' } }
  slack = await openStandIn({ '/api/oauth.v2.access': answer })
  wire = await openWireApp({ SLACK_URL: slack.url })
})
beforeEach(() => wire.restart())
afterAll(async () => {
  await wire.close()
  await slack.close()
})

type Sent = Omit<V1Call, 'method' | 'payload'> & {
  method: V1Call['method'] | 'OPTIONS'
  payload?: object | string
  headers?: Record<string, string>
}

/** From an address of its own each time, so that no one is slowed down. */
const send = ({ method, url, payload, headers = {} }: Sent) => {
  calls += 1
  const remoteAddress = `10.1.${Math.floor(calls / 250)}.${calls % 250}`
  return wire.app.inject({ method, url, headers, remoteAddress, ...(payload !== undefined && { payload }) })
}

const resourceOf = ({ endpoint }: NamedV1Endpoint) => endpoint.path.split('/')[2] ?? ''
const resources = [...new Set(v1Endpoints.map(resourceOf))].sort()
const keyOf = ({ endpoint }: NamedV1Endpoint) => `${endpoint.path} ${endpoint.method}`
const endpointsOf = (resource: string) =>
  v1Endpoints.filter((named) => resourceOf(named) === resource).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

const idParam = /^(id|messageId|workflowId|tenantId|integrationId|memberId|notificationId|subscriberId|topicKey)$/
const takesAway = ({ endpoint: { method, path } }: NamedV1Endpoint) =>
  method === 'DELETE' || /remov|delete|regenerate|apply/.test(path)
const headersOf = ({ endpoint }: NamedV1Endpoint, { headers, widgetHeaders }: V1World) =>
  endpoint.auth === 'widget' ? widgetHeaders : endpoint.auth === 'public' ? {} : headers

const createIntegration = async ({ headers }: V1World, fields: object): Promise<string> => {
  const payload = { active: true, check: false, ...fields }
  const answer = await send({ method: 'POST', url: '/v1/integrations', headers, payload })
  return answer.json().data._id
}

const startOfSlack = (named: NamedV1Endpoint, world: V1World): Sent => {
  const hmacHash = createHmac('sha256', world.apiKey).update(world.subscriberId).digest('hex')
  const query = new URLSearchParams({ environmentId: world.environment.id, hmacHash })
  const { method, url } = v1CallOf(named, world, { providerId: 'slack' })
  return { method, url: `${url.replace(/\/callback$/, '')}?${query}` }
}

/** Calls that need more than their names and values. */
const prepared: Record<string, (named: NamedV1Endpoint, world: V1World) => Sent | Promise<Sent>> = {
  'POST /v1/widgets/messages/snooze': (named, world) => {
    const snoozedUntil = new Date(wire.now().getTime() + 60_000).toISOString()
    return { ...v1CallOf(named, world), payload: { messageId: world.messageId, snoozedUntil } }
  },
  'GET /v1/subscribers/:subscriberId/credentials/:providerId/oauth': async (named, world) => {
    const credentials = { applicationId: 'A1', clientId: 'client-1', secretKey: 'secret-1' }
    await createIntegration(world, { providerId: 'slack', channel: 'chat', credentials })
    return startOfSlack(named, world)
  },
  'GET /v1/subscribers/:subscriberId/credentials/:providerId/oauth/callback': async (named, world) => {
    const { headers } = await send(startOfSlack(named, world))
    const state = new URL(String(headers.location)).searchParams.get('state') ?? ''
    const { method, url } = v1CallOf(named, world, { providerId: 'slack' })
    const [cookie = ''] = String(headers['set-cookie']).split(';')
    return { method, url: `${url}?${new URLSearchParams({ code: 'code-1', state })}`, headers: { cookie } }
  },
  'POST /v1/webhooks/organizations/:organizationId/environments/:environmentId/:channel/:integrationIdentifierOrId':
    async (named, world) => {
      const secretKey = 'hush'
      const credentials = {
        webhookUrl: 'https://hooks.example/mail',
        secretKey,
        from: 'a@example.com',
        senderName: 'A',
      }
      const id = await createIntegration(world, { providerId: 'email-webhook', channel: 'email', credentials })
      const payload = JSON.stringify([{ id: 'vendor-1', event: 'opened' }])
      const signature = createHmac('sha256', secretKey).update(payload).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-novu-signature': signature }
      return { ...v1CallOf(named, world, { integrationIdentifierOrId: id }), headers, payload }
    },
}

const recordEndpoint = async ({ note }: Recording, named: NamedV1Endpoint, world: V1World) => {
  const { endpoint } = named
  const title = `${endpoint.method} ${endpoint.path}`
  const record = async (what: string, call: Sent) =>
    note(`${title}, ${what}`, `${call.method} ${call.url}`, await send(call))
  const own = takesAway(named) ? await createV1World(wire, word) : world
  const proper = (await prepared[title]?.(named, own)) ?? v1CallOf(named, own)
  const done = await record('done', { headers: headersOf(named, own), ...proper })
  expect(done.statusCode < 400, `${title}: ${done.body}`).toBe(endpoint.auth !== 'dashboard')
  const call = v1CallOf(named, world)
  const headers = headersOf(named, world)
  if (endpoint.auth !== 'public') await record('by nobody', call)
  if (endpoint.auth === 'dashboard') return
  if (endpoint.body) await record('with another body', { ...call, headers, payload: [{ shape: 'another' }] })
  if (endpoint.body) await record('with nothing', { ...call, headers, payload: {} })
  for (const param of paramsOf(endpoint.path).filter((name) => idParam.test(name)))
    for (const value of ['f'.repeat(24), 'not-an-id'])
      await record(`${param} ${value}`, { ...v1CallOf(named, world, { [param]: value }), headers })
  if (endpoint.query) {
    const join = call.url.includes('?') ? '&' : '?'
    await record('an odd page', { ...call, url: `${call.url}${join}page=-1&limit=many`, headers })
  }
}

it.each(resources)('/v1/%s answers as it was recorded', async (resource) => {
  const recording = openRecording(`v1-${resource}`, { patterns })
  const world = await createV1World(wire, word)
  for (const named of endpointsOf(resource)) await recordEndpoint(recording, named, world)
  recording.compare()
})

it('the protocol around the calls is as it was recorded', async () => {
  const recording = openRecording('v1-protocol', { patterns })
  const record = async (what: string, call: Sent) =>
    recording.note(what, `${call.method} ${call.url}`, await send(call))
  const { headers, apiKey, subscriberId } = await createV1World(wire, word)
  const url = '/v1/subscribers'
  const json = { ...headers, 'content-type': 'application/json' }
  const to = (id: string) => ({ subscriberId: id, firstName: 'Ana' })
  await record('nothing there', { method: 'GET', url: '/v1/nothing-there?a=1', headers })
  await record('another method', { method: 'PATCH', url: '/v1/feeds', headers })
  await record('a slash at the end', { method: 'GET', url: '/v1/feeds/', headers })
  await record('another scheme', { method: 'GET', url, headers: { authorization: `Basic ${apiKey}` } })
  await record('a key as a bearer token', { method: 'GET', url, headers: { authorization: `Bearer ${apiKey}` } })
  await record('another key', { method: 'GET', url, headers: { authorization: `ApiKey ${'0'.repeat(32)}` } })
  await record('a token that is none', {
    method: 'GET',
    url: '/v1/widgets/notifications/feed',
    headers: { authorization: 'Bearer none' },
  })
  await record('a broken body', { method: 'POST', url, headers: json, payload: '{"subscriberId":' })
  await record('a body of another type', {
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'text/csv' },
    payload: 'subscriberId\nana\n',
  })
  await record('too large a body', {
    method: 'POST',
    url,
    headers: json,
    payload: JSON.stringify(to('x'.repeat(1024 * 1024))),
  })
  await record('lists in a query', { method: 'GET', url: `/v1/messages?transactionId[]=a&transactionId[]=b`, headers })
  for (const [what, key, payload] of [
    ['first', 'key-1', to('once')],
    ['again', 'key-1', to('once')],
    ['another body', 'key-1', to('twice')],
    ['a refusal', 'key-2', {}],
    ['the refusal again', 'key-2', {}],
    ['too long', 'k'.repeat(256), to('once')],
  ] as const)
    await record(`a key for repeating, ${what}`, {
      method: 'POST',
      url,
      headers: { ...headers, 'idempotency-key': key },
      payload,
    })
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
  const from = (origin: string) => ({ ...preflight, origin })
  await record('a preflight of a widget', {
    method: 'OPTIONS',
    url: '/v1/widgets/session/initialize',
    headers: from('https://shop.example'),
  })
  await record('a preflight of our own page', { method: 'OPTIONS', url, headers: from('http://localhost:5000') })
  await record('a preflight of another page', { method: 'OPTIONS', url, headers: from('https://shop.example') })
  await record('a call of our own page', {
    method: 'GET',
    url: `${url}/${subscriberId}`,
    headers: { ...headers, origin: 'http://localhost:5000' },
  })
  recording.compare()
})

it('widgets that vouch for their subscribers, and too many calls, are answered as they were recorded', async () => {
  const recording = openRecording('v1-limits', { patterns })
  const { apiKey, identifier } = await createTestEnvironment(wire.deps, { hmac: true })
  const session = async (what: string, hmacHash?: string) =>
    recording.note(
      what,
      'POST /v1/widgets/session/initialize',
      await send({
        method: 'POST',
        url: '/v1/widgets/session/initialize',
        payload: { applicationIdentifier: identifier, subscriberId: 'ana', ...(hmacHash && { hmacHash }) },
      }),
    )
  await session('a session without the hash')
  await session('a session with another hash', '0'.repeat(64))
  await session('a session with its hash', createHmac('sha256', apiKey).update('ana').digest('hex'))
  const { headers } = await createTestEnvironment(wire.deps, { tier: 'free' })
  const trigger = { method: 'POST', url: '/v1/events/trigger/bulk', headers, payload: { events: [] } } as const
  for (let status = 0, count = 1; status !== 429; count++)
    status = recording.note(`bulk call ${count}`, `POST ${trigger.url}`, await send(trigger)).statusCode
  recording.compare()
})

it('every recording has its calls', () => {
  const names = [...resources, 'protocol', 'limits'].map((name) => `v1-${name}`)
  expect(recordings().filter((name) => name.startsWith('v1-'))).toEqual(names.sort())
})
