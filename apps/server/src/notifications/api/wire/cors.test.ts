import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

const preflight = (url: string, origin: string) =>
  t.app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' },
  })

it.each(['/v1/widgets/preferences', '/v1/widgets/session/initialize', '/v1/widgets/nowhere'])(
  'lets widgets on any page call %s',
  async (url) => {
    const answer = await preflight(url, 'https://shop.example')
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': 'Authorization, Content-Type, User-Agent, Sentry-Trace',
      'access-control-max-age': '86400',
      'cross-origin-resource-policy': 'cross-origin',
    })
  },
)

it('lets widgets read what they are answered, errors too', async () => {
  const answer = await t.app.inject({ url: '/v1/widgets/preferences', headers: { origin: 'https://shop.example' } })
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
})

it('keeps other pages from the rest of the API', async () => {
  for (const url of ['/v1/organizations', '/v1/widgetsx/preferences', '/v1/events/trigger']) {
    const answer = await preflight(url, 'https://shop.example')
    expect(answer.statusCode).toBe(204)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
  }
})

it('lets our own pages call everything', async () => {
  const own = await preflight('/v1/organizations', 'http://localhost:5000')
  expect(own.headers).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5000',
    'access-control-max-age': '86400',
    vary: 'Origin',
  })
})
