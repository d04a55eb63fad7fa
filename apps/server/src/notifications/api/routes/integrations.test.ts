import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { listEnvironmentIntegrations } from '#server/notifications/delivery/integrations/directory.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

type Json = Record<string, unknown> & { _id: string; identifier: string; primary: boolean; priority: number }

let t: TestApp
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let home: Awaited<ReturnType<typeof createTestEnvironment>>

beforeAll(async () => {
  t = await buildTestApp()
  mailbox = await openMailbox()
})
afterAll(async () => {
  await mailbox.close()
  await t.close()
})
beforeEach(async () => {
  home = await createTestEnvironment(t.deps)
})

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, headers = home.headers) =>
  t.app.inject({ method, url: `/v1/integrations${path}`, headers, ...(payload ? { payload } : {}) })
const failure = async (answer: ReturnType<typeof call>) => {
  const { statusCode, ...rest } = await answer
  return [statusCode, rest.json().message]
}

const smtp = () => ({
  host: '127.0.0.1',
  port: Number(new URL(mailbox.smtpUrl).port),
  from: 'shop@example.com',
  senderName: 'Shop',
})
const webhook = { webhookUrl: 'https://hooks.example/mail', secretKey: 'k', from: 'a@example.com', senderName: 'A' }
const emailBody = (more: object = {}) => ({
  providerId: 'email-webhook',
  channel: 'email',
  credentials: webhook,
  active: true,
  check: false,
  ...more,
})
const created = async (body: object, headers = home.headers): Promise<Json> => {
  const answer = await call('POST', '', body, headers)
  expect(answer.body && answer.statusCode, answer.body).toBe(201)
  return answer.json().data
}
const list = async (): Promise<Json[]> => (await call('GET', '')).json().data
/** The e-mail integrations as `identifier*priority`, a star for the primary one. */
const ranks = async () =>
  (await list())
    .filter(({ channel, _environmentId }) => channel === 'email' && _environmentId === home.environment.id)
    .map(({ identifier, primary, priority }) => `${identifier}${primary ? '*' : ':'}${priority}`)
    .join(' ')
const condition = { value: 'AND', children: [{ on: 'tenant', field: 'identifier', operator: 'EQUAL', value: 'a' }] }

