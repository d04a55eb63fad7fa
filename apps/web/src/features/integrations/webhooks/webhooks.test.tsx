import {
  createWebhookIntegration,
  getWebhookEvent,
  getWebhookIntegration,
  type InboundEventDetail,
  listWebhookEvents,
  listWebhookIntegrations,
  listWebhookSamples,
  moveWebhookIntegration,
  previewWebhookMove,
  replayWebhookEvents,
  testWebhookIntegration,
  updateWebhookIntegration,
  type WebhookIntegrationDetail,
} from '@recado/contracts/integrations/webhook-integrations'
import { listWebhookSources } from '@recado/contracts/integrations/webhook-sources'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const eventId = '019a0000-0000-7000-8000-000000000002'
const at = '2026-11-01T12:00:00.000Z'

const system: WebhookIntegrationDetail = {
  ...{ id, source: 'generic', name: 'ERP', enabled: false, url: 'http://localhost:5000/hooks/in/abc', version: 1 },
  ...{ secrets: [{ key: 'secret', set: false }], previousUntil: null, listeningUntil: null, lastEventAt: null },
  ...{ day: { received: 3, processed: 2, failed: 1 }, actionTypes: [], createdBy: null, createdAt: at },
  ...{ settings: { addresses: [] }, mapping: { events: [] }, actions: [], deprecated: false },
  ...{ sourceName: { en: 'Any other system', pt: 'Qualquer outro sistema' }, logoUrl: null },
  ...{ sourceNumber: null, newerNumber: null },
  guide: { docsUrl: null, secrets: [], steps: { en: [], pt: [] }, recipes: [] },
}
const event: InboundEventDetail = {
  ...{ id: eventId, receivedAt: at, event: 'order.paid', canonical: 'order.paid', objectKey: 'A-1', attempts: 1 },
  ...{ state: 'mapped', reason: 'needs_phone', nextAt: null, isTest: false, isSample: false, contact: null },
  ...{ headers: {}, query: '', body: '{"type":"order.paid"}', error: null, results: [], fields: null },
}
type Mapped = { mapping: WebhookIntegrationDetail['mapping'] }
const page = { next: null, has_more: false }
const session = sessionOf({ blocks: ['integrations'] })
const sample = { id: 'order-paid', event: 'order.paid', headers: {}, body: { customer: { 'full name': 'Ana' } } }

