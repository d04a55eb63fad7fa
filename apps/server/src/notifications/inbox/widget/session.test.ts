import { createHmac } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationIntegrations } from '#server/db/schema/notifications/integrations.ts'
import { notificationOrganizations } from '#server/db/schema/notifications/organizations.ts'
import { notificationSubscribers } from '#server/db/schema/notifications/subscribers.ts'
import { registry } from '#server/lib/metrics.ts'
import { findSubscriber } from '#server/notifications/audience/subscribers/queries.ts'
import type { Environment } from '#server/notifications/shared/context.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { callerOf, createInboxWorld, openInbox } from '#server/test/inbox.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'
import { createWidgetToken, readWidgetToken } from './token.ts'

let test: TestApp
let world: Awaited<ReturnType<typeof createTestEnvironment>>
beforeAll(async () => {
  test = await buildTestApp()
  world = await createTestEnvironment(test.deps)
})
afterAll(() => test.close())

const anonymous = (payload: unknown) => callerOf(test, {})('POST', '/widgets/session/initialize', payload)
const start = (subscriberId: string, fields: object = {}, identifier = world.identifier) =>
  anonymous({ applicationIdentifier: identifier, subscriberId, hmacHash: null, ...fields })
const stored = (environment: Environment, subscriberId: string) =>
  findSubscriber(test.deps.database, environment.id, subscriberId)

describe('starting too many sessions', () => {
  let now = new Date('2026-11-21T12:00:00Z')
  let open: TestApp
  beforeAll(async () => {
    open = await buildTestApp()
    open.deps.now = () => now
  })
  afterAll(() => open.close())

  const from = async (remoteAddress: string, payload: object) => {
    const url = '/v1/widgets/session/initialize'
    const answer = await open.app.inject({ method: 'POST', url, remoteAddress, payload })
    return answer.statusCode
  }
  const times = async (n: number, start: (i: number) => Promise<number>) => {
    const statuses = new Set<number>()
    for (let i = 0; i < n; i++) statuses.add(await start(i))
    return [...statuses]
  }

  it('for new subscribers ends at sixty from an address and for an application; known ones go on', async () => {
    const [one, other] = [await createTestEnvironment(open.deps), await createTestEnvironment(open.deps)]
    const someone = (subscriberId: string, { identifier } = one) => ({
      applicationIdentifier: identifier,
      subscriberId,
    })
    expect(await times(60, (i) => from('192.0.2.1', someone(`s${i}`)))).toEqual([201])
    const refused = await open.app.inject({
      method: 'POST',
      url: '/v1/widgets/session/initialize',
      remoteAddress: '192.0.2.1',
      payload: someone('new'),
    })
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { statusCode: 429, message: 'Too many sessions were started from this address' },
    ])
    expect(await findSubscriber(open.deps.database, one.environment.id, 'new')).toBeNull()
    expect(await times(70, () => from('192.0.2.1', someone('s1')))).toEqual([201])
    expect([await from('192.0.2.2', someone('new')), await from('192.0.2.1', someone('new', other))]).toEqual([
      201, 201,
    ])
    now = new Date(now.getTime() + 2000)
    expect(await times(2, (i) => from('192.0.2.1', someone(`later${i}`)))).toEqual([201])
    expect(await from('192.0.2.1', someone('later3'))).toBe(429)
  })

  it('in vain ends at sixty too, and no one for whom the application vouches is counted', async () => {
    const { identifier, apiKey } = await createTestEnvironment(open.deps, { hmac: true })
    const hashOf = (id: string) => createHmac('sha256', apiKey).update(id).digest('hex')
    const someone = (subscriberId: string, hmacHash: string) => ({
      applicationIdentifier: identifier,
      subscriberId,
      hmacHash,
    })
    expect(await times(70, (i) => from('192.0.2.3', someone(`s${i}`, hashOf(`s${i}`))))).toEqual([201])
    expect(await times(60, () => from('192.0.2.3', someone('s1', 'wrong')))).toEqual([400])
    expect(await from('192.0.2.3', someone('s1', 'wrong'))).toBe(429)
    expect(await from('192.0.2.3', someone('new', hashOf('new')))).toBe(201)
    const nowhere = (i: number) => from('192.0.2.4', { applicationIdentifier: `nowhere${i}`, subscriberId: 'x' })
    expect([await times(60, nowhere), await nowhere(61)]).toEqual([[400], 429])
  })
})

