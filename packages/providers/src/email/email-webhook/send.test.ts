import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { failureOf } from '../../test/failures.ts'
import { now, plainPorts, startStandIn } from '../../test/stand-in.ts'
import { emailWebhook } from './send.ts'

let vendor: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  vendor = await startStandIn()
})
beforeEach(() => vendor.reset())
afterAll(() => vendor.close())

const credentials = () => ({
  webhookUrl: `${vendor.url}/mail?x=1`,
  secretKey: 'hush',
  from: 'shop@example.com',
  senderName: 'Shop',
})
const content = {
  id: '66aa00000000000000000001',
  to: ['ana@example.com'],
  subject: 'Olá',
  html: '<p>Olá</p>',
  attachments: [{ name: 'a.txt', mime: 'text/plain', content: Buffer.from('a') }],
}
const message = { channel: 'email' as const, ...content }

it('posts the mail as JSON with a signature over exactly these bytes', async () => {
  const result = await emailWebhook.send(credentials(), message, plainPorts)
  expect(result).toEqual({ id: message.id, date: now.toISOString() })
  const [call] = vendor.calls
  expect([call?.method, call?.url, call?.headers['content-type']]).toEqual(['POST', '/mail?x=1', 'application/json'])
  const expected = createHmac('sha256', 'hush')
    .update(call?.body ?? '')
    .digest('hex')
  expect(call?.headers['x-novu-signature']).toBe(expected)
  expect(call?.json).toEqual({
    ...content,
    from: 'shop@example.com',
    senderName: 'Shop',
    attachments: [{ name: 'a.txt', mime: 'text/plain', encoding: 'base64', content: 'YQ==' }],
  })
})

it('prefers the sender of the message', async () => {
  await emailWebhook.send(credentials(), { ...message, from: 'me@example.com', senderName: 'Me' }, plainPorts)
  expect(vendor.calls[0]?.json).toMatchObject({ from: 'me@example.com', senderName: 'Me' })
})

it('tells a no, a failure, an absence and a silence apart', async () => {
  vendor.reply({ status: 422, body: 'no such list' }, { status: 500, body: 'oops' }, { status: 503 }, 'silence')
  const send = () => failureOf(emailWebhook.send(credentials(), message, plainPorts))
  expect(await send()).toMatchObject({ kind: 'refused', message: 'no such list', code: '422' })
  expect(await send()).toMatchObject({ kind: 'unknown', code: '500', retryAfterSeconds: 30 })
  expect(await send()).toMatchObject({ kind: 'refused', code: '503', retryAfterSeconds: 30 })
  expect(await send()).toMatchObject({ kind: 'unknown' })
  const away = { ...credentials(), webhookUrl: 'http://127.0.0.1:9/' }
  expect(await failureOf(emailWebhook.send(away, message, plainPorts))).toMatchObject({ kind: 'unreachable' })
})

it('checks that someone listens without calling', async () => {
  await emailWebhook.check?.(credentials(), plainPorts)
  expect(vendor.calls).toEqual([])
  for (const webhookUrl of ['http://127.0.0.1:9/', 'hook', 'file:///etc/passwd'])
    await failureOf(emailWebhook.check?.({ ...credentials(), webhookUrl }, plainPorts) ?? Promise.resolve())
})

it('reads receipts of the plain form, and knows their signature', () => {
  const body = [
    { id: 'a', event: 'opened', date: '2026-11-21T09:00:00-03:00', extra: 1 },
    { id: 7, event: 'bounced' },
    { id: 'b', event: 'danced' },
    { event: 'opened' },
    null,
  ]
  expect(emailWebhook.parseReceipts?.(body, {})).toEqual([
    { id: 'a', event: 'opened', status: 'opened', at: '2026-11-21T12:00:00.000Z', raw: body[0] },
    { id: '7', event: 'bounced', status: 'bounced', raw: body[1] },
  ])
  expect(emailWebhook.parseReceipts?.({ id: 'a', event: 'delivered' }, {})).toHaveLength(1)
  expect(emailWebhook.parseReceipts?.('x', {})).toEqual([])
  const bytes = Buffer.from('{"id":"a"}')
  const signature = createHmac('sha256', 'hush').update(bytes).digest('hex')
  const isSigned = (value?: string) => emailWebhook.isSigned?.(credentials(), bytes, { 'x-novu-signature': value })
  expect([isSigned(signature), isSigned(), isSigned('0'.repeat(64))]).toEqual([true, false, false])
})
