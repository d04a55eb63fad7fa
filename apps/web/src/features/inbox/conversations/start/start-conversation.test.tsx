import { startConversation } from '@recado/contracts/inbox/conversations'
import { holdMessage } from '@recado/contracts/inbox/held-messages'
import { findRecipients, type Recipient } from '@recado/contracts/inbox/recipients'
import { listTemplates } from '@recado/contracts/whatsapp/channel-templates'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  ahead,
  channelOf,
  chatRoutes,
  conversationId,
  messageOf,
  outgoingOf,
  summaryOf,
} from '#web/test/chat-fixtures.ts'
import { giveSizes } from '#web/test/element-sizes.ts'
import { type FakeRoute, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

beforeEach(giveSizes)

const path = '/integrations/whatsapp/chat'
const session = sessionOf({ blocks: ['whatsapp_chat', 'integrations'] })
const prices = [{ category: 'utility', price: 0.0364, currency: 'BRL', ratesFrom: '2026-10-01' }]
const other = channelOf({ id: '0192f000-0000-7000-8000-0000000000d2', name: 'Delivery', phone: '+55 81 3030-5050' })

const recipientOf = (conversations: Recipient['conversations']): Recipient => ({
  contactId: '0192f000-0000-7000-8000-0000000000e1',
  displayName: 'Bia Rocha',
  phone: '+5581991230001',
  conversations,
  prices,
})

const conversationOf = () => ({
  id: conversationId,
  channelId: channelOf().id,
  status: 'open' as const,
  windowExpiresAt: ahead(3_600_000),
  lastMessageAt: ahead(-60_000),
  assignee: null,
  hidden: false as const,
})

type Found = { data: Recipient[]; number: null | { phone: string; prices: typeof prices } }

const openChat = async (
  found: (channelId: string | null) => Found | Promise<Found>,
  messages = [messageOf()],
  query = '',
) => {
  const world = { summary: summaryOf(), messages }
  const routes: FakeRoute[] = [
    on(listChannels, () => ({ data: [channelOf(), other] })),
    on(findRecipients, ({ query }) => found(query.get('channelId'))),
    on(startConversation, () => world.summary),
    on(holdMessage, () => ({ held: null, message: outgoingOf() })),
    ...chatRoutes(world),
  ]
  return renderApp(`${path}${query}`, { session, routes })
}

const open = async (found: Found) => {
  const app = await openChat(() => found)
  await app.user.click(await screen.findByRole('button', { name: 'New conversation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New conversation' }))
  return { ...app, dialog, field: await dialog.findByLabelText('To') }
}

it('creates the contact and conversation of a new number only when its template is sent', async () => {
  const { user, server, dialog, field } = await open({ data: [], number: { phone: '+5581988887766', prices } })
  await user.type(field, '(81) 98888-7766')
  await user.click(await dialog.findByRole('option', { name: /98888-7766/ }))
  await user.type(await dialog.findByLabelText('Name (optional)'), 'Ana Nova')
  await user.click(await dialog.findByText('order_ready'))
  expect((await dialog.findByLabelText<HTMLInputElement>('first name')).value).toBe('Ana')
  await user.type(dialog.getByLabelText('order number'), '12')
  expect(dialog.getByText(/rates as of Oct 1, 2026/)).toBeTruthy()
  expect(server.calls('POST', '/api/v1/conversations')).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Send template' }))
  await waitFor(() => expect(server.calls('POST', '/api/v1/conversations')).toHaveLength(1))
  expect(server.calls('POST', '/api/v1/conversations')[0]?.body).toEqual({
    channelId: channelOf().id,
    phone: '+5581988887766',
    name: 'Ana Nova',
  })
  const held = `/api/v1/conversations/${conversationId}/held-messages`
  await waitFor(() => expect(server.calls('POST', held)).toHaveLength(1))
  expect(server.calls('POST', held)[0]?.body).toMatchObject({
    draft: { type: 'template', template: { name: 'order_ready' } },
  })
})

it('asks for the whole address where a button leads on over the product', async () => {
  const { user, server, dialog, field } = await open({ data: [], number: { phone: '+5581988887766', prices } })
  const url = `${window.location.origin}/l/{{1}}`
  const sale = {
    ...{ id: '0192f000-0000-7000-8000-0000000000f2', name: 'sale', language: 'en_US', category: 'UTILITY' },
    ...{ status: 'APPROVED', parameterFormat: 'POSITIONAL' as const },
    components: [
      { type: 'BODY', text: 'Our sale has begun.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'See it', url, example: [`${window.location.origin}/l/A`] }] },
    ],
  }
  server.routes.unshift(on(listTemplates, () => ({ data: [sale], syncedAt: null })))
  await user.type(field, '(81) 98888-7766')
  await user.click(await dialog.findByRole('option', { name: /98888-7766/ }))
  await user.click(await dialog.findByText('sale'))
  const address = await dialog.findByRole('textbox', { name: /See it/ })
  expect(dialog.getByText('Enter the full web address that the button leads to.')).toBeTruthy()
  await user.type(address, 'promo')
  await user.click(dialog.getByRole('button', { name: 'Send template' }))
  expect(dialog.getByText(/Enter a full web address/)).toBeTruthy()
  expect(server.calls('POST', '/api/v1/conversations')).toHaveLength(0)
  await user.clear(address)
  await user.type(address, 'https://shop.example/sale')
  await user.click(dialog.getByRole('button', { name: 'Send template' }))
  const held = `/api/v1/conversations/${conversationId}/held-messages`
  await waitFor(() => expect(server.calls('POST', held)).toHaveLength(1))
  const values = { 'button.0': 'https://shop.example/sale' }
  expect(server.calls('POST', held)[0]?.body).toMatchObject({ draft: { template: { name: 'sale', values } } })
})

it('opens an existing conversation by keyboard alone, and otherwise asks for the number to send from', async () => {
  const { user, server, dialog, field, router } = await open({ data: [recipientOf([conversationOf()])], number: null })
  await user.type(field, 'bia')
  await dialog.findByRole('option', { name: /Bia Rocha/ })
  await user.keyboard('{Enter}')
  const way = await dialog.findByRole('button', { name: 'Open conversation' })
  await waitFor(() => expect(document.activeElement).toBe(way))
  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'From' }).value).toContain('Empório')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ conversation: conversationId }))
  expect(server.calls('POST', '/api/v1/conversations')).toHaveLength(0)
})

