import { type NamedV1Endpoint, v1Endpoints } from '@recado/contracts/notifications/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWidgetToken } from '#server/notifications/inbox/widget/token.ts'
import { buildOwnApp, type TestApp } from './app.ts'
import { createSignedIn } from './factories.ts'
import { createTestEnvironment, createTestSubscriber } from './notifications.ts'
import { rowsWith } from './rows.ts'
import { paramsOf, type V1Call, v1CallOf } from './v1-calls.ts'
import { createV1World, type V1World } from './v1-world.ts'

let test: TestApp
let world: V1World
/** Another one, for calls that change something but take nothing away from the next. */
let busy: V1World
let session: Record<string, string>
beforeAll(async () => {
  test = await buildOwnApp()
  world = await createV1World(test)
  busy = await createV1World(test)
  session = (await createSignedIn(test.deps)).headers
})
afterAll(() => test.close())

const send = ({ method, url, payload }: V1Call, headers: Record<string, string> = {}) =>
  test.app.inject({ method, url, headers, ...(payload && { payload }) })
const refusal = (answer: Awaited<ReturnType<typeof send>>) => [answer.statusCode, answer.json().message]
const headersOf = (
  { endpoint }: NamedV1Endpoint,
  { headers, widgetHeaders }: Pick<V1World, 'headers' | 'widgetHeaders'>,
) => (endpoint.auth === 'widget' ? widgetHeaders : endpoint.auth === 'public' ? {} : headers)

/** Every row of the world's environment and organisation, as one text for each table. */
const rowsOf = ({ environment, organization }: V1World) =>
  rowsWith(test.deps.database, [environment.id, organization.id], {
    names: ['environment_id', 'organization_id'],
    tables: 'notification\\_%',
    besides: [{ table: 'notification_organizations', column: 'id', type: 'text' }],
  })

const titled = (endpoints: readonly NamedV1Endpoint[]) =>
  endpoints.map((named) => ({ ...named, title: `${named.name}: ${named.endpoint.method} ${named.endpoint.path}` }))
const where = (test: (named: NamedV1Endpoint) => boolean) => titled(v1Endpoints.filter(test))
const withAuth = (...kinds: string[]) => where(({ endpoint }) => kinds.includes(endpoint.auth))

/** Parameters that name a record by the id that we gave it. */
const idParam = /^(id|messageId|workflowId|tenantId|integrationId|memberId|notificationId)$/
const idParamsOf = (path: string) => paramsOf(path).filter((param) => idParam.test(param))