describe('creating', () => {
  it('answers the integration with everything about it, and seals the credentials', async () => {
    const row = await created(emailBody({ name: 'Loja São João' }))
    expect(row).toMatchObject({
      _environmentId: home.environment.id,
      _organizationId: home.environment.organizationId,
      name: 'Loja São João',
      providerId: 'email-webhook',
      channel: 'email',
      credentials: webhook,
      active: true,
      primary: true,
      priority: 1,
      conditions: [],
      deleted: false,
      deletedAt: null,
      deletedBy: null,
    })
    expect(row._id).toMatch(/^[0-9a-f]{24}$/)
    expect(row.identifier).toMatch(/^loja-sao-joao-[0-9a-f]{6}$/)
    const { rows } = await t.deps.database.pool.query(
      'select credentials from notification_integrations where id = $1',
      [row._id],
    )
    expect(rows[0].credentials).not.toContain('hooks.example')
  })

  it('is inactive and named after the provider unless said', async () => {
    const row = await created({ providerId: 'sendgrid', channel: 'email' })
    expect(row).toMatchObject({ name: 'SendGrid', active: false, primary: false, priority: 0, credentials: {} })
    expect(row.identifier).toMatch(/^sendgrid-/)
  })

  it('refuses an identifier that is used in the environment, and no other', async () => {
    await created(emailBody({ identifier: 'mine' }))
    expect(await failure(call('POST', '', emailBody({ identifier: 'mine' })))).toEqual([
      409,
      'Integration with identifier mine already exists',
    ])
    await created(emailBody({ identifier: 'mine', _environmentId: home.production.environment.id }))
    const other = await created(emailBody({ identifier: 'other' }))
    expect(await failure(call('PUT', `/${other._id}`, { identifier: 'mine' }))).toEqual([409, expect.anything()])
    expect((await call('PUT', `/${other._id}`, { identifier: 'other' })).statusCode).toBe(200)
  })

  it('gives an identifier that was used by a removed one away again', async () => {
    const { _id } = await created(emailBody({ identifier: 'mine' }))
    await call('DELETE', `/${_id}`)
    expect((await created(emailBody({ identifier: 'mine' })))._id).not.toBe(_id)
  })

  it('lets one of several at the same moment have the identifier and the first place', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '', emailBody({ identifier: 'same' }))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    await Promise.all([1, 2, 3].map((n) => call('POST', '', emailBody({ identifier: `at-once-${n}` }))))
    const rows = (await list()).filter(({ channel }) => channel === 'email')
    expect(rows.filter(({ primary }) => primary)).toHaveLength(1)
    expect(rows.map(({ priority }) => priority).sort()).toEqual([1, 2, 3, 4])
  })

  it('takes one in-app integration in an environment', async () => {
    expect(await failure(call('POST', '', { providerId: 'novu', channel: 'in_app', active: true }))).toEqual([
      400,
      'One environment can only have one in-app provider',
    ])
    const [inApp] = (await list()).filter(({ channel }) => channel === 'in_app')
    await call('DELETE', `/${inApp?._id}`)
    const again = await created({ providerId: 'novu', channel: 'in_app', active: true, credentials: { hmac: true } })
    expect(again).toMatchObject({ active: true, primary: false, credentials: { hmac: true } })
  })

  it('makes it in another environment of the organisation, never in a foreign one', async () => {
    const { environment } = home.production
    expect((await created(emailBody({ _environmentId: environment.id })))['_environmentId']).toBe(environment.id)
    const foreign = await createTestEnvironment(t.deps)
    expect(await failure(call('POST', '', emailBody({ _environmentId: foreign.environment.id })))).toEqual([
      404,
      expect.anything(),
    ])
  })

  it.each([
    [{ channel: 'email' }, 'providerId should not be empty'],
    [
      { providerId: 'novu', channel: 'fax' },
      'channel must be one of the following values: in_app, email, sms, chat, push',
    ],
    [{ providerId: 'novu', channel: 'in_app', name: '' }, 'name should not be empty'],
  ])('refuses %j', async (body, text) => {
    const [status, message] = await failure(call('POST', '', body))
    expect([status, message]).toEqual([400, expect.arrayContaining([text])])
  })

  it('refuses a provider that the channel does not have', async () => {
    expect(await failure(call('POST', '', { providerId: 'sendgrid', channel: 'sms' }))).toEqual([
      400,
      'There is no provider sendgrid for the channel sms',
    ])
  })
})

describe('credentials', () => {
  it('are listed with all that is wrong when it is active', async () => {
    const body = { providerId: 'nodemailer', channel: 'email', active: true, credentials: { port: 'x', secure: 'y' } }
    expect(await failure(call('POST', '', body))).toEqual([
      400,
      [
        'credentials.host: is required',
        'credentials.port: must be a number',
        'credentials.secure: must be true or false',
        'credentials.from: is required',
        'credentials.senderName: is required',
      ],
    ])
    expect(await ranks()).toBe('')
  })

  it('may be incomplete until it is activated, and are then asked for', async () => {
    const { _id } = await created({ providerId: 'nodemailer', channel: 'email', credentials: { host: '127.0.0.1' } })
    expect(await failure(call('PUT', `/${_id}`, { active: true }))).toEqual([400, expect.anything()])
    const answer = await call('PUT', `/${_id}`, { active: true, credentials: { ...smtp(), port: String(smtp().port) } })
    expect(answer.json().data).toMatchObject({ active: true, primary: true, credentials: smtp() })
  })

  it('are tried unless that is not wanted', async () => {
    const wrong = { providerId: 'nodemailer', channel: 'email', credentials: { ...smtp(), port: 9 }, active: true }
    const [status, message] = await failure(call('POST', '', wrong))
    expect([status, message]).toEqual([400, expect.stringMatching(/^The credentials do not work: /)])
    expect(await ranks()).toBe('')
    await created({ ...wrong, check: false })
    const good = await created({ ...wrong, credentials: smtp() })
    expect(await failure(call('PUT', `/${good._id}`, { credentials: { ...smtp(), port: 9 } }))).toEqual([
      400,
      expect.anything(),
    ])
    expect((await call('PUT', `/${good._id}`, { credentials: { ...smtp(), port: 9 }, check: false })).statusCode).toBe(
      200,
    )
  })

  it('are not tried when something else is changed', async () => {
    const wrong = { providerId: 'nodemailer', channel: 'email', credentials: { ...smtp(), port: 9 }, active: true }
    const { _id } = await created({ ...wrong, check: false })
    expect((await call('PUT', `/${_id}`, { name: 'New name' })).json().data).toMatchObject({ name: 'New name' })
  })

  it('lead nowhere but to the public internet', async () => {
    const inside = { ...smtp(), host: '10.0.0.1' }
    const body = { providerId: 'nodemailer', channel: 'email', credentials: inside, active: true }
    expect(await failure(call('POST', '', body))).toEqual([400, expect.stringContaining('may not be called')])
  })
})

