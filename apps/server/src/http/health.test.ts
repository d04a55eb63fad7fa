import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'

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

  it('shows its metrics to this machine, and not through a proxy on it', async () => {
    expect(await status('/metrics')).toBe(200)
    expect(await status('/metrics', { 'x-forwarded-for': '203.0.113.7' })).toBe(403)
    expect(await status('/metrics', { forwarded: 'for=203.0.113.7' })).toBe(403)
  })
})
