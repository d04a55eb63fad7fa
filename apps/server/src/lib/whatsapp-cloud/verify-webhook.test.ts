import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyHandshake, verifySignature } from './verify-webhook.ts'

const secret = 'app-secret'
const body = Buffer.from('{"text":"ol\\u00e1"}')
const sign = (bytes: Uint8Array, key = secret) => `sha256=${createHmac('sha256', key).update(bytes).digest('hex')}`

describe('verifySignature', () => {
  it('accepts the signature over the raw bytes', () => {
    expect(verifySignature(body, sign(body), secret)).toBe(true)
    expect(verifySignature(body, sign(body).toUpperCase().replace('SHA256', 'sha256'), secret)).toBe(true)
  })

  it('refuses other bytes, other secrets and malformed headers', () => {
    const reserialised = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
    expect(verifySignature(reserialised, sign(body), secret)).toBe(false)
    expect(verifySignature(body, sign(body, 'other'), secret)).toBe(false)
    for (const header of [
      undefined,
      '',
      'sha256=',
      sign(body).slice(0, -1),
      `${sign(body)}0`,
      sign(body).replace('256', '1'),
      'sha256=zz',
    ]) {
      expect(verifySignature(body, header, secret)).toBe(false)
    }
    expect(verifySignature(body, sign(body, 'x').slice(0, 7), '')).toBe(false)
  })
})

describe('verifyHandshake', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'tok', 'hub.challenge': '115' }

  it('answers the bare challenge to the right token', () => {
    expect(verifyHandshake(query, 'tok')).toBe('115')
  })

  it('refuses everything else', () => {
    expect(verifyHandshake({ ...query, 'hub.verify_token': 'toK' }, 'tok')).toBeNull()
    expect(verifyHandshake({ ...query, 'hub.mode': 'unsubscribe' }, 'tok')).toBeNull()
    expect(verifyHandshake({ ...query, 'hub.challenge': ['1', '2'] }, 'tok')).toBeNull()
    expect(verifyHandshake({ ...query, 'hub.verify_token': '' }, '')).toBeNull()
    expect(verifyHandshake({}, 'tok')).toBeNull()
  })
})
