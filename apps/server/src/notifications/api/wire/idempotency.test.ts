import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyStoreOf } from '#server/http/idempotency-keys.ts'
import { hashToken } from '#server/lib/seal.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

let t: TestApp
let now = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  t = await buildTestApp()
  t.deps.now = () => now
})
afterAll(() => t.close())

const HOUR = 60 * 60 * 1000
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
type Method = 'POST' | 'PATCH' | 'GET'
const call = (method: Method, url: string, headers: Record<string, string>, payload?: object) =>
  t.app.inject({ method, url: `/v1${url}`, headers, ...(payload && { payload }) })
const rename = (headers: Record<string, string>, name: string, key: string) =>
  call('PATCH', '/organizations', { ...headers, 'idempotency-key': key }, { name })
const nameOf = async (headers: Record<string, string>) =>
  (await call('GET', '/organizations/me', headers)).json().data.name

describe('a request with a key', () => {
  it('is done once; its repetition gets the same answer', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    const first = await rename(headers, 'First', 'k')
    expect([first.statusCode, first.headers['idempotency-key']]).toEqual([200, 'k'])
    expect(first.headers['idempotency-replay']).toBeUndefined()
    await rename(headers, 'Second', 'other')
    const again = await rename(headers, 'First', 'k')
    expect([again.statusCode, again.headers['idempotency-replay'], again.headers['idempotency-key']]).toEqual([
      200,
      'true',
      'k',
    ])
    expect(again.headers['content-type']).toContain('application/json')
    expect(again.body).toBe(first.body)
    expect(await nameOf(headers)).toBe('Second')
  })

  it('keeps errors too', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    const first = await rename(headers, '', 'bad')
    const again = await rename(headers, '', 'bad')
    expect([first.statusCode, again.statusCode, again.headers['idempotency-replay']]).toEqual([400, 400, 'true'])
    expect(again.json()).toEqual(first.json())
  })

  it('is refused when it says something else, or elsewhere', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    await rename(headers, 'First', 'k')
    const other = await rename(headers, 'Other', 'k')
    expect([other.statusCode, other.json().error]).toEqual([422, 'Unprocessable Entity'])
    const elsewhere = await call('POST', '/environments/api-keys/regenerate', { ...headers, 'idempotency-key': 'k' })
    expect(elsewhere.statusCode).toBe(422)
    expect(await nameOf(headers)).toBe('First')
  })

  it('belongs to one organisation', async () => {
    const one = await createTestEnvironment(t.deps)
    const two = await createTestEnvironment(t.deps)
    await rename(one.headers, 'One', 'k')
    expect((await rename(two.headers, 'Two', 'k')).statusCode).toBe(200)
    expect(await nameOf(two.headers)).toBe('Two')
  })

  it('is refused in another environment of the organisation, which learns nothing of the answer', async () => {
    const { headers, production } = await createTestEnvironment(t.deps)
    const regenerate = (own: Record<string, string>) =>
      call('POST', '/environments/api-keys/regenerate', { ...own, 'idempotency-key': 'k' })
    const first = await regenerate(headers)
    const other = await regenerate(production.headers)
    expect([first.statusCode, other.statusCode]).toEqual([201, 422])
    expect(other.body).not.toContain(first.json().data[0].key)
    expect((await call('GET', '/environments/me', production.headers)).statusCode).toBe(200)
  })

  it('is done again after a day', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    await rename(headers, 'First', 'k')
    await rename(headers, 'Second', 'other')
    later(24 * HOUR - 1000)
    expect((await rename(headers, 'First', 'k')).headers['idempotency-replay']).toBe('true')
    later(1000)
    expect((await rename(headers, 'First', 'k')).headers['idempotency-replay']).toBeUndefined()
    expect(await nameOf(headers)).toBe('First')
  })

  it('is done by one of many that come at the same time', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    const answers = await Promise.all(Array.from({ length: 8 }, () => rename(headers, 'Once', 'k')))
    const done = answers.filter((a) => a.statusCode === 200 && a.headers['idempotency-replay'] === undefined)
    expect(done).toHaveLength(1)
    for (const answer of answers.filter((a) => a !== done[0]))
      expect(answer.statusCode === 409 || answer.headers['idempotency-replay'] === 'true').toBe(true)
  })

  it('waits while the first one runs, five minutes at most', async () => {
    const { headers, organization, environment } = await createTestEnvironment(t.deps)
    const bodyHash = hashToken(`${environment.id} PATCH /v1/organizations\n{"name":"First"}`)
    const expiresAt = new Date(now.getTime() + 5 * 60 * 1000)
    const use = { key: 'k', bodyHash, createdAt: now, expiresAt }
    const { claim } = keyStoreOf(t.deps, organization.id)
    expect(await Promise.all([claim(use), claim(use)])).toEqual([true, false])
    const waiting = await rename(headers, 'First', 'k')
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([409, '1'])
    expect(waiting.headers['link']).toContain('/docs/notifications')
    later(5 * 60 * 1000)
    expect((await rename(headers, 'First', 'k')).statusCode).toBe(200)
  })

  it('must not be longer than 255 characters', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    expect((await rename(headers, 'First', 'k'.repeat(256))).statusCode).toBe(400)
    expect((await rename(headers, 'First', 'k'.repeat(255))).statusCode).toBe(200)
  })

  it('keeps nothing in plain text', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    const answer = await call('POST', '/environments/api-keys/regenerate', { ...headers, 'idempotency-key': 'secret' })
    const { rows } = await t.deps.database.pool.query(`select * from idempotency_keys where key = 'secret'`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(answer.json().data[0].key)
  })

  it('counts for nothing when it only reads, or names no key', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    const read = await call('GET', '/organizations/me', { ...headers, 'idempotency-key': 'k' })
    expect(read.headers['idempotency-key']).toBeUndefined()
    expect((await rename(headers, 'First', '')).headers['idempotency-key']).toBeUndefined()
  })
})
