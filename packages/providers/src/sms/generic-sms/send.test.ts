import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { failureOf } from '../../test/failures.ts'
import { now, plainPorts, startStandIn } from '../../test/stand-in.ts'
import { genericSms } from './send.ts'

let vendor: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  vendor = await startStandIn()
})
beforeEach(() => vendor.reset())
afterAll(() => vendor.close())

const content = { id: '66aa00000000000000000002', to: '+4915112345678', from: 'Shop', content: 'Your code is 1234' }
const message = { channel: 'sms' as const, ...content }
const credentials = (more: Record<string, unknown> = {}) => ({
  baseUrl: `${vendor.url}/send`,
  apiKeyRequestHeader: 'X-API-KEY',
  apiKey: 'gk-0001',
  idPath: 'data.id',
  datePath: 'data.date',
  from: '+15550001111',
  ...more,
})

it('posts the text with the keys in their headers and reads id and date', async () => {
  vendor.reply({ body: { data: { id: 'gen-0001', date: '2026-11-20T12:00:00Z' } } })
  const given = credentials({ secretKeyRequestHeader: 'X-SECRET', secretKey: 'gs-0001' })
  expect(await genericSms.send(given, message, plainPorts)).toEqual({
    id: 'gen-0001',
    date: '2026-11-20T12:00:00.000Z',
  })
  const [call] = vendor.calls
  expect([call?.method, call?.url]).toEqual(['POST', '/send'])
  expect(call?.headers).toMatchObject({ 'x-api-key': 'gk-0001', 'x-secret': 'gs-0001' })
  expect(call?.json).toEqual({ ...content, customData: {}, sender: 'Shop' })
})

it('finds id and date where it is told, and does without them', async () => {
  vendor.reply({ body: { messages: [{ ref: 12345 }] } }, { body: 'queued' })
  const given = credentials({ idPath: 'messages.0.ref', datePath: 'at' })
  expect(await genericSms.send(given, message, plainPorts)).toEqual({ id: '12345', date: now.toISOString() })
  expect(await genericSms.send(given, { ...message }, plainPorts)).toEqual({ id: message.id, date: now.toISOString() })
})

it('takes nothing endless for an id', async () => {
  vendor.reply({ body: { data: { id: 'x'.repeat(500) } } }, { body: { data: { id: 'x'.repeat(501) } } })
  expect((await genericSms.send(credentials(), message, plainPorts)).id).toHaveLength(500)
  expect(await genericSms.send(credentials(), message, plainPorts)).not.toHaveProperty('id')
})

it('sends from the configured number unless the message has one', async () => {
  const { from: _from, ...rest } = message
  await genericSms.send(credentials(), rest, plainPorts)
  expect(vendor.calls[0]?.json).toMatchObject({ from: '+15550001111', sender: '+15550001111' })
  expect(vendor.calls[0]?.headers).not.toHaveProperty('x-secret')
})

it('gets a token first and sends with nothing else', async () => {
  vendor.reply({ body: { data: { 'x-token': 't-1' } } }, { body: { data: { id: 'g-2' } } })
  const given = credentials({
    authenticateByToken: true,
    domain: `${vendor.url}/token`,
    authenticationTokenKey: 'x-token',
  })
  expect((await genericSms.send(given, message, plainPorts)).id).toBe('g-2')
  const [token, send] = vendor.calls
  expect([token?.method, token?.url, token?.body.length, token?.headers['x-api-key']]).toEqual([
    'POST',
    '/token',
    0,
    'gk-0001',
  ])
  expect([send?.url, send?.headers['x-token'], send?.headers['x-api-key']]).toEqual(['/send', 't-1', undefined])
})

it('knows that nothing was sent when no token was to be had', async () => {
  const given = credentials({
    authenticateByToken: true,
    domain: `${vendor.url}/token`,
    authenticationTokenKey: 'x-token',
  })
  vendor.reply('silence', { status: 401, body: 'bad key' }, { body: {} })
  const send = () => failureOf(genericSms.send(given, message, plainPorts))
  expect((await send()).kind).toBe('unreachable')
  expect(await send()).toMatchObject({ kind: 'refused', code: '401' })
  expect(await send()).toMatchObject({ kind: 'refused' })
  expect(vendor.calls.every(({ url }) => url === '/token')).toBe(true)
})

it('waits no longer than a day, whatever it is asked for', async () => {
  for (const [given, expected] of [
    ['30', 30],
    ['999999999999999', 86_400],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
  ] as const) {
    vendor.reply({ status: 429, headers: { 'retry-after': given } })
    const refusal = await failureOf(genericSms.send(credentials(), message, plainPorts))
    expect(refusal.retryAfterSeconds).toBe(expected)
  }
})

it('tells a no, an absence and a silence apart', async () => {
  vendor.reply({ status: 400, body: 'no such number' }, 'silence')
  const send = (given = credentials()) => failureOf(genericSms.send(given, message, plainPorts))
  expect(await send()).toMatchObject({ kind: 'refused', message: 'no such number', raw: 'no such number' })
  expect(await send()).toMatchObject({ kind: 'unknown' })
  expect(await send(credentials({ baseUrl: 'http://127.0.0.1:9/' }))).toMatchObject({ kind: 'unreachable' })
})
