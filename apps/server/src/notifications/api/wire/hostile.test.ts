import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

let t: TestApp
let headers: { authorization: string }
beforeAll(async () => {
  t = await buildTestApp()
  headers = (await createTestEnvironment(t.deps)).headers
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const send = (method: Method, url: string, payload?: string | Buffer, type = 'application/json') =>
  t.app.inject({
    method,
    url,
    headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  })
const shapeOf = (answer: Awaited<ReturnType<typeof send>>) => {
  expect(answer.headers['content-type']).toContain('application/json')
  const { statusCode, message, error } = answer.json()
  expect(statusCode).toBe(answer.statusCode)
  expect(typeof message === 'string' || Array.isArray(message)).toBe(true)
  return [statusCode, error]
}

describe('a body', () => {
  it.each(['{', '{"name":', '[', 'name=x', '\u0000', '{"name":"x"}}', "{'name':1}"])(
    'that is not JSON is refused: %s',
    async (body) => {
      expect(shapeOf(await send('PATCH', '/v1/organizations', body))).toEqual([400, 'Bad Request'])
    },
  )

  it.each(['null', '[]', '"text"', '1', '{"name":{}}', '{"name":null}', '{"name":[["x"]]}'])(
    'of another shape is refused with a list: %s',
    async (body) => {
      const answer = await send('PATCH', '/v1/organizations', body)
      expect(shapeOf(answer)).toEqual([400, 'Bad Request'])
      expect(answer.json().message).toEqual([expect.any(String)])
    },
  )

  it.each([
    '{"__proto__":{"name":"x"}}',
    '{"name":"x","constructor":{"prototype":{"y":1}}}',
    '{"name":"x","a":{"__proto__":null}}',
  ])('with a prototype is refused: %s', async (body) => {
    expect(shapeOf(await send('PATCH', '/v1/organizations', body))).toEqual([400, 'Bad Request'])
    expect(({} as { name?: string }).name).toBeUndefined()
  })

  it.each(['[', '{"a":'])('nested without end is refused: %s', async (open) => {
    for (const depth of [60, 5000, 100_000]) {
      const close = open === '[' ? ']' : '}'
      const body = `{"name":"x","deep":${open.repeat(depth)}1${close.repeat(depth)}}`
      expect(shapeOf(await send('PATCH', '/v1/organizations', body))).toEqual([400, 'Bad Request'])
    }
  })

  it('loses the characters that a database does not take', async () => {
    const answer = await send('PATCH', '/v1/organizations', '{"name":"a\\u0000b\\ud800"}')
    expect([answer.statusCode, answer.json().data.name]).toEqual([200, 'ab\ufffd'])
  })

  it('tells no more about a person in a trigger than elsewhere', async () => {
    const person = { subscriberId: 'ana', data: { long: 'x'.repeat(64 * 1024) } }
    const calls = [
      send('POST', '/v1/subscribers', JSON.stringify(person)),
      send('POST', '/v1/events/trigger', JSON.stringify({ name: 'x', to: person })),
      send('POST', '/v1/events/trigger', JSON.stringify({ name: 'x', to: ['bia'], actor: person })),
    ]
    for (const answer of await Promise.all(calls)) expect(shapeOf(answer)).toEqual([400, 'Bad Request'])
  })

  it('of a type that we do not read is refused', async () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])
      expect(shapeOf(await send('PATCH', '/v1/organizations', '{"name":"x"}', type))).toEqual([
        415,
        'Unsupported Media Type',
      ])
  })

  it('may be absent, whatever its type says', async () => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/v1/environments/api-keys/regenerate',
      headers: { ...(await createTestEnvironment(t.deps)).headers, 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(201)
  })

  it('of more than a megabyte is refused where nothing large is expected', async () => {
    const body = JSON.stringify({ name: 'x', pad: 'y'.repeat(1024 * 1024) })
    expect(shapeOf(await send('PATCH', '/v1/organizations', body))).toEqual([413, 'Payload Too Large'])
  })

  it('of 20 MB is taken where large ones are expected, one of 21 MB is not', async () => {
    const body = (megabytes: number) => {
      const pad = randomBytes((megabytes * 1024 * 1024 - 200) / 2).toString('hex')
      return JSON.stringify({ name: 'nothing-of-this-name', to: 'ana', payload: { pad } })
    }
    expect((await send('POST', '/v1/events/trigger', body(20))).statusCode).not.toBe(413)
    expect(shapeOf(await send('POST', '/v1/events/trigger', body(21)))).toEqual([413, 'Payload Too Large'])
  })
})

describe('an address', () => {
  it('that does not exist answers in the same shape', async () => {
    for (const [method, url] of [
      ['GET', '/v1'],
      ['GET', '/v1/nothing'],
      ['DELETE', '/v1/organizations'],
      ['POST', '/v1/organizations/me?x=1'],
    ] as const)
      expect(shapeOf(await send(method, url))).toEqual([404, 'Not Found'])
    expect((await send('POST', '/v1/organizations/me?x=1')).json().message).toBe('Cannot POST /v1/organizations/me')
  })

  it('that is no valid text is refused', async () => {
    for (const url of ['/v1/organizations/members/%zz', '/v1/topics/%ff%fe', `/v1/topics/${'x'.repeat(600)}`]) {
      const { statusCode } = await send('GET', url)
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(statusCode).toBeLessThan(500)
    }
  })

  it.each([
    'page=-1',
    'page=1e400',
    'page=999999999999999999999',
    'limit=0',
    'limit=NaN',
    'limit[]=1&limit[]=2',
    'page[a]=1',
    '__proto__=1',
    '__proto__[]=a&__proto__[]=b',
    'constructor=1',
    'page=%00',
  ])('with a strange query never breaks anything: %s', async (query) => {
    for (const path of ['subscribers', 'topics', 'messages', 'notification-templates'])
      expect((await send('GET', `/v1/${path}?${query}`)).statusCode, path).toBeLessThan(500)
  })

  it('takes lists in every spelling, and words for nothing', async () => {
    const listed = Array.from({ length: 2000 }, (_, i) => `transactionId[]=${i}`).join('&')
    expect((await send('GET', `/v1/messages?${listed}`)).statusCode).toBeLessThan(500)
    expect((await send('GET', '/v1/subscribers?page=undefined&limit=null')).statusCode).toBe(200)
    expect((await send('GET', '/v1/subscribers?page=&limit=')).statusCode).toBe(200)
  })
})

describe('a header', () => {
  it.each([
    ['', 'Missing authorization header'],
    ['ApiKey', 'API Key not found'],
    ['ApiKey ', 'API Key not found'],
    ['apikey x', 'Invalid authentication scheme: "apikey"'],
    ['Basic eDp5', 'Invalid authentication scheme: "Basic"'],
    [`ApiKey ${'x'.repeat(5000)}`, 'API Key not found'],
  ])('that is no key answers 401: %s', async (authorization, message) => {
    const answer = await t.app.inject({ url: '/v1/organizations', headers: { authorization } })
    expect([answer.statusCode, answer.json().message]).toEqual([401, message])
  })

  it('with a key of more than one line, or in the address, is no key', async () => {
    const key = headers.authorization.slice('ApiKey '.length)
    const answer = await t.app.inject({ url: `/v1/organizations?authorization=ApiKey%20${key}` })
    expect(answer.statusCode).toBe(401)
  })
})
