import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import {
  getWebhookTemplate,
  listWebhookTemplates,
  publishWebhookTemplate,
  saveWebhookTemplate,
  testWebhookTemplate,
  type WebhookTemplateDetail,
} from '@recado/contracts/integrations/webhook-templates'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const at = '2026-11-01T12:00:00.000Z'
const definition: SourceDefinition = {
  ...{ name: { en: 'Live Shop', pt: 'Loja Viva' }, category: 'shop', docsUrl: null, blocks: [], recipes: [] },
  steps: { en: ['Paste the URL.'], pt: ['Cole a URL.'] },
  verification: { scheme: 'standard' },
  secrets: [{ key: 'secret', label: { en: 'Secret', pt: 'Segredo' }, origin: 'ours', required: true }],
  ...{ event: { from: 'path', path: '$.type' }, eventId: null, objectPath: null, events: [], samples: [] },
}
const detailOf = (shown: Partial<WebhookTemplateDetail['shown']> = {}): WebhookTemplateDetail => ({
  ...{ key: 'live_shop', origin: 'own', name: definition.name, category: 'shop', logoUrl: null, status: 'draft' },
  ...{ number: null, hasDraft: true, uses: 0, updatedAt: at },
  versions: [{ number: 1, status: 'draft', uses: 0, author: null, publishedAt: null, updatedAt: at }],
  shown: {
    ...{ number: 1, status: 'draft', version: 1, definition, copyable: true, changes: [], previous: null },
    ...shown,
  },
})

const session = sessionOf({ role: 'admin' })
const tried = (fields: Record<string, string>, passed: boolean) => ({
  passed,
  results: [
    {
      ...{ id: 'pedido-pago', passed, missing: [] },
      actual: { event: 'pedido_pago', canonical: 'custom' as const, objectKey: null, fields },
      differences: passed ? [] : [{ path: 'fields.phone', expected: null, actual: fields['phone'] ?? null }],
    },
  ],
})

test('a pasted payload becomes a sample with fields, which is published once what it comes to is expected', async () => {
  const saved: SourceDefinition[] = []
  const published: unknown[] = []
  let stored = detailOf()
  const { user } = await renderApp('/admin/webhook-callback/templates/live_shop?tab=events', {
    session,
    routes: [
      on(getWebhookTemplate, () => stored),
      on(testWebhookTemplate, ({ body }) => {
        const { samples = [] } = (body as { definition?: SourceDefinition }).definition ?? stored.shown.definition
        if (samples.length === 0) return { passed: true, results: [] }
        return tried({ phone: '5511987654321' }, samples[0]?.expected.fields['phone'] !== undefined)
      }),
      on(saveWebhookTemplate, ({ body }) => {
        const sent = body as { definition: SourceDefinition }
        saved.push(sent.definition)
        stored = detailOf({ version: 2, definition: sent.definition })
        return stored
      }),
      on(publishWebhookTemplate, ({ body }) => {
        published.push(body)
        stored = detailOf({ version: 3, status: 'published', definition: stored.shown.definition as SourceDefinition })
        return stored
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Paste a payload' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = await dialog.findByRole('textbox', { name: 'Payload' })
  await user.click(field)
  await user.paste('not JSON')
  await user.click(dialog.getByRole('button', { name: 'Add sample' }))
  expect(await dialog.findByText('This isn’t a JSON object or list.'.replace('’', "'"))).toBeTruthy()
  await user.clear(field)
  await user.paste(JSON.stringify({ evento: 'pedido_pago', cliente: { celular: '(11) 98765-4321' } }))
  await user.click(dialog.getByRole('button', { name: 'Add sample' }))

  expect(await screen.findByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '$.cliente.celular')
  expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true)
  await user.click(await screen.findByRole('button', { name: 'Expect this result' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({
    ...{ event: { from: 'path', path: '$.evento' }, events: [{ event: 'pedido_pago' }] },
    samples: [{ id: 'pedido-pago', expected: { fields: { phone: '5511987654321' } } }],
  })
  const publish = await screen.findByRole('button', { name: 'Publish' })
  await waitFor(() => expect(publish).toHaveProperty('disabled', false))
  await user.click(publish)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(published).toEqual([{ version: 2 }]))
})

test('a system that is built in is shown and cannot be changed', async () => {
  const builtIn = {
    ...detailOf({ number: null, status: 'published', version: 0, copyable: false }),
    ...{ key: 'mercado_pago', origin: 'product' as const, status: 'published' as const, versions: [] },
  }
  await renderApp('/admin/webhook-callback/templates/mercado_pago', {
    session,
    routes: [on(getWebhookTemplate, () => builtIn), on(testWebhookTemplate, () => ({ passed: true, results: [] }))],
  })
  expect(await screen.findByText('Paste the URL.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Duplicate' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('customers are shown neither the page nor its entry in the menu', async () => {
  await renderApp('/admin/webhook-callback/templates', {
    session: sessionOf({ blocks: ['integrations'] }),
    routes: [on(listWebhookTemplates, () => ({ data: [] }))],
  })
  expect(await screen.findByText("You don't have access to this page")).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'System templates' })).toBeNull()
})
