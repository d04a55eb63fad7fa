import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOwnApp, buildTestApp, type TestApp } from '#server/test/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

const status = async (url: string, headers: Record<string, string> = {}) =>
  (await t.app.inject({ url, headers })).statusCode

describe('the state of the process', () => {
  it('is ready while the database answers', async () => {
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  })

  it('is not ready while no connection to the database can be had', async () => {
    const { pool } = t.deps.database
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
    for (const client of held) client.release()
    expect(await status('/readyz')).toBe(200)
  })

  it('shows its metrics to this machine while it is tried out', async () => {
    expect(await status('/metrics')).toBe(200)
    expect((await t.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })).statusCode).toBe(403)
  })

  it('shows its metrics in production to whoever has the token, as any proxy may stand on this machine', async () => {
    const production = { RECADO_MODE: 'production', DATA_DIR: '/nowhere' }
    for (const [token, wanted] of [
      ['', 403],
      ['a token', 200],
    ] as const) {
      const app = await buildOwnApp({ ...production, METRICS_TOKEN: token })
      const answer = await app.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
      const bare = await app.app.inject({ url: '/metrics' })
      await app.close()
      expect([answer.statusCode, bare.statusCode]).toEqual([wanted, 403])
    }
  })
})
