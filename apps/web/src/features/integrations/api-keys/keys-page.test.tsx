import { type ApiKey, listApiKeys } from '@recado/contracts/integrations/api-keys'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const key: ApiKey = {
  ...{ id: '019a0000-0000-7000-8000-000000000001', name: 'Shop', mode: 'live', prefix: 'rk_live_AbCd', addresses: [] },
  ...{ scopes: ['contacts:read', 'messages:send'], state: 'active', expiresAt: null, previousUntil: null },
  ...{ lastUsedAt: null, lastAddress: null, createdBy: null, createdAt: '2026-11-01T12:00:00.000Z', version: 1 },
}

test('what a key may do is said in words, in the list and where it is chosen', async () => {
  const { user } = await renderApp('/company/apis', {
    session: sessionOf({ blocks: ['integrations', 'whatsapp_chat', 'bulk_sending'] }),
    routes: [on(listApiKeys, () => ({ data: [key] }))],
  })
  expect(await screen.findByText('Read contacts, Send messages')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New API key' }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByRole('checkbox', { name: 'Launch, pause and cancel campaigns' })).toBeTruthy()
})