test('a value that is picked in the sample becomes the path of the field, with what it comes to', async () => {
  const saved: unknown[] = []
  const { user } = await renderApp(`/company/webhook-integrations/${id}?tab=map`, {
    session,
    routes: [
      on(getWebhookIntegration, () => system),
      on(listWebhookSamples, () => ({ data: [{ ...sample, eventId: null, receivedAt: null, kept: true }] })),
      on(testWebhookIntegration, ({ body }) => ({
        ...{ event: 'order.paid', canonical: 'custom' as const, missing: [], errors: [], contact: null },
        ...{ person: 'new' as const, actions: [] },
        fields: (body as Mapped).mapping.events[0]?.fields['name'] ? { name: 'Ana' } : {},
      })),
      on(updateWebhookIntegration, ({ body }) => {
        saved.push((body as Mapped).mapping)
        return { ...system, version: 2 }
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: /full name/ }))
  const field = await screen.findByRole('textbox', { name: 'Name' })
  expect(field).toHaveProperty('value', "$.customer['full name']")
  expect(await screen.findByText('Ana')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).toMatchObject([
    { events: [{ event: 'order.paid', fields: { name: { path: "$.customer['full name']" } } }] },
  ])
})

test('what was picked outlives that the connection is turned on, and is saved on top of that', async () => {
  const changes: unknown[] = []
  const { user } = await renderApp(`/company/webhook-integrations/${id}?tab=map`, {
    session,
    routes: [
      on(getWebhookIntegration, () => system),
      on(listWebhookSamples, () => ({ data: [{ ...sample, eventId: null, receivedAt: null, kept: true }] })),
      on(testWebhookIntegration, () => ({
        ...{ event: 'order.paid', canonical: 'custom' as const, missing: [], errors: [], contact: null, fields: {} },
        ...{ person: 'new' as const, actions: [] },
      })),
      on(updateWebhookIntegration, ({ body }) => {
        changes.push(body)
        return { ...system, enabled: true, version: changes.length + 1 }
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: /full name/ }))
  await user.click(screen.getByRole('switch', { name: 'Process events' }))
  await screen.findByText('Events are processed as they arrive.')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', "$.customer['full name']")
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(changes).toMatchObject([
      { enabled: true, version: 1 },
      { mapping: { events: [{ event: 'order.paid' }] }, version: 2 },
    ]),
  )
})

test('the log says why an event waits, and works it off again', async () => {
  const replayed: unknown[] = []
  const { user } = await renderApp(`/company/webhook-integrations/${id}?tab=log`, {
    session,
    routes: [
      on(getWebhookIntegration, () => system),
      on(listWebhookEvents, () => ({ data: [event], page })),
      on(getWebhookEvent, () => event),
      on(replayWebhookEvents, ({ body }) => {
        replayed.push(body)
        return { count: 1 }
      }),
    ],
  })
  expect((await screen.findAllByText('No phone number and no known email')).length).toBeGreaterThan(0)
  await user.click((await screen.findAllByRole('button', { name: /order\.paid/ }))[0] as HTMLElement)
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(await drawer.findByRole('button', { name: 'Process again' }))
  expect(await drawer.findByText(/processed again shortly/)).toBeTruthy()
  expect(replayed).toEqual([{ ids: [eventId] }])
})

test('a system is chosen among those that can be connected', async () => {
  const source = {
    ...{ key: 'hotmart' as const, name: { en: 'Hotmart', pt: 'Hotmart' }, category: 'course' as const, docsUrl: null },
    secrets: [{ key: 'hottok', label: { en: 'Hottok', pt: 'Hottok' }, origin: 'source' as const, required: true }],
    ...{ steps: { en: [], pt: [] }, events: [], defaults: [], samples: [], settings: {} },
    ...{ number: null, logoUrl: null, recipes: [] },
  }
  const made: unknown[] = []
  const { user } = await renderApp('/company/webhook-integrations', {
    session,
    routes: [
      on(listWebhookIntegrations, () => ({ data: [] })),
      on(listWebhookSources, () => ({ data: [source] })),
      on(createWebhookIntegration, ({ body }) => {
        made.push(body)
        return { ...system, generated: {} }
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Connect a system' }))
  await user.click(await screen.findByRole('button', { name: /Hotmart/ }))
  expect(await screen.findByRole('textbox', { name: /Hottok/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  expect(await screen.findByText('http://localhost:5000/hooks/in/abc')).toBeTruthy()
  expect(made).toMatchObject([{ source: 'hotmart', name: 'Hotmart', secrets: {} }])
})

test('a newer version of its source is followed once its changes were seen, and what the company set up stays', async () => {
  const moved: unknown[] = []
  const behind = { ...system, source: 'live_shop', sourceNumber: 1, newerNumber: 2 }
  const { user } = await renderApp(`/company/webhook-integrations/${id}`, {
    session,
    routes: [
      on(getWebhookIntegration, () => behind),
      on(listWebhookSamples, () => ({ data: [] })),
      on(previewWebhookMove, () => ({
        ...{ from: 1, to: 2, verification: false, missing: [] },
        changes: [
          { event: 'order_paid', field: 'phone', kind: 'kept' as const, before: '$.a', after: '$.b' },
          { event: 'order_paid', field: 'city', kind: 'added' as const, before: null, after: '$.c' },
        ],
      })),
      on(moveWebhookIntegration, ({ body }) => {
        moved.push(body)
        return { ...behind, sourceNumber: 2, newerNumber: null, version: 2 }
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Review the update' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('order_paid › Phone')).toBeTruthy()
  expect(dialog.getByText(/stays as you set it/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Update to version 2' }))
  expect(moved).toEqual([{ to: 2, version: 1 }])
  await waitFor(() => expect(screen.queryByText(/newer version of this system/)).toBeNull())
})