describe('starting a session', () => {
  it('creates the subscriber and answers a token that speaks for them', async () => {
    const { status, data } = await start('ana', { firstName: 'Ana', lastName: 'Luz', phone: '+5511', email: 'a@b.co' })
    const row = await stored(world.environment, 'ana')
    expect(status).toBe(201)
    expect(data.profile).toEqual({ _id: row?.id, firstName: 'Ana', lastName: 'Luz', phone: '+5511' })
    expect(readWidgetToken(test.deps, data.token)).toMatchObject({
      _id: row?.id,
      subscriberId: 'ana',
      environmentId: world.environment.id,
      organizationId: world.environment.organizationId,
      email: 'a@b.co',
      aud: 'widget_user',
      iss: 'novu_api',
    })
    const feed = await callerOf(test, { authorization: `Bearer ${data.token}` })('GET', '/widgets/notifications/feed')
    expect(feed.body).toEqual({ data: [], totalCount: 0, hasMore: false, pageSize: 10, page: 0 })
  })

  it('gives the same profile id each time, also to two that start at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => start('twice')))
    const ids = new Set(answers.map(({ data }) => data.profile._id))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect([...ids]).toEqual([(await start('twice')).data.profile._id])
  })

  it('changes only the fields that are given, and blanks none', async () => {
    await start('keep', { firstName: 'Ana', email: 'a@b.co', phone: '+55' })
    await start('keep', { firstName: null, email: '', lastName: 'Luz' })
    await start('keep')
    expect(await stored(world.environment, 'keep')).toMatchObject({
      firstName: 'Ana',
      lastName: 'Luz',
      email: 'a@b.co',
      phone: '+55',
    })
  })

  it('takes other addresses of a known subscriber only where the application vouches for who asks', async () => {
    const own = { firstName: 'Bia', email: 'bia@example.test', phone: '+5511988887777' }
    const other = { firstName: 'Eve', email: 'eve@example.test', phone: '+5511900000000' }
    await start('bia', own)
    expect((await start('bia', other)).status).toBe(201)
    expect(await stored(world.environment, 'bia')).toMatchObject({ ...own, firstName: 'Eve' })
    const { environment, identifier, apiKey } = await createTestEnvironment(test.deps, { hmac: true })
    const hmacHash = createHmac('sha256', apiKey).update('bia').digest('hex')
    await start('bia', { ...own, hmacHash }, identifier)
    await start('bia', { ...other, hmacHash }, identifier)
    expect(await stored(environment, 'bia')).toMatchObject(other)
  })

  it('refuses an unknown application', async () => {
    const { status, body } = await start('ana', {}, 'nobody')
    expect([status, body]).toEqual([
      400,
      { statusCode: 400, message: 'Please provide a valid app identifier', error: 'Bad Request' },
    ])
  })

  it.each([
    [{}],
    [{ applicationIdentifier: 'x' }],
    [{ subscriberId: 'x' }],
    [{ applicationIdentifier: '', subscriberId: 4 }],
  ])('names what is missing in %j', async (body) => {
    const answer = await anonymous(body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toEqual(expect.arrayContaining([expect.any(String)]))
  })

  it('takes ids as long as those of the other calls, and no longer', async () => {
    const ideographs = Array.from({ length: 1000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)))
    expect((await start(ideographs.slice(0, 500).join(''))).status).toBe(201)
    expect((await start(ideographs.slice(0, 501).join(''))).status).toBe(400)
    expect((await start(ideographs.join(''))).status).toBe(400)
  })

  it('needs an active in-app integration', async () => {
    const { environment, identifier } = await createTestEnvironment(test.deps)
    await test.deps.database.db
      .update(notificationIntegrations)
      .set({ active: false })
      .where(and(eq(notificationIntegrations.environmentId, environment.id)))
    const { status, body } = await start('ana', {}, identifier)
    expect([status, body.message]).toEqual([404, 'In app integration could not be found'])
    expect(await stored(environment, 'ana')).toBeNull()
  })
})

