import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { failureOf } from '../../test/failures.ts'
import { now, plainPorts, startStandIn } from '../../test/stand-in.ts'
import { whatsappBusiness } from './send.ts'

let vendor: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  vendor = await startStandIn()
})
beforeEach(() => vendor.reset())
afterAll(() => vendor.close())

const credentials = { apiToken: 'EAAG-0001', phoneNumberIdentification: '106540352242922' }
const message = {
  channel: 'chat' as const,
  id: '66aa00000000000000000003',
  content: 'Build 7 is green',
  phoneNumber: '+49 151 12345678',
}
const ports = () => ({ ...plainPorts, baseUrl: `${vendor.url}/v18.0` })
const send = (more: object = {}) => whatsappBusiness.send(credentials, { ...message, ...more }, ports())

it('sends text', async () => {
  vendor.reply({ body: { messages: [{ id: 'wamid.0001', message_status: 'accepted' }] } })
  expect(await send()).toEqual({ id: 'wamid.0001', date: now.toISOString() })
  const [call] = vendor.calls
  expect([call?.method, call?.url]).toEqual(['POST', '/v18.0/106540352242922/messages'])
  expect(call?.headers.authorization).toBe('Bearer EAAG-0001')
  expect(call?.json).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '4915112345678',
    type: 'text',
    text: { body: 'Build 7 is green', preview_url: false },
  })
})

it('sends a template as it is given', async () => {
  const template = { name: 'build', language: { code: 'en' }, components: [] }
  await send({ customData: { template } })
  expect(vendor.calls[0]?.json).toMatchObject({ type: 'template', template })
  expect(vendor.calls[0]?.json).not.toHaveProperty('text')
})

it('tells a no, an absence and a silence apart', async () => {
  const error = { message: '(#131030) Not in allowed list', code: 131030, error_data: { details: 'x' } }
  const slow = { message: 'Rate limit hit', code: 130429 }
  vendor.reply({ status: 400, body: { error } }, { status: 429, body: { error: slow } }, 'silence')
  expect(await failureOf(send())).toMatchObject({
    kind: 'refused',
    code: '131030',
    message: '(#131030) Not in allowed list: x',
  })
  expect(await failureOf(send())).toMatchObject({ kind: 'refused', code: '130429', retryAfterSeconds: 60 })
  expect(await failureOf(send())).toMatchObject({ kind: 'unknown' })
  const away = whatsappBusiness.send(credentials, message, { ...ports(), baseUrl: 'http://127.0.0.1:9' })
  expect(await failureOf(away)).toMatchObject({ kind: 'unreachable' })
  const withoutRecipient = whatsappBusiness.send(
    credentials,
    { channel: 'chat', id: message.id, content: 'x' },
    ports(),
  )
  expect(await failureOf(withoutRecipient)).toMatchObject({ kind: 'refused' })
})

it('checks the token by asking for the number', async () => {
  vendor.reply({ body: { id: '106540352242922' } }, { status: 401, body: { error: { message: 'no', code: 190 } } })
  await whatsappBusiness.check?.(credentials, ports())
  expect([vendor.calls[0]?.method, vendor.calls[0]?.url]).toEqual(['GET', '/v18.0/106540352242922?fields=id'])
  const refused = whatsappBusiness.check?.(credentials, ports()) ?? Promise.resolve()
  expect(await failureOf(refused)).toMatchObject({ kind: 'refused', code: '190' })
})

it('reads every status of a webhook and nothing else', () => {
  const statuses = [
    { id: 'wamid.1', status: 'delivered', timestamp: '1795176000' },
    { id: 'wamid.2', status: 'read', timestamp: '1795176001' },
    { id: 'wamid.3', status: 'danced' },
  ]
  const body = {
    object: 'whatsapp_business_account',
    entry: [
      { id: '1', changes: [{ field: 'messages', value: { messages: [{}] } }, { field: 'x' }] },
      { id: '2', changes: [{ field: 'messages', value: { statuses } }] },
    ],
  }
  expect(whatsappBusiness.parseReceipts?.(body, {})).toEqual([
    { id: 'wamid.1', event: 'delivered', status: 'delivered', at: '2026-11-20T12:00:00.000Z', raw: statuses[0] },
    { id: 'wamid.2', event: 'read', status: 'read', at: '2026-11-20T12:00:01.000Z', raw: statuses[1] },
  ])
  expect(whatsappBusiness.parseReceipts?.('x', {})).toEqual([])
})
