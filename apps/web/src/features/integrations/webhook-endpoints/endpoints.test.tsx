import { listLabels } from '@recado/contracts/inbox/labels'
import {
  createWebhookEndpoint,
  getWebhookDelivery,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  recoverWebhookDeliveries,
  resendWebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookEndpoint,
} from '@recado/contracts/integrations/webhook-endpoints'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const deliveryId = '019a0000-0000-7000-8000-000000000002'
const at = '2026-11-01T12:00:00.000Z'
const session = sessionOf({ blocks: ['integrations', 'whatsapp_chat'] })

const endpoint: WebhookEndpoint = {
  ...{ id, url: 'https://erp.example.com/hook', description: 'ERP', events: ['message.received'], apiVersion: 'v1' },
  ...{ filters: { channelIds: [], labelIds: [] }, enabled: true, disabledReason: null, disabledAt: null },
  health: {
    ...{ successRate: 0.98, p95Ms: 120, deliveries: 500, lastSuccessAt: at, failingSince: null, backlog: 3, held: 0 },
  },
  ...{ previousUntil: null, createdBy: null, createdAt: at, version: 1 },
}
const delivery: WebhookDeliveryDetail = {
  ...{ id: deliveryId, type: 'message.received', state: 'failed', isTest: false, attempts: 10, lastStatus: 500 },
  ...{ lastError: null, nextAt: null, createdAt: at, deliveredAt: null },
  request: { url: endpoint.url, headers: { 'webhook-id': deliveryId }, body: { type: 'message.received' } },
  log: [{ at, status: 500, error: null, durationMs: 30, headers: {}, body: 'database is down' }],
}
const page = { next: null, has_more: false }

test('an endpoint is added with the events that were picked by what they are about, and shows its secret once', async () => {
  const made: unknown[] = []
  const { user } = await renderApp('/company/apis/webhooks', {
    session,
    routes: [
      on(listWebhookEndpoints, () => ({ data: [] })),
      on(getWebhookEndpoint, () => endpoint),
      on(listWebhookDeliveries, () => ({ data: [], page })),
      on(listChannels, () => ({ data: [] })),
      on(listLabels, () => ({ data: [] })),
      on(createWebhookEndpoint, ({ body }) => {
        made.push(body)
        return { ...endpoint, secret: 'whsec_shown' }
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Add endpoint' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(await drawer.findByRole('textbox', { name: /URL/ }), 'https://erp.example.com/hook')
  await user.click(drawer.getByRole('checkbox', { name: 'Orders' }))
  await user.click(drawer.getByRole('checkbox', { name: 'Order refunded' }))
  await user.click(drawer.getByRole('button', { name: 'Add endpoint' }))
  expect(await screen.findByText('whsec_shown')).toBeTruthy()
  expect(made).toMatchObject([
    { url: 'https://erp.example.com/hook', events: ['order.created', 'order.paid', 'order.canceled'] },
  ])
})

test('the log says what a receiver answered, and sends a delivery again', async () => {
  const resent: unknown[] = []
  const { user } = await renderApp(`/company/apis/webhooks/${id}`, {
    session,
    routes: [
      on(getWebhookEndpoint, () => endpoint),
      on(listWebhookDeliveries, () => ({ data: [delivery], page })),
      on(getWebhookDelivery, () => delivery),
      on(resendWebhookDelivery, ({ path }) => {
        resent.push(path)
        return { ...delivery, state: 'waiting' as const }
      }),
    ],
  })
  expect(await screen.findByText('98% of 500 deliveries')).toBeTruthy()
  await user.click((await screen.findAllByText('Message received'))[0] as HTMLElement)
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText('database is down')).toBeTruthy()
  await user.click(drawer.getByRole('button', { name: 'Send again' }))
  expect(await drawer.findByText(/sent again shortly/)).toBeTruthy()
  expect(resent).toEqual([`/api/v1/webhook-endpoints/${id}/deliveries/${deliveryId}/resends`])
})

test('what was held while an endpoint was off is recovered from its page', async () => {
  const recovered: unknown[] = []
  const { user } = await renderApp(`/company/apis/webhooks/${id}`, {
    session,
    routes: [
      on(getWebhookEndpoint, () => ({ ...endpoint, health: { ...endpoint.health, held: 12 } })),
      on(listWebhookDeliveries, () => ({ data: [], page })),
      on(recoverWebhookDeliveries, ({ body }) => {
        recovered.push(body)
        return { count: 12 }
      }),
    ],
  })
  const notice = within(await screen.findByRole('list', { name: 'Problems' }))
  await user.click(notice.getByRole('button', { name: 'Recover deliveries' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Recover' }))
  expect(await screen.findByText('12 deliveries are being sent again.')).toBeTruthy()
  expect(recovered).toMatchObject([{ since: expect.any(String) }])
})
