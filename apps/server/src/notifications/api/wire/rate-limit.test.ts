import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { notificationEnvironments } from '#server/db/schema/notifications/organizations.ts'
import { platformCredentials } from '#server/notifications/audience/organizations/platform.ts'
import { announceChange, inEnvironment } from '#server/notifications/shared/context.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

describe('calls with a key', () => {
  let t: TestApp
  let now: Date
  afterEach(() => t.close())
  const start = async (overrides: Record<string, string> = {}) => {
    t = await buildOwnApp(overrides)
    now = new Date('2026-11-21T12:00:00Z')
    t.deps.now = () => now
  }
  const get = (url: string, headers: Record<string, string>) => t.app.inject({ url: `/v1${url}`, headers })

  it('tell how much is left, and are refused when nothing is', async () => {
    await start()
    const { headers, production } = await createTestEnvironment(t.deps, { tier: 'free' })
    const first = await get('/environments/me', headers)
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '150',
      'ratelimit-remaining': '164',
      'ratelimit-reset': '1',
      'ratelimit-policy':
        '150;w=5;burst=165;comment="token bucket";category="global";cost="single";serviceLevel="free"',
    })
    for (let i = 1; i < 165; i++) expect((await get('/environments/me', headers)).statusCode).toBe(200)
    const refused = await get('/environments/me', headers)
    expect([refused.statusCode, refused.json()]).toEqual([429, { statusCode: 429, message: 'API rate limit exceeded' }])
    expect(refused.headers).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-reset': '1', 'retry-after': '1' })
    expect((await get('/environments/me', production.headers)).statusCode).toBe(200)
    now = new Date(now.getTime() + 1000)
    expect((await get('/environments/me', headers)).headers['ratelimit-remaining']).toBe('29')
  })

  it('are counted by category', async () => {
    await start()
    const { headers } = await createTestEnvironment(t.deps, { tier: 'business' })
    await get('/environments/me', headers)
    const { headers: answered } = await get('/subscribers', headers)
    expect(answered['ratelimit-remaining']).toBe('824')
    expect(answered['ratelimit-policy']).toContain('category="configuration"')
  })

  it('are refused before their body is read, triggers and bulk ones too, with the product’s own key', async () => {
    await start()
    const { apiKey } = await platformCredentials(t.deps)
    const headers = { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json' }
    const bulk = () => t.app.inject({ method: 'POST', url: '/v1/events/trigger/bulk', headers, payload: '{' })
    const first = await bulk()
    expect([first.statusCode, first.headers['ratelimit-limit'], first.headers['ratelimit-remaining']]).toEqual([
      400,
      '3000',
      '3200',
    ])
    expect(first.headers['ratelimit-policy']).toContain('cost="bulk";serviceLevel="business"')
    for (let i = 1; i < 33; i++) expect((await bulk()).statusCode).toBe(400)
    const refused = await bulk()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    now = new Date(now.getTime() + 1000)
    expect((await bulk()).statusCode).toBe(400)
  })

  it('go by what the environment was given for itself, from the moment it was given', async () => {
    await start()
    const { environment, headers } = await createTestEnvironment(t.deps)
    expect((await get('/environments/me', headers)).headers['ratelimit-limit']).toBe('15000')
    const row = eq(notificationEnvironments.id, environment.id)
    await t.deps.database.db
      .update(notificationEnvironments)
      .set({ rateLimits: { global: 2 } })
      .where(row)
    announceChange(inEnvironment(systemCtx(t.deps, 'test'), environment))
    const { headers: answered } = await get('/environments/me', headers)
    expect(answered).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-remaining': '10' })
    expect(answered['ratelimit-policy']).toContain('serviceLevel="custom"')
    expect((await get('/subscribers', headers)).headers['ratelimit-policy']).toContain('serviceLevel="unlimited"')
  })

  it('go by what the installation says', async () => {
    await start({
      NOTIFICATION_LIMITS_FREE: '6,5,4',
      NOTIFICATION_LIMIT_WINDOW_SECONDS: '10',
      NOTIFICATION_LIMIT_BURST: '0.5',
    })
    const { headers } = await createTestEnvironment(t.deps, { tier: 'free' })
    expect((await get('/environments/me', headers)).headers['ratelimit-policy']).toMatch(/^40;w=10;burst=60;/)
  })

  it('without a valid key are not counted', async () => {
    await start()
    const answer = await get('/environments/me', { authorization: 'ApiKey wrong' })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['ratelimit-limit']).toBeUndefined()
  })
})