describe('the subscriber hash', () => {
  const hashOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

  it('lets in who has the right one, in small letters', async () => {
    const { identifier, apiKey } = await createTestEnvironment(test.deps, { hmac: true })
    const right = hashOf(apiKey, 'joão')
    expect((await start('joão', { hmacHash: right }, identifier)).status).toBe(201)
    expect((await start('joão', { hmacHash: right.toUpperCase() }, identifier)).status).toBe(400)
  })

  it.each([
    ['none', undefined],
    ['null', null],
    ['an empty one', ''],
    ['one of another length', 'ab'],
    ["somebody else's", 'other'],
  ])('refuses %s and creates nobody', async (_name, given) => {
    const { environment, identifier, apiKey } = await createTestEnvironment(test.deps, { hmac: true })
    const hmacHash = given === 'other' ? hashOf(apiKey, 'someone') : given
    const { status, body } = await start('ana', { hmacHash, firstName: 'Ana' }, identifier)
    expect([status, body.message]).toEqual([400, 'Please provide a valid HMAC hash'])
    expect(await stored(environment, 'ana')).toBeNull()
  })
})

describe('the token', () => {
  const claims = (change: object) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return (token: string) => {
      const [head = '', body = ''] = token.split('.')
      const text = `${head}.${part({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), ...change })}`
      const key = test.deps.sealer.sign('widget-token', 'key')
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
    }
  }
  const status = async (authorization?: string) => {
    const call = callerOf(test, authorization === undefined ? {} : { authorization })
    const { status, body } = await call('GET', '/widgets/notifications/unseen')
    return [status, body]
  }
  const refused = [401, { statusCode: 401, message: 'Unauthorized' }]

  it('is good for fifteen days', async () => {
    const { inbox, environment } = await createInboxWorld(test)
    const aged = (ms: number) => ({ ...test.deps, now: () => new Date(Date.now() - ms) })
    const days = 24 * 60 * 60 * 1000
    const young = createWidgetToken(aged(15 * days - 60_000), environment, inbox.subscriber)
    const old = createWidgetToken(aged(15 * days + 1000), environment, inbox.subscriber)
    expect((await status(`Bearer ${young}`))[0]).toBe(200)
    expect(await status(`Bearer ${old}`)).toEqual(refused)
  })

  it.each<[string, object]>([
    ['for another audience', { aud: 'user' }],
    ['of another issuer', { iss: 'somebody' }],
    ['for another environment', { environmentId: '000000000000000000000000' }],
    ['for another subscriber', { subscriberId: 'someone' }],
    ['for another id', { _id: '000000000000000000000000' }],
  ])('is refused when it is %s', async (_name, change) => {
    const { inbox } = await createInboxWorld(test)
    expect((await status(`Bearer ${claims({})(inbox.token)}`))[0]).toBe(200)
    expect(await status(`Bearer ${claims(change)(inbox.token)}`)).toEqual(refused)
  })

  it('is refused when it is missing, broken, an API key, or signed by someone else', async () => {
    const { inbox, apiKey } = await createInboxWorld(test)
    const [head, body] = inbox.token.split('.')
    const forged = `${head}.${body}.${createHmac('sha256', 'k').update(`${head}.${body}`).digest('base64url')}`
    for (const header of [
      undefined,
      'Bearer',
      'Bearer x.y.z',
      `ApiKey ${apiKey}`,
      `Bearer ${apiKey}`,
      `Bearer ${forged}`,
    ])
      expect(await status(header)).toEqual(refused)
  })

  it('ends with the subscriber, and is not the one of who comes after them', async () => {
    const { inbox, environment, person } = await createInboxWorld(test)
    await test.deps.database.db
      .delete(notificationSubscribers)
      .where(eq(notificationSubscribers.id, inbox.subscriber.id))
    expect(await status(`Bearer ${inbox.token}`)).toEqual(refused)
    const heir = await person({ subscriberId: inbox.subscriber.subscriberId })
    expect(await status(`Bearer ${inbox.token}`)).toEqual(refused)
    expect((await status(`Bearer ${openInbox(test, environment, heir).token}`))[0]).toBe(200)
  })

  it('opens no route of an API key', async () => {
    const { inbox } = await createInboxWorld(test)
    const answer = await inbox.call('GET', `/subscribers/${inbox.subscriber.subscriberId}/notifications/feed`)
    expect(answer.status).toBe(401)
  })

  it.each([
    ['GET', '/widgets/notifications/feed'],
    ['GET', '/widgets/notifications/unread'],
    ['GET', '/widgets/notifications/count'],
    ['POST', '/widgets/messages/markAs'],
    ['POST', '/widgets/messages/mark-as'],
    ['POST', '/widgets/messages/read'],
    ['POST', '/widgets/messages/seen'],
    ['DELETE', '/widgets/messages/000000000000000000000000'],
    ['DELETE', '/widgets/messages'],
    ['POST', '/widgets/messages/bulk/delete'],
    ['POST', '/widgets/messages/000000000000000000000000/actions/primary'],
    ['GET', '/widgets/organization'],
    ['GET', '/widgets/preferences'],
    ['GET', '/widgets/preferences/global'],
    ['PATCH', '/widgets/preferences/000000000000000000000000'],
    ['PATCH', '/widgets/preferences'],
    ['POST', '/widgets/usage/log'],
  ] as const)('is asked for at %s %s', async (method, path) => {
    expect((await callerOf(test, {})(method, path)).status).toBe(401)
  })
})

