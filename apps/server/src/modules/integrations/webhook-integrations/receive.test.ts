import { webhookSourceKeys } from '@recado/contracts/integrations/webhook-source-kinds'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findSource } from '#server/modules/integrations/webhook-sources/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createSignedIn } from '#server/test/factories.ts'
import { type Connected, connectSystem, proofOf, tell } from '#server/test/inbound.ts'
import { deleteOldInbound } from './queries/inbound.ts'

let t: TestApp
let clock: () => Date
let companyId: string

beforeAll(async () => {
  t = await buildTestApp()
  clock = t.deps.now
})
afterAll(() => t.close())
afterEach(() => void Object.assign(t.deps, { now: clock }))
beforeEach(async () => {
  companyId = (await createSignedIn(t.deps)).company.id
})

const connect = (...[source, options]: [Connected['source'], Parameters<typeof connectSystem>[3]?]) =>
  connectSystem(t.deps, companyId, source, options)

const kept = async ({ id }: Connected) => {
  const { rows } = await t.deps.database.pool.query(
    `select event, state, reason, object_key, is_test, headers, query, convert_from(body, 'UTF8') as body
     from webhook_inbound_events where integration_id = $1 order by id`,
    [id],
  )
  return rows
}
const statesOf = async (system: Connected) => (await kept(system)).map(({ state }) => state)

describe('what a system tells', () => {
  it.each(webhookSourceKeys)('is kept before it is acknowledged, and once: %s', async (key) => {
    const system = await connect(key)
    const [sample] = findSource(key)?.samples ?? []
    const headers = { ...sample?.headers, 'x-shopify-webhook-id': 'hook-1', 'x-wc-webhook-delivery-id': 'hook-1' }
    const answer = await tell(t.app, t.deps, system, sample?.body, { headers })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    const [event] = await kept(system)
    expect(event).toMatchObject({ event: sample?.event, state: 'received', body: JSON.stringify(sample?.body) })
    expect(JSON.stringify([event.headers, event.query])).not.toContain(system.secret)
    const again = await Promise.all([1, 2, 3].map(() => tell(t.app, t.deps, system, sample?.body, { headers })))
    expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await statesOf(system)).toEqual(['received', 'duplicate', 'duplicate', 'duplicate'])
  })

  it('is refused when it is not signed, and kept for a day to look at', async () => {
    const system = await connect('stripe')
    for (const proof of [{}, { headers: { 'stripe-signature': 't=1,v1=00' } }])
      expect((await tell(t.app, t.deps, system, { id: 'evt_1' }, { proof })).statusCode).toBe(401)
    expect(await statesOf(system)).toEqual(['rejected', 'rejected'])
    await t.deps.database.pool.query(
      `update webhook_inbound_events set received_at = now() - interval '25 hours' where integration_id = $1`,
      [system.id],
    )
    await deleteOldInbound(t.deps.database.pool, 30)
    expect(await kept(system)).toEqual([])
  })

  it('counts again when it comes again a while later, where its source gives it no id', async () => {
    const system = await connect('nuvemshop')
    const body = { store_id: 1, event: 'order/updated', id: 7 }
    const start = new Date('2026-03-02T12:09:00Z')
    const at = async (minutes: number) => {
      t.deps.now = () => new Date(start.getTime() + minutes * 60_000)
      await tell(t.app, t.deps, system, body)
    }
    for (const minutes of [0, 2, 9, 30]) await at(minutes)
    expect(await statesOf(system)).toEqual(['received', 'duplicate', 'duplicate', 'received'])
  })

  it('may be a list, a form, or nothing that can be read', async () => {
    const system = await connect('generic')
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    for (const [body, options] of [
      ['[{"type":"a"}]', {}],
      ['type=lead&phone=%2B5511987654321', form],
      ['{"type":', {}],
      ['', {}],
      [`${'['.repeat(60)}${']'.repeat(60)}`, {}],
      ['{"type":"with nul \\u0000","__proto__":{"x":1}}', {}],
    ] as const)
      expect((await tell(t.app, t.deps, system, body, options)).statusCode).toBe(200)
    expect((await kept(system)).map(({ event, state }) => [event, state])).toEqual([
      [null, 'received'],
      ['lead', 'received'],
      [null, 'failed'],
      [null, 'failed'],
      [null, 'failed'],
      ['with nul ', 'received'],
    ])
  })

  it('is a megabyte at most', async () => {
    const system = await connect('generic')
    const body = (bytes: number) => JSON.stringify({ type: 'a', text: 'x'.repeat(bytes - 24) })
    expect((await tell(t.app, t.deps, system, body(1024 * 1024 - 10))).statusCode).toBe(200)
    expect((await tell(t.app, t.deps, system, body(1024 * 1024 + 10))).statusCode).toBe(413)
    expect(await statesOf(system)).toEqual(['received'])
  })

  it('is kept for later while the integration is off, or the company may not use it', async () => {
    const off = await connect('generic', { enabled: false })
    await tell(t.app, t.deps, off, { type: 'a' })
    expect(await kept(off)).toMatchObject([{ state: 'suspended', reason: 'disabled' }])
    await t.deps.database.pool.query(`update companies set access_blocks = '{}' where id = $1`, [companyId])
    const barred = await connect('generic')
    await tell(t.app, t.deps, barred, { type: 'a' })
    expect(await kept(barred)).toMatchObject([{ state: 'suspended', reason: 'access_revoked' }])
  })

  it('keeps the ping of a WooCommerce store out of the log, which is not signed', async () => {
    const system = await connect('woocommerce')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const ping = (body: string) => tell(t.app, t.deps, system, body, { headers, proof: {} })
    expect((await ping('webhook_id=12')).statusCode).toBe(200)
    expect((await ping('webhook_id=12&order=1')).statusCode).toBe(401)
    expect(await statesOf(system)).toEqual(['rejected'])
  })
})