describe('providers without an adapter', () => {
  it('can be described but not activated', async () => {
    const credentials = { apiKey: 'k', from: 'a@example.com', senderName: 'A' }
    const body = { providerId: 'sendgrid', channel: 'email', credentials, check: false }
    const text = 'The provider sendgrid cannot be activated: its adapter is not there yet'
    expect(await failure(call('POST', '', { ...body, active: true }))).toEqual([400, text])
    const { _id } = await created(body)
    expect(await failure(call('PUT', `/${_id}`, { active: true, check: false }))).toEqual([400, text])
    expect(await failure(call('POST', `/${_id}/set-primary`))).toEqual([400, text])
  })
})

describe('the primary one', () => {
  const three = async () => {
    const a = await created(emailBody({ identifier: 'a' }))
    const b = await created(emailBody({ identifier: 'b' }))
    const c = await created(emailBody({ identifier: 'c' }))
    return { a, b, c }
  }

  it('is the first that becomes active; others line up behind it', async () => {
    await created(emailBody({ identifier: 'idle', active: false }))
    await three()
    expect(await ranks()).toBe('idle:0 a*3 b:1 c:2')
  })

  it('is another one when it is asked for, and loses its conditions', async () => {
    const { b } = await three()
    await call('PUT', `/${b._id}`, { conditions: [condition] })
    const answer = await call('POST', `/${b._id}/set-primary`)
    expect([answer.statusCode, answer.json().data]).toMatchObject([201, { primary: true, conditions: [] }])
    expect(await ranks()).toBe('a:2 b*3 c:1')
  })

  it('becomes active by being made primary', async () => {
    await created(emailBody({ identifier: 'a' }))
    const b = await created(emailBody({ identifier: 'b', active: false }))
    await call('POST', `/${b._id}/set-primary`)
    expect(await ranks()).toBe('a:1 b*2')
  })

  it('exists for e-mail and SMS only', async () => {
    const chat = await created({ providerId: 'discord', channel: 'chat', active: true })
    expect(chat).toMatchObject({ active: true, primary: false, priority: 0 })
    expect(await failure(call('POST', `/${chat._id}/set-primary`))).toEqual([
      400,
      'Channel chat does not support primary',
    ])
    expect(await failure(call('POST', '/65f000000000000000000000/set-primary'))).toEqual([404, expect.anything()])
  })

  it('is one of each channel', async () => {
    await three()
    const gateway = { baseUrl: 'https://sms.example', apiKeyRequestHeader: 'x', apiKey: 'k', from: 'A' }
    const sms = { providerId: 'generic-sms', channel: 'sms', active: true, check: false, credentials: gateway }
    expect(await created(sms)).toMatchObject({ primary: true, priority: 1, credentials: { idPath: 'data.id' } })
    expect(await ranks()).toBe('a*3 b:1 c:2')
  })

  it('hands over by priority when it is deactivated', async () => {
    const { a } = await three()
    expect((await call('PUT', `/${a._id}`, { active: false })).json().data).toMatchObject({
      active: false,
      primary: false,
      priority: 0,
    })
    expect(await ranks()).toBe('a:0 b:1 c*2')
  })

  it('hands over by priority when it is removed', async () => {
    const { a } = await three()
    await call('DELETE', `/${a._id}`)
    expect(await ranks()).toBe('b:1 c*2')
  })

  it('hands over when it gets conditions; one with conditions is never primary', async () => {
    const { a, b, c } = await three()
    expect((await call('PUT', `/${a._id}`, { conditions: [condition] })).json().data).toMatchObject({ primary: false })
    expect(await ranks()).toBe('a:2 b:1 c*3')
    for (const { _id } of [b, c]) await call('PUT', `/${_id}`, { conditions: [condition] })
    expect((await ranks()).includes('*')).toBe(false)
    const first = await created(emailBody({ identifier: 'd', conditions: [condition] }))
    expect(first.primary).toBe(false)
    await call('PUT', `/${b._id}`, { conditions: [] })
    expect(await ranks()).toMatch(/b\*4/)
  })
})