describe('the contracts of the notification API', () => {
  it('declare each method and path once, under names of their own', () => {
    const keys = v1Endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':')}`)
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
    const names = v1Endpoints.map(({ name }) => name)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  it('count calls in the category of their resource, and bulk calls as such', () => {
    for (const { name, endpoint } of v1Endpoints.filter((named) => named.endpoint.auth === 'apiKey')) {
      const [, , resource = ''] = endpoint.path.split('/')
      const configuration = ['subscribers', 'topics', 'tenants'].includes(resource)
      const expected = resource === 'events' ? 'trigger' : configuration ? 'configuration' : 'global'
      expect([name, endpoint.category ?? 'global']).toEqual([name, expected])
    }
    const bulk = v1Endpoints.filter(({ endpoint }) => endpoint.cost === 'bulk').map(({ name }) => name)
    const expected = ['broadcastEvent', 'bulkCreateSubscribers', 'changes_applyMany', 'triggerEventsInBulk']
    expect(bulk.toSorted()).toEqual(expected)
  })
})

describe.each(withAuth('apiKey', 'dashboard'))('$title', (named: NamedV1Endpoint) => {
  it('is closed to everybody but keys of an environment', async () => {
    const call = v1CallOf(named, world)
    const before = await rowsOf(world)
    expect(refusal(await send(call))).toEqual([401, 'Missing authorization header'])
    expect(refusal(await send(call, session))).toEqual([401, 'Missing authorization header'])
    expect(refusal(await send(call, world.widgetHeaders))).toEqual([401, 'Unauthorized'])
    expect(refusal(await send(call, { authorization: `Basic ${world.apiKey}` }))).toEqual([
      401,
      'Invalid authentication scheme: "Basic"',
    ])
    expect(refusal(await send(call, { authorization: `ApiKey ${world.apiKey}0` }))).toEqual([401, 'API Key not found'])
    if (named.endpoint.auth === 'dashboard')
      expect(refusal(await send(call, world.headers))).toEqual([401, 'API endpoint not available'])
    expect(await rowsOf(world)).toEqual(before)
  })
})

describe.each(withAuth('widget'))('$title', (named: NamedV1Endpoint) => {
  it('is closed to everybody but widgets with a token of ours', async () => {
    const call = v1CallOf(named, world)
    const before = await rowsOf(world)
    const bearer = world.widgetHeaders.authorization
    const tokens = [
      '',
      world.headers.authorization,
      `Bearer ${world.apiKey}`,
      bearer.slice(0, -3),
      bearer.replace(/\.[^.]+$/, '.'),
    ]
    for (const authorization of tokens)
      expect(refusal(await send(call, { authorization }))).toEqual([401, 'Unauthorized'])
    expect(refusal(await send(call, session))).toEqual([401, 'Unauthorized'])
    expect(await rowsOf(world)).toEqual(before)
  })
})

describe.each(withAuth('apiKey', 'widget'))('$title', (named: NamedV1Endpoint) => {
  it('works for those who may', async () => {
    const { endpoint } = named
    const takesAway = endpoint.method === 'DELETE' || /remove|regenerate|apply/i.test(named.name)
    const own = endpoint.method === 'GET' ? world : takesAway ? await createV1World(test) : busy
    const answer = await send(v1CallOf(named, own), headersOf(named, own))
    const status = endpoint.status ?? (endpoint.response === null ? 204 : endpoint.method === 'POST' ? 201 : 200)
    expect([answer.statusCode, status === 204 ? '' : answer.body.slice(0, 300)]).toEqual([status, expect.any(String)])
    if (status === 204) expect(answer.body).toBe('')
  })

  it('neither tells nor changes anything of others', async () => {
    const { environment, headers } = await createTestEnvironment(test.deps)
    const subscriber = await createTestSubscriber(test.deps, environment)
    const token = createWidgetToken(test.deps, environment, subscriber)
    const mine = { headers, widgetHeaders: { authorization: `Bearer ${token}` } }
    const before = await rowsOf(world)
    const answer = await send(v1CallOf(named, world), headersOf(named, mine))
    expect(answer.statusCode, answer.body).toBeLessThan(500)
    if (idParamsOf(named.endpoint.path).length > 0) expect([400, 404], answer.body).toContain(answer.statusCode)
    for (const private_ of [world.secret, world.environment.id, world.organization.id, world.apiKey])
      expect(answer.body).not.toContain(private_)
    await test.deps.notifications.drain(test.deps)
    expect(await rowsOf(world)).toEqual(before)
  })
})

describe.each(withAuth('widget'))('$title', (named: NamedV1Endpoint) => {
  it('neither tells nor changes anything of another subscriber of the environment', async () => {
    const stranger = await createTestSubscriber(test.deps, world.environment)
    const authorization = `Bearer ${createWidgetToken(test.deps, world.environment, stranger)}`
    const messages = async () => (await rowsOf(world))['notification_messages.environment_id']
    const before = await messages()
    const answer = await send(v1CallOf(named, world), { authorization })
    expect(answer.statusCode, answer.body).toBeLessThan(500)
    if (paramsOf(named.endpoint.path).includes('messageId')) expect([400, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toContain(world.transactionId)
    expect(await messages()).toBe(before)
  })
})

describe.each(
  where(({ endpoint }) => ['apiKey', 'widget'].includes(endpoint.auth) && idParamsOf(endpoint.path).length > 0),
)('$title', (named: NamedV1Endpoint) => {
  it('answers 400 to what is no id', async () => {
    const before = await rowsOf(world)
    for (const param of idParamsOf(named.endpoint.path))
      for (const value of ['not-an-id', '0'.repeat(23), 'g'.repeat(24), `${world.messageId}0`, '$where', '{}']) {
        const answer = await send(v1CallOf(named, world, { [param]: value }), headersOf(named, world))
        expect(answer.statusCode, `${param} = ${value}: ${answer.body}`).toBe(400)
      }
    expect(await rowsOf(world)).toEqual(before)
  })

  it('answers 404 or 400 to an id that nothing has', async () => {
    const before = await rowsOf(world)
    for (const param of idParamsOf(named.endpoint.path)) {
      const call = v1CallOf(named, world, { [param]: 'f'.repeat(24) })
      expect([400, 404]).toContain((await send(call, headersOf(named, world))).statusCode)
    }
    expect(await rowsOf(world)).toEqual(before)
  })
})

describe.each(where(({ endpoint }) => endpoint.body !== undefined && endpoint.auth !== 'dashboard'))(
  '$title',
  (named: NamedV1Endpoint) => {
    it('answers 400 with a list to a body of another shape', async () => {
      const call = v1CallOf(named, world)
      const answer = await send({ ...call, payload: [{ shape: 'another' }] }, headersOf(named, world))
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.any(Array)])
    })
  },
)