it('sends nothing into a conversation that the member may not see', async () => {
  const hidden = { hidden: true as const, channelId: channelOf().id }
  const { user, dialog, field } = await open({ data: [recipientOf([hidden])], number: null })
  await user.type(field, 'bia')
  await user.click(await dialog.findByRole('option', { name: /Bia Rocha/ }))
  expect(await dialog.findByText(/don't have access to it/)).toBeTruthy()
  expect(dialog.queryByText('order_ready')).toBeNull()
})

it('keeps the recipient while another number is chosen to write from', async () => {
  const contacts = [{ name: { formatted_name: 'Bia Rocha' }, phones: [{ phone: '+55 81 99123-0001' }] }]
  const never = new Promise<Found>(() => undefined)
  const found = (channelId: string | null) =>
    channelId === other.id ? never : { data: [recipientOf([])], number: null }
  const card = messageOf({ type: 'contacts', body: null, payload: { contacts } })
  const { user } = await openChat(found, [card], `?conversation=${conversationId}`)
  await user.click(await screen.findByRole('button', { name: /^Message Bia Rocha/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New conversation' }))
  await user.click(await dialog.findByRole('combobox', { name: 'From' }))
  await user.click(await screen.findByRole('option', { name: /Delivery/ }))
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'From' }).value).toContain('Delivery'),
  )
  expect(dialog.queryByLabelText('To')).toBeNull()
})

it('chooses nobody by Enter while the people shown belong to an earlier text', async () => {
  const world: { answer: Found | Promise<Found> } = { answer: { data: [recipientOf([])], number: null } }
  const { user } = await openChat(() => world.answer)
  await user.click(await screen.findByRole('button', { name: 'New conversation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New conversation' }))
  const field = await dialog.findByLabelText('To')
  await user.type(field, '81')
  await dialog.findByRole('option', { name: /Bia Rocha/ })
  const found = Promise.withResolvers<Found>()
  world.answer = found.promise
  await user.type(field, '988887766{Enter}')
  expect(dialog.getByLabelText('To')).toBe(field)
  found.resolve({ data: [], number: { phone: '+5581988887766', prices } })
  await dialog.findByRole('option', { name: /98888-7766/ })
  await user.type(field, '{Enter}')
  expect(await dialog.findByLabelText('Name (optional)')).toBeTruthy()
})