describe('reading and removing', () => {
  it('shows those of all environments of the organisation, and no others', async () => {
    await createTestEnvironment(t.deps)
    await created(emailBody({ identifier: 'here' }))
    await created(emailBody({ identifier: 'there', _environmentId: home.production.environment.id, active: false }))
    const names = (rows: Json[]) => rows.map(({ identifier }) => identifier).sort()
    expect(names(await list())).toEqual(['here', 'in-app', 'in-app', 'there'])
    expect(names((await call('GET', '/active')).json().data)).toEqual(['here', 'in-app', 'in-app'])
  })

  it('answers what remains, keeps the row, and knows it no more', async () => {
    const { _id } = await created(emailBody())
    const answer = await call('DELETE', `/${_id}`)
    expect([answer.statusCode, answer.json().data.map((row: Json) => row['providerId'])]).toEqual([
      200,
      ['novu', 'novu'],
    ])
    const { rows } = await t.deps.database.pool.query(
      'select deleted_at, active from notification_integrations where id = $1',
      [_id],
    )
    expect(rows).toMatchObject([{ active: false, deleted_at: expect.any(Date) }])
    for (const [method, path] of [
      ['DELETE', ''],
      ['PUT', ''],
      ['POST', '/set-primary'],
    ] as const)
      expect(await failure(call(method, `/${_id}${path}`, method === 'DELETE' ? undefined : {}))).toEqual([
        404,
        expect.anything(),
      ])
  })

  it('lets no one touch those of another organisation', async () => {
    const foreign = await createTestEnvironment(t.deps)
    const { _id } = await created(emailBody(), foreign.headers)
    expect(await failure(call('PUT', `/${_id}`, { name: 'Mine' }))).toEqual([404, expect.anything()])
    expect(await failure(call('DELETE', `/${_id}`))).toEqual([404, expect.anything()])
    expect(await failure(call('POST', `/${_id}/set-primary`))).toEqual([404, expect.anything()])
    expect(await failure(call('DELETE', '/no-id'))).toEqual([400, expect.anything()])
  })

  it('says whether receipts are understood, by provider, identifier or id', async () => {
    const { _id } = await created(emailBody({ identifier: 'mails' }))
    await created({ providerId: 'discord', channel: 'chat', active: true, identifier: 'talk' })
    const status = async (name: string) => (await call('GET', `/webhook/provider/${name}/status`)).json().data
    expect([await status('email-webhook'), await status('mails'), await status(_id)]).toEqual([true, true, true])
    expect(await status('talk')).toBe(false)
    expect(await failure(call('GET', '/webhook/provider/mailgun/status'))).toEqual([404, expect.anything()])
  })

  it.each(['/in-app/status', '/email/limit'])('%s is for the dashboard', async (path) => {
    expect(await failure(call('GET', path))).toEqual([401, 'API endpoint not available'])
  })

  it('needs a key', async () => {
    expect((await t.app.inject('/v1/integrations')).statusCode).toBe(401)
  })
})

it('tells every process that the integrations of the environment changed', async () => {
  const ctx = inEnvironment(systemCtx(t.deps, 'test'), home.production.environment)
  expect(await listEnvironmentIntegrations(ctx)).toHaveLength(1)
  const { _id } = await created(emailBody({ _environmentId: home.production.environment.id }))
  expect(await listEnvironmentIntegrations(ctx)).toHaveLength(2)
  await call('PUT', `/${_id}`, { name: 'Renamed' })
  expect((await listEnvironmentIntegrations(ctx)).map(({ name }) => name)).toContain('Renamed')
  await call('DELETE', `/${_id}`)
  expect(await listEnvironmentIntegrations(ctx)).toHaveLength(1)
})