describe('the organization', () => {
  it('shows its name and its looks', async () => {
    const { inbox, organization } = await createInboxWorld(test)
    const branding = { color: '#112233', fontFamily: 'Inter', direction: 'rtl' as const }
    const show = async () => (await inbox.call('GET', '/widgets/organization')).data
    expect(await show()).toEqual({ _id: organization.id, name: organization.name, branding: {} })
    await test.deps.database.db
      .update(notificationOrganizations)
      .set({ branding })
      .where(eq(notificationOrganizations.id, organization.id))
    expect(await show()).toEqual({ _id: organization.id, name: organization.name, branding })
  })
})

describe('the usage log', () => {
  it('counts what clients are known to tell, and anything else together', async () => {
    const { inbox } = await createInboxWorld(test)
    const log = (payload: unknown) => inbox.call('POST', '/widgets/usage/log', payload)
    const counts = async () => {
      const metric = await registry.getSingleMetric('recado_widget_usage_total')?.get()
      return Object.fromEntries(metric?.values.map(({ labels, value }) => [labels['name'], value]) ?? [])
    }
    const click = '[Widget] - Notification Click'
    const before = await counts()
    const answer = await log({ name: click, payload: { notificationId: 'x', hasCta: true } })
    expect([answer.status, answer.data]).toEqual([201, { success: true }])
    await log({ name: 'made up 1' })
    await log({ name: 'made up 2' })
    const after = await counts()
    expect((after[click] ?? 0) - (before[click] ?? 0)).toBe(1)
    expect((after['other'] ?? 0) - (before['other'] ?? 0)).toBe(2)
    expect(new Set(Object.keys(after))).toEqual(new Set([...Object.keys(before), click, 'other']))
    expect((await log({})).status).toBe(400)
  })
})
