import { WhatsAppClient } from '@kapso/whatsapp-cloud-api'
import { expect, it } from 'vitest'
import { WhatsAppAPI } from 'whatsapp-api-js'
import { Text } from 'whatsapp-api-js/messages'
import { ana, appSecret, eventually, openWorld, phoneNumberId, token, wabaId } from './test/world.ts'

it('works with @kapso/whatsapp-cloud-api as if it were Meta', async () => {
  const world = await openWorld()
  const client = new WhatsAppClient({ accessToken: token, baseUrl: world.sandbox.graphUrl, graphVersion: 'v23.0' })
  const { wamid } = await world.client.write({ from: ana, text: 'oi' })
  const sent = await client.messages.sendText({
    phoneNumberId,
    to: `+${ana}`,
    body: 'hello',
    bizOpaqueCallbackData: 'k1',
  })
  expect(sent.messages[0]?.id).toMatch(/^wamid\./)
  await client.messages.markRead({ phoneNumberId, messageId: wamid })
  const templates = await client.templates.list({ businessAccountId: wabaId })
  expect(templates.data).toMatchObject([{ name: 'order_ready' }])
  await eventually(() => expect(world.callback.statuses().map(({ status }) => status)).toContain('read'))
})

it('works with whatsapp-api-js, which only lets its fetch be replaced', async () => {
  const world = await openWorld()
  await world.client.write({ from: ana, text: 'oi' })
  const toSandbox: typeof fetch = (input, init) =>
    fetch(
      String(input instanceof Request ? input.url : input).replace(
        'https://graph.facebook.com',
        world.sandbox.graphUrl,
      ),
      init,
    )
  const api = new WhatsAppAPI({ token, appSecret, v: 'v23.0', ponyfill: { fetch: toSandbox, subtle: crypto.subtle } })
  const answer = await api.sendMessage(phoneNumberId, ana, new Text('hello'))
  expect(answer).toMatchObject({ messages: [{ id: expect.stringMatching(/^wamid\./) }] })
  await eventually(() => expect(world.callback.deliveries).toMatchObject([{ signed: true }, {}, {}, {}]))
})
