import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { failureOf } from '../../test/failures.ts'
import { now, plainPorts, startStandIn } from '../../test/stand-in.ts'
import { pushWebhook } from './send.ts'

let vendor: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  vendor = await startStandIn()
})
beforeEach(() => vendor.reset())
afterAll(() => vendor.close())

const credentials = () => ({ webhookUrl: `${vendor.url}/push`, secretKey: 'hush' })
const message = {
  channel: 'push' as const,
  id: '66aa00000000000000000004',
  targets: ['token-1', 'token-2'],
  title: 'Pedido',
  content: 'Saiu para entrega',
  payload: { order: 7 },
  overrides: { sound: 'bell' },
  subscriber: { subscriberId: 'ana' },
}

it('posts the push as JSON, signed, and takes the id of the answer', async () => {
  vendor.reply({ body: { id: 'pw-0001' } }, { body: 'ok' })
  expect(await pushWebhook.send(credentials(), message, plainPorts)).toEqual({ id: 'pw-0001', date: now.toISOString() })
  const [call] = vendor.calls
  expect(call?.json).toEqual({
    target: ['token-1', 'token-2'],
    title: 'Pedido',
    content: 'Saiu para entrega',
    overrides: { sound: 'bell' },
    payload: { order: 7, subscriber: { subscriberId: 'ana' } },
  })
  const expected = createHmac('sha256', 'hush')
    .update(call?.body ?? '')
    .digest('hex')
  expect(call?.headers['x-novu-signature']).toBe(expected)
  expect((await pushWebhook.send(credentials(), message, plainPorts)).id).toBe(message.id)
})

it('tells a no, an absence and a silence apart', async () => {
  vendor.reply({ status: 429, headers: { 'retry-after': '7' } }, 'silence')
  const send = (given = credentials()) => failureOf(pushWebhook.send(given, message, plainPorts))
  expect(await send()).toMatchObject({ kind: 'refused', code: '429', retryAfterSeconds: 7 })
  expect(await send()).toMatchObject({ kind: 'unknown' })
  expect(await send({ ...credentials(), webhookUrl: 'http://127.0.0.1:9/' })).toMatchObject({ kind: 'unreachable' })
})