describe('an address', () => {
  it('that nobody has is not found, whatever is sent there', async () => {
    const answer = await t.app.inject({ method: 'POST', url: '/hooks/in/none', payload: { a: 'x'.repeat(2_000_000) } })
    expect(answer.statusCode).toBe(404)
  })

  it('takes a hundred at once and asks for patience then', async () => {
    const system = await connect('generic')
    t.deps.now = () => new Date('2026-03-02T12:00:00Z')
    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, i) => tell(t.app, t.deps, system, { type: 'a', i })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(100)
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.headers['retry-after']).toBe('1')
    expect(await kept(system)).toHaveLength(100)
  })

  it('can be kept to the networks of its system', async () => {
    const system = await connect('generic', { settings: { addresses: ['203.0.113.0/24'] } })
    expect((await tell(t.app, t.deps, system, { type: 'a' })).statusCode).toBe(403)
    const own = await connect('generic', { settings: { addresses: ['127.0.0.1'] } })
    expect((await tell(t.app, t.deps, own, { type: 'a' })).statusCode).toBe(200)
  })

  it('believes the secret before the present one until its time is over', async () => {
    const system = await connect('typeform', { secrets: { secret: 'new' } })
    const before = t.deps.sealer.seal(JSON.stringify({ secret: 'old' }))
    const start = t.deps.now()
    await t.deps.database.pool.query(
      'update webhook_integrations set previous_secrets = $2, previous_until = $3 where id = $1',
      [system.id, before, new Date(start.getTime() + 3600_000)],
    )
    const send = (secret: string, id: string) => {
      const body = JSON.stringify({ event_id: id, event_type: 'form_response' })
      return tell(t.app, t.deps, system, body, { proof: proofOf('typeform', body, secret, t.deps.now()) })
    }
    expect((await send('old', '1')).statusCode).toBe(200)
    expect((await send('new', '2')).statusCode).toBe(200)
    t.deps.now = () => new Date(start.getTime() + 3601_000)
    expect((await send('old', '3')).statusCode).toBe(401)
    expect((await send('new', '4')).statusCode).toBe(200)
  })
})
