import { webhookSourceKeys } from '@recado/contracts/integrations/webhook-source-kinds'
import { describe, expect, it } from 'vitest'
import { proofOf } from '#server/test/inbound.ts'
import { deliveryOf, findSource, type SourceSettings, webhookSources } from './index.ts'
import type { WebhookSource } from './source.ts'

const now = new Date('2026-03-02T13:15:30Z')

type Sent = { headers?: Record<string, string>; query?: string; contentType?: string }

const sent = (body: string, { headers = {}, query = '', contentType = 'application/json' }: Sent = {}) =>
  deliveryOf({ body: Buffer.from(body), headers, query: new URLSearchParams(query), contentType })

const sourceOf = (key: string): WebhookSource => {
  const source = findSource(key)
  if (!source) throw new Error(`No source ${key}`)
  return source
}

const secret = 'the secret of this system'
const secrets = { secret, hottok: secret, token: secret }
const none: SourceSettings = {}

describe('every source', () => {
  const signing = webhookSourceKeys.filter((key) => !['generic', 'rd_station'].includes(key))

  it('is in the catalogue once', () => {
    expect(webhookSources.map(({ key }) => key).toSorted()).toEqual([...webhookSourceKeys].toSorted())
  })

  it.each(signing)('%s believes its samples when they are signed, and nothing that was changed', (key) => {
    const source = sourceOf(key)
    for (const { body } of source.samples) {
      const text = JSON.stringify(body)
      const proof = proofOf(key, text, secret, now)
      const verify = (delivery: ReturnType<typeof sent>, own: Record<string, string> = secrets) =>
        source.verify({ delivery, secrets: own, now, settings: none })
      expect(verify(sent(text, proof))).toBe(true)
      expect(verify(sent(text))).toBe(false)
      expect(verify(sent(text, proof), { secret: 'other', hottok: 'other', token: 'other' })).toBe(false)
      expect(verify(sent(text, proof), {})).toBe(false)
      const isByBody = !['hotmart', 'asaas', 'mercado_pago'].includes(key)
      if (isByBody) expect(verify(sent(text.replace('{', '{ '), proof))).toBe(false)
    }
  })

  it.each(webhookSourceKeys)('%s has samples that its maps know, with headers that tell their event', (key) => {
    const { samples, read, events } = sourceOf(key)
    expect(samples.length).toBeGreaterThanOrEqual(2)
    const known = events.map(({ event }) => event)
    for (const { body, headers = {}, event } of samples) {
      expect(read(sent(JSON.stringify(body), { headers }), none).event).toBe(event)
      expect(known).toContain(event)
    }
  })
})

describe('published examples', () => {
  it('of Standard Webhooks are believed', () => {
    const delivery = (signature: string) =>
      sent('{"test": 2432232314}', {
        headers: {
          'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
          'webhook-timestamp': '1614265330',
          'webhook-signature': signature,
        },
      })
    const check = (signature: string, at = new Date(1614265330_000)) =>
      sourceOf('generic').verify({
        delivery: delivery(signature),
        secrets: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
        now: at,
        settings: { scheme: 'standard' },
      })
    const right = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    expect(check(right)).toBe(true)
    expect(check(`v1,Y2hhbmdlZA== ${right}`)).toBe(true)
    expect(check(right.replace('g0', 'g1'))).toBe(false)
    expect(check(right, new Date(1614265330_000 + 301_000))).toBe(false)
  })

  it('of a signature with a prefix, as GitHub shows it, is believed', () => {
    const settings = { scheme: 'hmac', header: 'X-Hub-Signature-256', prefix: 'sha256=' } as const
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
    const check = (header: string) =>
      sourceOf('generic').verify({
        delivery: sent('Hello, World!', { headers: { 'x-hub-signature-256': header } }),
        secrets: { secret: "It's a Secret to Everybody" },
        now,
        settings,
      })
    expect(check(signature)).toBe(true)
    expect(check(signature.slice(7))).toBe(false)
  })
})

describe('Stripe', () => {
  it('is believed while a secret is replaced, and not minutes later', () => {
    const body = '{"id":"evt_1"}'
    const proof = proofOf('stripe', body, secret, now).headers?.['stripe-signature'] ?? ''
    const check = (header: string, at = now) =>
      sourceOf('stripe').verify({
        delivery: sent(body, { headers: { 'stripe-signature': header } }),
        secrets,
        now: at,
        settings: none,
      })
    const other = `v1=${'0'.repeat(64)}`
    expect(check(proof.replace('v1=', `${other},v1=`))).toBe(true)
    expect(check(proof.replace('v1=', 'v0='))).toBe(false)
    expect(check(proof, new Date(now.getTime() + 301_000))).toBe(false)
  })
})

describe('Kiwify', () => {
  it('may sign the order within the body', () => {
    const [sample] = sourceOf('kiwify').samples
    const order = JSON.stringify(sample?.body)
    const { query } = proofOf('kiwify', order, secret, now)
    const wrapped = `{"url": "https://example.com", "order": ${order}}`
    const delivery = sent(wrapped, query ? { query } : {})
    expect(sourceOf('kiwify').verify({ delivery, secrets, now, settings: none })).toBe(true)
    expect(sourceOf('kiwify').read(delivery, none).event).toBe('order_approved')
  })
})

describe('Mercado Pago', () => {
  it('is not believed about a payment that its address does not name', () => {
    const source = sourceOf('mercado_pago')
    const body = JSON.stringify(source.samples[0]?.body)
    const proof = proofOf('mercado_pago', body, secret, now)
    const other = body.replace('"id":"87654321098"', '"id":"1"')
    expect(source.verify({ delivery: sent(other, proof), secrets, now, settings: none })).toBe(false)
  })
})
